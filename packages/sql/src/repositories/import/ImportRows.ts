/** Stored rows of imports. */
import type { ImportId, OrganizationId } from "@candor/domain/Id"
import type { ImportNotFound, ImportRow, RowOutcome } from "@candor/domain/import/Import"
import type { Imports, LinePosition, MadeRow, RowResult } from "@candor/domain/import/Imports"
import { sampleRows, type TableRow } from "@candor/domain/import/Proposal"
import { pageOf, type PageRequest } from "@candor/domain/Pagination"
import * as Timestamp from "@candor/domain/Timestamp"
import { PgTypes } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { limited } from "../../statements/Paging.ts"
import { columnsOf, rowsOf } from "../../statements/Rows.ts"

/** The columns of a result, with their types. */
const results = {
  line: "integer",
  outcome: "text",
  name: "text",
  match: "text",
  same_line: "integer",
  person_key: "text",
  digest: "text",
  candidate_id: "uuid",
  application_id: "uuid",
  made_candidate: "boolean",
  made_application: "boolean",
  issues: "jsonb"
} as const satisfies Record<keyof RowResult, string>

const shown = columnsOf("r", ["line", "outcome", "name", "match", "same_line", "candidate_id", "application_id", "issues"])
const set = Object.keys(results).filter((name) => name !== "line").map((name) => `${name} = x.${name}`).join(", ")

type Load = (organization: OrganizationId, id: ImportId) => Effect.Effect<unknown, ImportNotFound>

type OfRows = "addRows" | "sample" | "countRows" | "portion" | "linesOf" | "saveResults" | "rows" | "made" | "markUndone"

/** Makes the methods on rows. `load` finds an import. */
export const importRows = (sql: SqlClient.SqlClient, load: Load): Pick<Imports["Service"], OfRows> => {
  const addRows = (organization: OrganizationId, id: ImportId, rows: ReadonlyArray<TableRow>) =>
    sql`
      INSERT INTO import_rows (organization_id, import_id, line, cells)
      SELECT i.organization_id, i.id, x.line, x.cells
      FROM people_imports i CROSS JOIN ${rowsOf(sql, { line: "integer", cells: "jsonb" }, "x", PgTypes.jsonb(rows))}
      WHERE i.organization_id = $organization AND i.id = ${id}
      ON CONFLICT (organization_id, import_id, line) DO NOTHING
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.asVoid)

  const portion = (organization: OrganizationId, id: ImportId, after: number, limit: number) =>
    sql<TableRow>`
      SELECT r.line, r.cells FROM import_rows r
      WHERE r.organization_id = $organization AND r.import_id = ${id} AND r.line > ${after} ORDER BY r.line LIMIT ${limit}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const countRows = (organization: OrganizationId, id: ImportId, below: number) =>
    sql<{ readonly rows: number }>`
      SELECT count(*)::integer AS rows FROM import_rows r WHERE r.organization_id = $organization AND r.import_id = ${id} AND r.line > ${below}
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map(([row]) => row!.rows))

  const linesOf = (organization: OrganizationId, id: ImportId, keys: ReadonlyArray<string>, before: number) =>
    sql<{ readonly person_key: string; readonly line: number }>`
      SELECT r.person_key, min(r.line) AS line FROM import_rows r
      WHERE r.organization_id = $organization AND r.import_id = ${id} AND r.person_key = ANY (${keys}::text[]) AND r.line < ${before}
      GROUP BY r.person_key
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.map((rows) => new Map(rows.map(({ line, person_key }) => [person_key, line]))))

  const saveResults = Effect.fn("Imports.saveResults")(function*(organization: OrganizationId, id: ImportId, done: ReadonlyArray<RowResult>) {
    const done_at = yield* Timestamp.now
    yield* sql`
      UPDATE import_rows r SET ${sql.literal(set)}, done_at = ${done_at}::timestamptz FROM ${rowsOf(sql, results, "x", PgTypes.jsonb(done))}
      WHERE r.organization_id = $organization AND r.import_id = ${id} AND r.line = x.line
    `.pipe(ofOrganization(sql, organization), Effect.orDie)
  })

  const rows = Effect.fn("Imports.rows")(function*(
    organization: OrganizationId,
    id: ImportId,
    outcomes: ReadonlyArray<RowOutcome>,
    page: PageRequest<LinePosition>
  ) {
    yield* load(organization, id)
    const found = yield* sql<ImportRow>`
      SELECT ${sql.literal(shown)} FROM import_rows r
      WHERE r.organization_id = $organization AND r.import_id = ${id} AND r.outcome = ANY (${outcomes}::text[]) AND r.line > ${page.after?.line ?? 0}
      ORDER BY r.line ${limited(sql, page)}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)
    return pageOf(page, found, ({ line }) => ({ line }))
  })

  // What the same import did to a person with a later row is no change by somebody else.
  const made = (organization: OrganizationId, id: ImportId, before: number, limit: number) =>
    sql<MadeRow>`
      SELECT r.line, r.candidate_id, r.application_id, r.made_candidate, r.made_application,
        coalesce(a.updated_at <= d.done_at AND NOT EXISTS (
          SELECT FROM messages m WHERE m.organization_id = $organization AND m.application_id = a.id
        ) AND NOT EXISTS (
          SELECT FROM interviews v WHERE v.organization_id = $organization AND v.application_id = a.id
        ), false) AS application_is_untouched,
        coalesce(c.updated_at <= d.done_at AND NOT EXISTS (
          SELECT FROM applications o WHERE o.organization_id = $organization AND o.candidate_id = c.id
            AND (o.id IS DISTINCT FROM r.application_id OR o.updated_at > d.done_at)
        ) AND NOT EXISTS (
          SELECT FROM notes n WHERE n.organization_id = $organization AND n.candidate_id = c.id AND n.created_at > d.done_at
        ) AND NOT EXISTS (
          SELECT FROM attachments f WHERE f.organization_id = $organization AND f.candidate_id = c.id
        ), false) AS candidate_is_untouched
      FROM import_rows r
      CROSS JOIN LATERAL (
        SELECT max(s.done_at) AS done_at FROM import_rows s
        WHERE s.organization_id = $organization AND s.import_id = r.import_id AND s.candidate_id = r.candidate_id
      ) d
      LEFT JOIN candidates c ON c.organization_id = $organization AND c.id = r.candidate_id
      LEFT JOIN applications a ON a.organization_id = $organization AND a.id = r.application_id
      WHERE r.organization_id = $organization AND r.import_id = ${id} AND r.line < ${before} AND (r.made_candidate OR r.made_application)
      ORDER BY r.line DESC LIMIT ${limit}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)

  const markUndone = (organization: OrganizationId, id: ImportId, lines: ReadonlyArray<number>) =>
    sql`
      UPDATE import_rows r SET outcome = 'undone', made_candidate = false, made_application = false, application_id = NULL, digest = NULL
      WHERE r.organization_id = $organization AND r.import_id = ${id} AND r.line = ANY (${lines}::integer[])
    `.pipe(ofOrganization(sql, organization), Effect.orDie, Effect.asVoid)

  return { addRows, sample: (organization, id) => portion(organization, id, 0, sampleRows), countRows, portion, linesOf, saveResults, rows, made, markUndone }
}
