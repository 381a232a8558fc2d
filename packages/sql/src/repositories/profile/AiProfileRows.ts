/** The rows of profiles: shared by the statements that change them. */
import type { Actor, Worker } from "@candor/domain/access/Actor"
import type { AiProfileState } from "@candor/domain/profile/AiProfile"
import type { DecisionContext } from "@candor/domain/Decision"
import { PgTypes } from "@effect/sql-pg"
import type { SqlClient, Statement } from "effect/sql"

/** Everything that decisions see of a profile `p`. */
export const profileColumns = "p.id, p.candidate_id, p.status, p.linkedin_url, p.summary, p.extracted_json, p.attempts, " +
  "p.reason, p.provider, p.model, p.input_hash, p.completed_at, p.created_at, p.version"

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
