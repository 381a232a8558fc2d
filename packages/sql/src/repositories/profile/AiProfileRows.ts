/** The rows of profiles: shared by the statements that change them. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { AiProfileState, RequestedProfile } from "@candor/domain/profile/AiProfile"
import type { DecisionContext } from "@candor/domain/Decision"
import type { CandidateId } from "@candor/domain/Id"
import { PgTypes } from "@effect/sql-pg"
import type { SqlClient, Statement } from "effect/sql"
import { iso } from "../../database/Types.ts"
import * as ProfileWork from "../../queue/ProfileWork.ts"
import type { Belongings } from "../../statements/Saving.ts"

/** Everything that decisions see of a profile `p`. */
export const profileColumns = "p.id, p.candidate_id, p.status, p.linkedin_url, p.summary, p.extracted_json, p.attempts, " +
  "p.reason, p.provider, p.model, p.input_hash, p.completed_at, p.created_at, p.version"

/**
 * Whether a profile of the table with this alias is the current one of its candidate `c`: the newest of the present LinkedIn
 * URL, if it was not superseded.
 */
export const isCurrent = (alias: string): string =>
  `coalesce(${alias}.linkedin_url = c.linkedin_url AND ${alias}.status <> 'superseded' AND NOT EXISTS (
    SELECT FROM ai_profiles newer
    WHERE newer.organization_id = ${alias}.organization_id AND newer.candidate_id = ${alias}.candidate_id
      AND newer.linkedin_url = ${alias}.linkedin_url AND (newer.created_at, newer.id) > (${alias}.created_at, ${alias}.id)
  ), false)`

/** A profile `p` of a candidate `c` as the bytes of its JSON, as the candidate's list shows it. */
export const detailBytes = `(SELECT convert_to(row_to_json(x)::text, 'UTF8') FROM (
  SELECT p.id, p.status, p.summary, p.extracted_json, ${isCurrent("p")} AS is_current, p.linkedin_url,
    ${iso("p.created_at")} AS created_at, ${iso("p.completed_at")} AS completed_at
) x)`

/** What belongs to a change that requests a profile of the candidate: the profile, and the work of processing it. */
export const requestBelongings = (
  requested: RequestedProfile,
  candidate_id: CandidateId,
  { actor, now }: DecisionContext
): Belongings => ({
  inserts: [{ table: "ai_profiles", row: { ...requested, candidate_id, created_at: now, updated_at: now } }],
  work: [ProfileWork.of(requested, actor)]
})

/** A common table expression that takes the work of all profiles of a candidate, a row of this earlier one, out of the queue. */
export const workRemoved = (sql: SqlClient.SqlClient, candidate: string): Statement.Fragment =>
  sql`removed_work AS (
    DELETE FROM queue q USING ${sql.literal(candidate)} c, ai_profiles p
    WHERE p.organization_id = c.organization_id AND p.candidate_id = c.id
      AND q.queue_name = ${ProfileWork.queue} AND q.id = p.id::text
  )`

/** `UPDATE … RETURNING id` of a profile that is still as it was loaded. */
export const profileUpdate = (
  sql: SqlClient.SqlClient,
  before: AiProfileState,
  after: AiProfileState,
  { actor, now }: DecisionContext<Actor | Worker>
): Statement.Fragment =>
  sql`
    UPDATE ai_profiles SET status = ${after.status}, summary = ${after.summary},
      extracted_json = ${after.extracted_json === null ? null : PgTypes.jsonb(after.extracted_json)}::jsonb,
      attempts = ${after.attempts}, reason = ${after.reason}, provider = ${after.provider}, model = ${after.model},
      input_hash = ${after.input_hash}, completed_at = ${after.completed_at}::timestamptz,
      version = ${after.version}, updated_at = ${now}::timestamptz
    WHERE organization_id = ${actor.organization_id} AND id = ${before.id} AND version = ${before.version}
    RETURNING id
  `
