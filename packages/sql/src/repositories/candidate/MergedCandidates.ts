/**
 * Merged candidates. A read by the id of a merged candidate returns its survivor, a write fails with the survivor's id,
 * and a survivor lists its merges.
 */
import { CandidateMerged, CandidateNotFound } from "@candor/domain/candidate/Candidate"
import type { CandidateId, OrganizationId } from "@candor/domain/Id"
import { pageOf, type PageRequest } from "@candor/domain/Pagination"
import { type MergeListItem, type MergePosition, undoableUntil } from "@candor/domain/person/CandidateMerge"
import * as Timestamp from "@candor/domain/Timestamp"
import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { iso } from "../../database/Types.ts"
import { ofOrganization } from "../../statements/OfOrganization.ts"
import { limited } from "../../statements/Paging.ts"
import { foundCandidate } from "./CandidateRows.ts"

/** The candidates that were merged into a candidate `c`, as an array. */
export const mergedInto = `ARRAY(
  SELECT m.candidate_id FROM candidate_merges m WHERE m.organization_id = $organization AND m.into_id = c.id
)`

/**
 * Makes the functions that find the survivor of a candidate. They need a second statement only if the candidate is not
 * stored.
 */
export const mergedCandidates = (sql: SqlClient.SqlClient) => {
  const survivorOf = (organization: OrganizationId, id: CandidateId) =>
    sql<{ readonly into_id: CandidateId }>`
      SELECT m.into_id FROM $candidate_merges m WHERE m.organization_id = ${organization} AND m.candidate_id = ${id}
    `.pipe(Effect.orDie, Effect.map(([row]) => row?.into_id))

  /** Reads a candidate, or the survivor that it was merged into. */
  const orSurvivor = <A, Failure>(
    organization: OrganizationId,
    id: CandidateId,
    read: (id: CandidateId) => Effect.Effect<A, CandidateNotFound | Failure>
  ): Effect.Effect<A, CandidateNotFound | Failure> =>
    Effect.catchIf(
      read(id),
      (failure) => failure instanceof CandidateNotFound,
      (notFound) =>
        Effect.flatMap(survivorOf(organization, id), (into): Effect.Effect<A, CandidateNotFound | Failure> =>
          into === undefined ? Effect.fail(notFound) : read(into))
    )

  /** Makes the function that returns the candidate's row for a change, or fails if there is none. */
  const changeable =
    (organization: OrganizationId, id: CandidateId) =>
    <Row>([row]: ReadonlyArray<Row>): Effect.Effect<Row, CandidateNotFound | CandidateMerged> =>
      row === undefined
        ? Effect.flatMap(
          survivorOf(organization, id),
          (into): Effect.Effect<never, CandidateNotFound | CandidateMerged> =>
            into === undefined ? new CandidateNotFound({ id }) : new CandidateMerged({ id, into })
        )
        : Effect.succeed(row)

  return { orSurvivor, changeable }
}

/** A merge as it is stored. */
interface Stored extends Omit<MergeListItem, "undo_until"> {
  readonly sequence: number
  readonly is_kept: boolean
}

/** Makes the function that lists the merges into a candidate, latest first. */
export const mergesInto = (sql: SqlClient.SqlClient) =>
  Effect.fnUntraced(function*(organization: OrganizationId, id: CandidateId, page: PageRequest<MergePosition>) {
    const { after } = page
    const merges = sql`
      SELECT m.candidate_id, m.merged_into AS into, ${sql.literal(iso("m.merged_at"))} AS merged_at, m.sequence,
        m.undo IS NOT NULL AS is_kept
      FROM candidate_merges m
      WHERE m.organization_id = $organization AND m.into_id = c.id AND ${
      after === undefined
        ? sql`true`
        : sql`(m.sequence, m.candidate_id) < (${after.sequence}::integer, ${after.id}::uuid)`
    }
      ORDER BY m.sequence DESC, m.candidate_id DESC ${limited(sql, page)}`
    const rows = yield* sql<{ readonly merges: ReadonlyArray<Stored> }>`
      SELECT coalesce((SELECT json_agg(merge) FROM (${merges}) merge), '[]') AS merges
      FROM $candidates c WHERE c.organization_id = $organization AND c.id = ${id}
    `.pipe(ofOrganization(sql, organization), Effect.orDie)
    const stored = yield* foundCandidate(id)(rows)
    const now = yield* Timestamp.now
    const { items, ...rest } = pageOf(
      page,
      stored.merges,
      ({ candidate_id, sequence }): MergePosition => ({ sequence, id: candidate_id })
    )
    return {
      ...rest,
      items: items.map(({ candidate_id, into, is_kept, merged_at }): MergeListItem => ({
        candidate_id,
        into,
        merged_at,
        undo_until: undoableUntil(merged_at, is_kept, now)
      }))
    }
  })
