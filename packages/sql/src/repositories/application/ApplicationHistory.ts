/** The stored history of applications. The statement of each change stores the entry that begins with it. */
import type { HistoryEntry, HistoryPosition, HistoryRecord } from "@candor/domain/application/ApplicationHistory"
import { noun, timed } from "@candor/domain/application/ApplicationHistory"
import { ApplicationNotFound } from "@candor/domain/application/Application"
import type { Applications } from "@candor/domain/application/Applications"
import { pageOf } from "@candor/domain/Pagination"
import * as Timestamp from "@candor/domain/Timestamp"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import type { Insert } from "../../statements/Saving.ts"
import { jsonColumns } from "../../statements/Nouns.ts"
import { ordered } from "../../statements/Paging.ts"
import { iso } from "../../database/Types.ts"
import { ofVisibleJob } from "./Visibility.ts"

/** The columns of an entry `h` as JSON, except those that depend on the next entry. */
export const entryColumns = jsonColumns(noun, "h", "json", {
  stage: "json_build_object('id', h.stage_id, 'name', h.stage_name)"
})

/** The id of the stage in which an application `a` was last active. */
export const activeIn = `(
  SELECT h.stage_id FROM application_history h
  WHERE h.organization_id = $organization AND h.application_id = a.id AND h.status = 'active'
  ORDER BY h.entered_at DESC, h.id DESC LIMIT 1
)`

/** Inserts the entry that begins with a change. */
export const insertHistory = (record: HistoryRecord): Insert => ({ table: noun.table, row: { ...record } })

/** Makes the method that lists the history of an application. */
export const applicationHistory = (sql: SqlClient.SqlClient): Pick<Applications["Service"], "history"> => ({
  history: (organization, id, page) => {
    const { after } = page
    const entries = sql`
      SELECT ${sql.literal(entryColumns)}, (
          SELECT ${sql.literal(iso("n.entered_at"))} FROM application_history n
          WHERE n.organization_id = $organization AND n.application_id = a.id
            AND (n.entered_at, n.id) > (h.entered_at, h.id)
          ORDER BY n.entered_at, n.id LIMIT 1
        ) AS left_at
      FROM application_history h
      WHERE h.organization_id = $organization AND h.application_id = a.id AND ${
      after === undefined
        ? sql`true`
        : sql`(h.entered_at, h.id) < (${after.entered_at}::timestamptz, ${after.id}::uuid)`
    }
      ${ordered(sql, "h", { column: "entered_at", direction: "DESC" }, page)}`
    return Effect.gen(function*() {
      const [row] = yield* sql<{ readonly entries: ReadonlyArray<Omit<HistoryEntry, "seconds">> }>`
        SELECT coalesce((SELECT json_agg(entry) FROM (${entries}) entry), '[]') AS entries
        FROM $applications a
        WHERE a.organization_id = $organization AND a.id = ${id} AND ${sql.literal(ofVisibleJob)}
      `.pipe(ofOrganization(sql, organization), Effect.orDie)
      if (row === undefined) return yield* new ApplicationNotFound({ id })
      const now = yield* Timestamp.now
      return pageOf(
        page,
        row.entries.map((entry) => timed(entry, now)),
        ({ entered_at, id }): HistoryPosition => ({ entered_at, id })
      )
    })
  }
})
