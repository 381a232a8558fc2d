/**
 * Erasure requests: a person asks to be erased, by the link of their application or in another way. The organization
 * erases them, or declines with a reason.
 */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { SubmissionId } from "../Id.ts"
import { filled, shown } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

const maxReason = 2000

const reasonExample = "We have to keep your application until 28 May, since a claim is possible until then."

/** The newest request of a person. It is personal data too, and is erased with the rest. */
export const ErasureRequest = Schema.Struct({
  requested_at: Timestamp.pipe(described("When the person asked for it", example.time.applied)),
  submission_id: Schema.NullOr(SubmissionId).pipe(
    described(
      "The submission whose link the person used to ask; null if a member recorded the request",
      example.id.submission
    )
  ),
  declined_at: Schema.NullOr(Timestamp).pipe(described("When the request was declined; null while it is open", null)),
  reason: Schema.NullOr(shown(maxReason)).pipe(
    described("Why the request was declined, as shown to the person; null while it is open", null)
  )
}).pipe(named("ErasureRequest", "A person's request to be erased"))
export interface ErasureRequest extends Schema.Schema.Type<typeof ErasureRequest> {}

/** Examples of a pending request, and of a declined one. */
export const waitingExample = {
  requested_at: example.time.applied,
  submission_id: null,
  declined_at: null,
  reason: null
}
export const declinedExample = { ...waitingExample, declined_at: example.time.closed, reason: reasonExample }

/** A request to decline an erasure (GDPR, article 12, paragraph 4: the person has to be told why). */
export const ErasureRefusal = Schema.Struct({
  reason: filled(maxReason).pipe(
    described("Why the person is not erased, as shown on the page of their application", reasonExample)
  )
}).pipe(named("ErasureRefusal", "Why a person is not erased"))
export interface ErasureRefusal extends Schema.Schema.Type<typeof ErasureRefusal> {}

/** The candidate has no erasure request. */
export class ErasureNotRequested extends Schema.TaggedError<ErasureNotRequested>()("ErasureNotRequested", {}) {}

interface MayAsk {
  readonly erasure_request: ErasureRequest | null
}

/** Tells whether a person's erasure request is pending. */
export const asksErasure = ({ erasure_request }: MayAsk): boolean =>
  erasure_request !== null && erasure_request.declined_at === null

/** Returns the request that a merge keeps: the survivor's, unless only the other one is pending. */
export const requestOfBoth = (candidate: MayAsk, into: MayAsk): ErasureRequest | null =>
  asksErasure(candidate) && !asksErasure(into)
    ? candidate.erasure_request
    : into.erasure_request ?? candidate.erasure_request

/** Tells whether both are the same request, answered or not. */
export const isSameRequest = (one: ErasureRequest | null, other: ErasureRequest | null): boolean =>
  one?.requested_at === other?.requested_at && one?.submission_id === other?.submission_id
