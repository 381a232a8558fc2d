/**
 * AI profiles: summaries of candidates that an extractor makes. Processing is at least once: if a worker is killed,
 * another worker makes a new attempt. An attempt remembers the profile's version at its start, so that the result of a
 * superseded attempt is refused.
 */
import { Result, Schema } from "effect"
import type { Worker } from "../access/Actor.ts"
import { AiProfileStatus, aiProfileStatus } from "./AiProfileStatus.ts"
import { type Decision, decided, type DomainEvent, type DecisionContext, withoutEvents } from "../Decision.ts"
import { AiProfileId, CandidateId } from "../Id.ts"
import type { Limit } from "../Limit.ts"
import type { Extraction } from "./Extraction.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import { Timestamp } from "../Timestamp.ts"

/** A profile as an application shows it (spec, part 2). Summary and JSON are null until the profile is completed. */
export const AiProfile = Schema.Struct({
  status: AiProfileStatus,
  summary: Schema.NullOr(Schema.String),
  extracted_json: Schema.NullOr(Schema.Record(Schema.String, Schema.Json))
}).annotate({ identifier: "AiProfile" })
export interface AiProfile extends Schema.Schema.Type<typeof AiProfile> {}

/** A pending profile: its processing was requested. */
export const RequestedProfile = Schema.Struct({
  id: AiProfileId,
  status: AiProfileStatus,
  linkedin_url: Schema.String,
  created_at: Timestamp
})
export interface RequestedProfile extends Schema.Schema.Type<typeof RequestedProfile> {}

/** A profile with the fields that decisions need. */
export const AiProfileState = Schema.Struct({
  ...RequestedProfile.fields,
  ...AiProfile.fields,
  candidate_id: CandidateId,
  /** The attempts that ended by themselves or with their worker's death. Released attempts do not count. */
  attempts: Schema.Int,
  /** Why the last counted attempt failed. */
  reason: Schema.NullOr(Schema.String),
  /** The provider that completed it; with `model`, `input_hash` and `completed_at` its provenance. */
  provider: Schema.NullOr(Schema.String),
  model: Schema.NullOr(Schema.String),
  /** The SHA-256 of the extractor's input as JSON. */
  input_hash: Schema.NullOr(Schema.String),
  completed_at: Schema.NullOr(Timestamp),
  version: Schema.Int
})
export interface AiProfileState extends Schema.Schema.Type<typeof AiProfileState> {}

/** Bounds the profiles of a candidate: each new LinkedIn URL adds one. */
export const maxProfiles: Limit = { what: "AI profiles of a candidate", limit: 20 }

/** Bounds the attempts at a profile. After the last, the profile is failed; a retry starts the count again. */
export const maxAttempts = 5

/** The pauses after each failed attempt, in seconds. */
const pauses = [10, 60, 600, 3600]

/** Returns the pause before the next attempt, in seconds. */
export const pauseAfter = ({ attempts }: AiProfileState): number => pauses[attempts - 1] ?? 3600

export class AiProfileNotFound
  extends Schema.TaggedError<AiProfileNotFound>()("AiProfileNotFound", { id: Schema.String })
{}

/** Another attempt has started or ended since this attempt started. */
export class AttemptSuperseded extends Schema.TaggedError<AttemptSuperseded>()("AttemptSuperseded", {
  id: AiProfileId,
  version: Schema.Int
}) {}

/** Creates a pending profile. */
export const request = (linkedin_url: string, id: string, now: Timestamp): RequestedProfile => ({
  id: AiProfileId.make(id),
  status: aiProfileStatus.initial,
  linkedin_url,
  created_at: now
})

/** The event of a request for processing. */
export const requested = (profile: RequestedProfile, candidate_id: CandidateId): DomainEvent => ({
  type: "ai_profile.requested",
  subject_id: profile.id,
  data: { ...profile, candidate_id }
})

/**
 * Starts the next attempt, without an event: events record only how a profile ends. A profile that is `processing`
 * already was left by a worker that died; after the last attempt, such a profile is failed.
 */
export const start = (profile: AiProfileState): Decision<AiProfileState, TransitionRefused> => {
  if (profile.status !== "processing") return started(profile)
  const died = { ...profile, reason: "interrupted: the worker ended during the attempt" }
  return profile.attempts >= maxAttempts
    ? failed(died)
    : Result.flatMap(released(died), started)
}

/** Completes the profile with the result of an attempt. */
export const complete = (
  profile: AiProfileState,
  attempt: number,
  { facts, model, provider, summary }: Extraction,
  input_hash: string,
  { now }: DecisionContext<Worker>
): Decision<AiProfileState, TransitionRefused | AttemptSuperseded> =>
  Result.gen(function*() {
    yield* current(profile, attempt)
    const after: AiProfileState = {
      ...profile,
      status: yield* aiProfileStatus.next(profile.status, "complete"),
      summary,
      extracted_json: { ...facts, provider, model, extracted_at: now, input_hash },
      reason: null,
      provider,
      model,
      input_hash,
      completed_at: now,
      version: profile.version + 1
    }
    return yield* decided(after, event("ai_profile.completed", after))
  })

/** Fails the profile after an attempt that would end the same way again. */
export const fail = (
  profile: AiProfileState,
  attempt: number,
  reason: string
): Decision<AiProfileState, TransitionRefused | AttemptSuperseded> =>
  Result.flatMap(current(profile, attempt), () => failed({ ...profile, reason }))

/** Returns the profile to pending after a failed attempt, or fails it after the last attempt. */
export const returnToPending = (
  profile: AiProfileState,
  attempt: number,
  reason: string
): Decision<AiProfileState, TransitionRefused | AttemptSuperseded> =>
  profile.attempts >= maxAttempts
    ? fail(profile, attempt, reason)
    : Result.gen(function*() {
      yield* current(profile, attempt)
      return yield* withoutEvents(yield* released({ ...profile, reason }))
    })

/** Returns the profile to pending without counting the attempt: the worker stops, or the budget is used up. */
export const release = (
  profile: AiProfileState,
  attempt: number
): Decision<AiProfileState, TransitionRefused | AttemptSuperseded> =>
  Result.gen(function*() {
    yield* current(profile, attempt)
    return yield* withoutEvents(yield* released({ ...profile, attempts: profile.attempts - 1 }))
  })

/** Requests the processing of a failed profile again. */
export const retry = (profile: AiProfileState): Decision<AiProfileState, TransitionRefused> =>
  Result.flatMap(aiProfileStatus.next(profile.status, "retry"), (status) => {
    const after: AiProfileState = { ...profile, status, attempts: 0, version: profile.version + 1 }
    const { created_at, id, linkedin_url } = after
    return decided(after, requested({ id, status, linkedin_url, created_at }, after.candidate_id))
  })

const current = (profile: AiProfileState, attempt: number): Result.Result<void, AttemptSuperseded> =>
  profile.version === attempt
    ? Result.void
    : Result.fail(new AttemptSuperseded({ id: profile.id, version: profile.version }))

const started = (profile: AiProfileState): Decision<AiProfileState, TransitionRefused> =>
  Result.flatMap(aiProfileStatus.next(profile.status, "start"), (status) =>
    withoutEvents({ ...profile, status, attempts: profile.attempts + 1, version: profile.version + 1 }))

const released = (profile: AiProfileState): Result.Result<AiProfileState, TransitionRefused> =>
  Result.map(aiProfileStatus.next(profile.status, "release"), (status) => ({
    ...profile,
    status,
    version: profile.version + 1
  }))

const failed = (profile: AiProfileState): Decision<AiProfileState, TransitionRefused> =>
  Result.flatMap(aiProfileStatus.next(profile.status, "fail"), (status) => {
    const after: AiProfileState = { ...profile, status, version: profile.version + 1 }
    return decided(after, event("ai_profile.failed", after))
  })

const event = (type: DomainEvent["type"], profile: AiProfileState): DomainEvent => ({
  type,
  subject_id: profile.id,
  data: { ...profile }
})
