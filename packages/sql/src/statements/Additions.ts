/** Saves changes of one organization that only add rows, several in one statement. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { JobId, OrganizationId } from "@candor/domain/Id"
import type { PgTypes } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { Change } from "./Change.ts"
import { plannerHint, rowsOf } from "./Rows.ts"
import { savingAll, type SideWrites } from "./Saving.ts"

/** A change that adds rows, and the job that they belong to. */
export interface Addition<By extends Actor | Worker> {
  readonly change: Change<unknown, unknown, By>
  readonly job_id: JobId | null
  readonly rows: SideWrites
}

/** Makes a function that saves additions, except those to deleted jobs. Returns whether it saved all. */
export const savingAdditions = (sql: SqlClient.SqlClient) => {
  const save = savingAll(sql)
  const expressions = (rows: PgTypes.Parameter) => [sql`done AS (
    SELECT x.ordinality FROM ${rowsOf(sql, { job_id: "uuid" }, "x", rows)}
    LEFT JOIN jobs j ON j.organization_id = $organization AND j.id = x.job_id AND j.deleted_at IS NULL
    WHERE ${plannerHint("x")} AND (x.job_id IS NULL OR j.id IS NOT NULL)
  )`]
  return <By extends Actor | Worker>(organization: OrganizationId, additions: ReadonlyArray<Addition<By>>) =>
    save(
      additions.map(({ change }) => change),
      { name: "additions", rows: additions.map(({ job_id }) => ({ job_id })), expressions },
      additions.map(({ rows }) => rows),
      organization
    ).pipe(Effect.map((saved) => saved.length === additions.length))
}
