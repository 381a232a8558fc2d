/**
 * The port to candidates that are due for anonymisation by a retention rule. Each method but `enqueueRuns` works within
 * one organization.
 */
import { Context, type Effect, Schema } from "effect"
import { Candidate } from "../candidate/Candidate.ts"
import { described } from "../Described.ts"
import { CandidateId, type OrganizationId, Uuid } from "../Id.ts"
import { Timestamp } from "../Timestamp.ts"

/** A candidate that is due, and the reason. */
export const DueCandidate = Schema.Struct({
  id: CandidateId,
  full_name: Candidate.fields.full_name,
  last_rejected_at: Timestamp.pipe(described("When the candidate was last rejected", "2025-09-17T13:05:00.000Z")),
  last_closed_at: Timestamp.pipe(
    described("The last rejection or withdrawal, from which the months count", "2025-09-17T13:05:00.000Z")
  )
})
export interface DueCandidate extends Schema.Schema.Type<typeof DueCandidate> {}

/** The position of a candidate in the list of due ones: its last rejection, and the id of that application. */
export const RejectionPosition = Schema.Struct({ rejected_at: Timestamp, id: Uuid })
export interface RejectionPosition extends Schema.Schema.Type<typeof RejectionPosition> {}

/** Requests due candidates after a position, or the first ones, ordered by their last rejection, oldest first. */
export interface DuePageRequest {
  readonly limit: number
  readonly after?: RejectionPosition | undefined
}

/** A page of due candidates. `next` is the position of its last one if there are more. */
export interface DuePage {
  readonly items: ReadonlyArray<DueCandidate>
  readonly next: RejectionPosition | undefined
}

/** The highest number that is counted. */
export const maxCounted = 1000

/** The number of candidates that are due, with `at_least` if there are more. */
export const DueCount = Schema.Struct({
  count: Schema.Int.pipe(described(`How many candidates are due; no more than ${maxCounted} are counted`, 1)),
  at_least: Schema.Boolean.pipe(described("Whether there are more than `count`", false))
}).pipe(described("How many candidates are due in all"))
export interface DueCount extends Schema.Schema.Type<typeof DueCount> {}

/** The hours between two runs of an organization's rule. */
export const runHours = 24

export class DueCandidates extends Context.Service<DueCandidates, {
  /** Returns candidates that are due by `isDue` with the time `until`, and are not anonymised. */
  readonly list: (organization: OrganizationId, until: Timestamp, page: DuePageRequest) => Effect.Effect<DuePage>
  readonly count: (organization: OrganizationId, until: Timestamp) => Effect.Effect<DueCount>
  /**
   * Locks a candidate and its applications until the present transaction ends, so that none can be reopened or added.
   * Tells whether the candidate is still due.
   */
  readonly hold: (organization: OrganizationId, candidate: CandidateId, until: Timestamp) => Effect.Effect<boolean>
  /** Queues one run for every organization whose rule applies and whose last run began more than `runHours` ago. */
  readonly enqueueRuns: Effect.Effect<void>
  /** Lets the organization's next run begin the next time that runs are queued. */
  readonly continueSoon: (organization: OrganizationId) => Effect.Effect<void>
}>()("@candor/domain/DueCandidates") {}
