/** Storing candidates and the profiles that are asked for with them: shared by all statements that do. */
import type { CandidateState, CandidateChange } from "@candor/domain/candidate/Candidate"
import type { DecisionContext } from "@candor/domain/Decision"
import { PgTypes } from "@effect/sql-pg"
import type { SqlClient, Statement } from "effect/sql"
import type { Change } from "../../statements/Change.ts"
import * as ProfileWork from "../../queue/ProfileWork.ts"
import { enqueued } from "../../queue/Queue.ts"

/** The values of a new candidate's row. */
const row = (candidate: CandidateState, context: DecisionContext) => ({
  organization_id: context.actor.organization_id,
  id: candidate.id,
  full_name: candidate.full_name,
  primary_email: candidate.primary_email,
  linkedin_url: candidate.linkedin_url,
  website_url: candidate.website_url,
  github_url: candidate.github_url,
  years_experience: candidate.years_experience,
  university: candidate.university,
  version: candidate.version,
  created_at: context.now,
  updated_at: context.now
})

/** `INSERT … RETURNING place` of a new candidate. */
export const inserted = (sql: SqlClient.SqlClient, candidate: CandidateState, context: DecisionContext): Statement.Fragment =>
  sql`INSERT INTO candidates ${sql.insert(row(candidate, context))} RETURNING 0 AS place`

/**
 * Common table expressions `requested` and `enqueued`, with a comma before them, that store the profiles that are asked
 * for with the changes whose places `saved`, an earlier one, has, and put their work into the queue; nothing where none
 * is asked for.
 */
export const profilesRequested = (
  sql: SqlClient.SqlClient,
  changes: ReadonlyArray<Pick<Change<unknown, CandidateChange>, "place" | "decided" | "context">>
): Statement.Fragment => {
  const requests = changes.flatMap(({ decided: { entity: { candidate, requested } }, context: { actor, now }, place }) =>
    requested === null ? [] : [{ place, actor, profile: { ...requested, candidate_id: candidate.id, created_at: now } }])
  if (requests.length === 0) return sql``
  const rows = requests.map(({ actor: { organization_id }, place, profile }) => ({ place, organization_id, ...profile }))
  const work = requests.map(({ actor, place, profile }) => ({ ...ProfileWork.of(profile, actor), place }))
  return sql`, requested AS (
    INSERT INTO ai_profiles (organization_id, id, candidate_id, status, linkedin_url, created_at, updated_at)
    SELECT p.organization_id, p.id, p.candidate_id, p.status, p.linkedin_url, p.created_at, p.created_at
    FROM jsonb_to_recordset(${PgTypes.jsonb(rows)}) AS p (place integer, organization_id uuid, id uuid,
      candidate_id uuid, status text, linkedin_url text, created_at timestamptz)
    WHERE p.place IN (SELECT saved.place FROM saved)
  ), ${enqueued(sql, work)}`
}
