/**
 * The applications and prospects of a candidate, as its deletion and anonymization count and remove them in portions.
 */
import type { CandidateState } from "@candor/domain/candidate/Candidate"
import type { CandidateId, OrganizationId, ProspectId } from "@candor/domain/Id"
import type { SqlClient, Statement } from "effect/sql"
import { rowsOfApplication } from "../application/ApplicationRows.ts"

/**
 * Rows (applications and all that belongs to them) that one statement deletes, in about 50 ms of the database's time.
 */
export const maxRows = 2000

/** The most applications of a portion: each has one row or more. */
const maxApplications = 500

/** The number of rows of a candidate `c`'s applications and all that belongs to them. */
export const rowsOfCandidate = `(
  SELECT coalesce(sum(${rowsOfApplication}), 0)::integer FROM $applications a
  WHERE a.organization_id = $organization AND a.candidate_id = c.id
)`

/** Prospects that are deleted with a candidate before its version is compared again. */
const maxProspects = 100

/** The prospects that were converted to a candidate `c`. */
export const prospectsOfCandidate = `ARRAY(
  SELECT p.id FROM $prospects p WHERE p.organization_id = $organization AND p.candidate_id = c.id LIMIT ${maxProspects}
)`

/** A candidate with what must be deleted first: its prospects, and applications with many rows. */
export interface Removable {
  readonly candidate: CandidateState
  readonly rows: number
  readonly prospects: ReadonlyArray<ProspectId>
  /** The candidates that were merged into it, whose events are erased, too. */
  readonly merged: ReadonlyArray<CandidateId>
}

/** Selects the ids of applications `a` of the candidate that meet the condition and have about `maxRows` rows. */
export const portionOf = (
  sql: SqlClient.SqlClient,
  organization: OrganizationId,
  candidate: CandidateId,
  condition = "true"
): Statement.Fragment =>
  sql`
    SELECT id FROM (
      SELECT id, rows, sum(rows) OVER (ORDER BY id) AS rows_up_to_it FROM (
        SELECT a.id, ${sql.literal(rowsOfApplication)} AS rows FROM applications a
        WHERE a.organization_id = ${organization} AND a.candidate_id = ${candidate} AND ${sql.literal(condition)}
        ORDER BY a.id LIMIT ${maxApplications}
      ) first
    ) counted
    WHERE rows_up_to_it - rows < ${maxRows}`
