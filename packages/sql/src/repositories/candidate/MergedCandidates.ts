/** The ids of merged candidates: reads of one answer with its survivor, and writes to one fail with the survivor's id. */
import { CandidateNotFound } from "@candor/domain/candidate/Candidate"
import { CandidateMerged } from "@candor/domain/candidate/CandidateMerge"
import type { CandidateId, OrganizationId } from "@candor/domain/Id"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"

/** The candidates that were merged into a candidate `c`, as an array. */
export const mergedInto = `ARRAY(
  SELECT m.candidate_id FROM candidate_merges m WHERE m.organization_id = c.organization_id AND m.into_id = c.id
)`

/** Makes the functions that look for the survivor of a candidate which is not stored: only then is there a second statement. */
export const mergedCandidates = (sql: SqlClient.SqlClient) => {
  const survivorOf = (organization: OrganizationId, id: CandidateId) =>
    sql<{ readonly into_id: CandidateId }>`
      SELECT m.into_id FROM candidate_merges m WHERE m.organization_id = ${organization} AND m.candidate_id = ${id}
    `.pipe(Effect.orDie, Effect.map(([row]) => row?.into_id))

  /** Reads a candidate, or the survivor that it was merged into. */
  const orSurvivor = <A, Failure>(
    organization: OrganizationId,
    id: CandidateId,
    read: (id: CandidateId) => Effect.Effect<A, CandidateNotFound | Failure>
  ): Effect.Effect<A, CandidateNotFound | Failure> =>
    Effect.catchIf(read(id), (failure) => failure instanceof CandidateNotFound, (notFound) =>
      Effect.flatMap(survivorOf(organization, id), (into): Effect.Effect<A, CandidateNotFound | Failure> =>
        into === undefined ? Effect.fail(notFound) : read(into)))

  /** Makes the function that returns the candidate's row for a change, or fails where there is none. */
  const changeable = (organization: OrganizationId, id: CandidateId) =>
  <Row>([row]: ReadonlyArray<Row>): Effect.Effect<Row, CandidateNotFound | CandidateMerged> =>
    row === undefined
      ? Effect.flatMap(survivorOf(organization, id), (into): Effect.Effect<never, CandidateNotFound | CandidateMerged> =>
        into === undefined ? new CandidateNotFound({ id }) : new CandidateMerged({ id, into }))
      : Effect.succeed(row)

  return { orSurvivor, changeable }
}
