/** Rows of AI profiles. Shared by all statements that change them. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import { type AiProfileState, noun } from "@candor/domain/candidate/AiProfile"
import type { AnyContext, DecisionContext } from "@candor/domain/Decision"
import type { SqlClient, Statement } from "effect/sql"
import * as ProfileWork from "../../queue/ProfileWork.ts"
import { changedColumns, jsonColumns, object, rowColumns, shownOf } from "../../statements/Nouns.ts"
import { columnsOf, setFrom } from "../../statements/Rows.ts"
import type { SideWrites } from "../../statements/Saving.ts"

/** All columns of a profile `p` that decisions see. */
export const profileColumns = columnsOf("p", rowColumns(noun))

/**
 * An expression: whether a profile in the table with this alias is the current one of its candidate `c`: the newest one
 * of the current LinkedIn URL, if it was not superseded.
 */
export const isCurrent = (alias: string): string =>
  `coalesce(${alias}.linkedin_url = c.linkedin_url AND ${alias}.status <> 'superseded' AND NOT EXISTS (
    SELECT FROM ai_profiles newer
    WHERE newer.organization_id = $organization AND newer.candidate_id = ${alias}.candidate_id
      AND newer.linkedin_url = ${alias}.linkedin_url AND (newer.created_at, newer.id) > (${alias}.created_at, ${alias}.id)
  ), false)`

/** A profile in the table with this alias, of a candidate `c`, in the form of an application. */
export const profileShown = (alias: string): string =>
  object(jsonColumns(noun, alias, "listed", { is_current: isCurrent(alias) }))

/** A profile `p` of a candidate `c` as the bytes of its JSON, in the form of the candidate's list. */
export const detailBytes = `convert_to(${shownOf(noun, "p", { is_current: isCurrent("p") })}::text, 'UTF8')`

/** Returns the side writes of a change that requests a profile: the profile, and the work of processing it. */
export const requestSideWrites = (requested: AiProfileState, { actor, now }: AnyContext): SideWrites => ({
  inserts: [{ table: "ai_profiles", row: { ...requested, updated_at: now } }],
  work: [ProfileWork.of(requested, actor)]
})

/**
 * A common table expression that removes the queued work of all profiles of a candidate, a row of this earlier
 * expression.
 */
export const workRemoved = (sql: SqlClient.SqlClient, candidate: string): Statement.Fragment =>
  sql`removed_work AS (
    DELETE FROM queue q USING ${sql.literal(candidate)} c, ai_profiles p
    WHERE p.organization_id = $organization AND p.candidate_id = c.id
      AND q.queue_name = ${ProfileWork.queue} AND q.id = p.id::text
  )`

/** `UPDATE … RETURNING id` of a profile that is still unchanged since the load. */
export const profileUpdate = (
  sql: SqlClient.SqlClient,
  before: AiProfileState,
  after: AiProfileState,
  { actor, now }: DecisionContext<Actor | Worker>
): Statement.Fragment =>
  sql`
    UPDATE ai_profiles p SET ${
    setFrom(sql, "ai_profiles", [...changedColumns(noun), "completed_at", "version", "updated_at"], {
      ...after,
      updated_at: now
    })
  }
    WHERE p.organization_id = ${actor.organization_id} AND p.id = ${before.id} AND p.version = ${before.version}
    RETURNING p.id
  `
