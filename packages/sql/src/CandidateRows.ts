/** Storing candidates and the profiles that are asked for with them: shared by all statements that do. */
import type { CandidateState, Profiled } from "@candor/domain/Candidate"
import type { Facts } from "@candor/domain/Decision"
import type { SqlClient, Statement } from "effect/sql"
import * as ProfileWork from "./ProfileWork.ts"
import { enqueued } from "./Queue.ts"

/** The values of a new candidate's row. */
const row = (candidate: CandidateState, facts: Facts) => ({
  organization_id: facts.actor.organization_id,
  id: candidate.id,
  full_name: candidate.full_name,
  primary_email: candidate.primary_email,
  linkedin_url: candidate.linkedin_url,
  website_url: candidate.website_url,
  github_url: candidate.github_url,
  years_experience: candidate.years_experience,
  university: candidate.university,
  version: candidate.version,
  created_at: facts.now,
  updated_at: facts.now
})

/** `INSERT … RETURNING organization_id, id` of a new candidate. */
export const inserted = (sql: SqlClient.SqlClient, candidate: CandidateState, facts: Facts): Statement.Fragment =>
  sql`INSERT INTO candidates ${sql.insert(row(candidate, facts))} RETURNING organization_id, id`

/**
 * A common table expression `requested`, with a comma before it, that stores the profile that is
 * asked for if the expression `source` has a row; nothing where none is asked for.
 */
export const requested = (
  sql: SqlClient.SqlClient,
  { candidate, requested: profile }: Profiled,
  facts: Facts,
  source: "saved" | "candidate"
): Statement.Fragment =>
  profile === null ? sql`` : sql`, requested AS (
    INSERT INTO ai_profiles (organization_id, id, candidate_id, status, linkedin_url, created_at, updated_at)
    SELECT ${facts.actor.organization_id}::uuid, ${profile.id}::uuid, ${candidate.id}::uuid, ${profile.status},
      ${profile.linkedin_url}, ${facts.now}::timestamptz, ${facts.now}::timestamptz
    FROM ${sql(source)}
  )`

/**
 * A common table expression `enqueued`, with a comma before it, that puts the work of the profile
 * that is asked for into the queue if `saved` has a row; nothing where none is asked for.
 */
export const processing = (
  sql: SqlClient.SqlClient,
  { requested: profile }: Profiled,
  { actor }: Facts
): Statement.Fragment => profile === null ? sql`` : sql`, ${enqueued(sql, [ProfileWork.of(profile, actor)])}`
