/**
 * What a machine made of a candidate's LinkedIn profile. Processing is at least once: a worker may
 * be killed at any moment, and another goes on. So an attempt knows its profile by the version with
 * which it began, and what an overtaken attempt brings is refused.
 */
import { Result, Schema } from "effect"
import type { Worker } from "../access/Actor.ts"
import { AiProfileStatus, aiProfileStatus } from "./AiProfileStatus.ts"
import { type Decision, decided, type DomainEvent, type DecisionContext, quietly } from "../Decision.ts"
import { AiProfileId, CandidateId } from "../Id.ts"
import type { Limit } from "../Limit.ts"
import type { Extraction } from "./ProfileExtractor.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import { Timestamp } from "../Timestamp.ts"

/** A profile as an application shows it (spec, part 2); both facts are null until it is completed. */
export const AiProfile = Schema.Struct({
  status: AiProfileStatus,
  summary: Schema.NullOr(Schema.String),
  extracted_json: Schema.NullOr(Schema.Record(Schema.String, Schema.Json))
}).annotate({ identifier: "AiProfile" })
export interface AiProfile extends Schema.Schema.Type<typeof AiProfile> {}

/** A profile that waits to be processed. */
export const RequestedProfile = Schema.Struct({
  id: AiProfileId,
  status: AiProfileStatus,
  linkedin_url: Schema.String,
  created_at: Timestamp
})
export interface RequestedProfile extends Schema.Schema.Type<typeof RequestedProfile> {}

/** A profile as decisions see it. */
export const AiProfileState = Schema.Struct({
  ...RequestedProfile.fields,
  ...AiProfile.fields,
  candidate_id: CandidateId,
  /** Attempts that count: those that ended by themselves, or with their worker's death. */
  attempts: Schema.Int,
  /** Why the last attempt that counts came to nothing. */
  reason: Schema.NullOr(Schema.String),
  /** Who completed it; with `model`, `input_hash` and `completed_at` its provenance. */
  provider: Schema.NullOr(Schema.String),
  model: Schema.NullOr(Schema.String),
  /** SHA-256 of the JSON of all that was read. */
  input_hash: Schema.NullOr(Schema.String),
  completed_at: Schema.NullOr(Timestamp),
  version: Schema.Int
})
export interface AiProfileState extends Schema.Schema.Type<typeof AiProfileState> {}

/** The most profiles that a candidate can have: each LinkedIn URL that is new to the candidate adds one. */
export const maxProfiles: Limit = { what: "AI profiles of a candidate", limit: 20 }

/** The attempts that a profile gets before it is failed; a retry that somebody asks for gives as many again. */
export const maxAttempts = 5

/** How long a profile waits after its n-th attempt that came to nothing, in seconds. */
const pauses = [10, 60, 600, 3600]

export const pauseAfter = ({ attempts }: AiProfileState): number => pauses[attempts - 1] ?? 3600

export class AiProfileNotFound
  extends Schema.TaggedError<AiProfileNotFound>()("AiProfileNotFound", { id: Schema.String })
{}

/** Another attempt has begun, or ended, since this one did. */
export class AttemptSuperseded extends Schema.TaggedError<AttemptSuperseded>()("AttemptSuperseded", {
  id: AiProfileId,
  version: Schema.Int
}) {}

/** A new profile, at the beginning of its processing. */
export const request = (linkedin_url: string, id: string, now: Timestamp): RequestedProfile => ({
  id: AiProfileId.make(id),
  status: aiProfileStatus.initial,
  linkedin_url,
  created_at: now
})

/** What is recorded when processing is asked for. */
export const requested = (profile: RequestedProfile, candidate_id: CandidateId): DomainEvent => ({
  type: "ai_profile.requested",
  subject_id: profile.id,
  data: { ...profile, candidate_id }
})

/**
 * The next attempt. Attempts are the worker's bookkeeping and no event: whoever follows a profile
 * hears how it ends. One that is `processing` already was left so by a worker that died; where that
 * was the last attempt, the profile is failed.
 */
export const start = (profile: AiProfileState): Decision<AiProfileState, TransitionRefused> => {
  if (profile.status !== "processing") return started(profile)
  const died = { ...profile, reason: "interrupted: the worker ended during the attempt" }
  return profile.attempts >= maxAttempts
    ? failed(died)
    : Result.flatMap(handedBack(died), started)
}

/** What an attempt found is the profile. */
export const complete = (
  profile: AiProfileState,
  attempt: number,
  { facts: extracted, model, provider, summary }: Extraction,
  input_hash: string,
  { now }: DecisionContext<Worker>
): Decision<AiProfileState, TransitionRefused | AttemptSuperseded> =>
  Result.gen(function*() {
    yield* current(profile, attempt)
    const after: AiProfileState = {
      ...profile,
      status: yield* aiProfileStatus.next(profile.status, "complete"),
      summary,
      extracted_json: { ...extracted, provider, model, extracted_at: now, input_hash },
      reason: null,
      provider,
      model,
      input_hash,
      completed_at: now,
      version: profile.version + 1
    }
    return yield* decided(after, event("ai_profile.completed", after))
  })

/** An attempt that ended in a way that another one would too: the profile is failed. */
export const fail = (
  profile: AiProfileState,
  attempt: number,
  reason: string
): Decision<AiProfileState, TransitionRefused | AttemptSuperseded> =>
  Result.flatMap(current(profile, attempt), () => failed({ ...profile, reason }))

/** An attempt that came to nothing, and another may not: back to waiting, or failed where it was the last. */
export const handBack = (
  profile: AiProfileState,
  attempt: number,
  reason: string
): Decision<AiProfileState, TransitionRefused | AttemptSuperseded> =>
  profile.attempts >= maxAttempts
    ? fail(profile, attempt, reason)
    : Result.gen(function*() {
      yield* current(profile, attempt)
      return yield* quietly(yield* handedBack({ ...profile, reason }))
    })

/** An attempt that could not be made (the worker stops, the budget is used up) does not count. */
export const release = (
  profile: AiProfileState,
  attempt: number
): Decision<AiProfileState, TransitionRefused | AttemptSuperseded> =>
  Result.gen(function*() {
    yield* current(profile, attempt)
    return yield* quietly(yield* handedBack({ ...profile, attempts: profile.attempts - 1 }))
  })

/** A failed profile is asked for again. */
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
    quietly({ ...profile, status, attempts: profile.attempts + 1, version: profile.version + 1 }))

const handedBack = (profile: AiProfileState): Result.Result<AiProfileState, TransitionRefused> =>
  Result.map(aiProfileStatus.next(profile.status, "hand_back"), (status) => ({
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
