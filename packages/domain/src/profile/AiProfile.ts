/**
 * AI profiles: summaries of candidates that an extractor makes. Processing is at least once: if a worker is killed,
 * another worker makes a new attempt. An attempt remembers the profile's version at its start, so that the result of a
 * superseded attempt is refused.
 */
import { Result, Schema } from "effect"
import type { Worker } from "../access/Actor.ts"
import { AiProfileStatus, aiProfileStatus } from "./AiProfileStatus.ts"
import { type Decision, decided, type DomainEvent, type DecisionContext, unchanged, withoutEvents } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { AiProfileId, CandidateId } from "../Id.ts"
import type { Limit } from "../Limit.ts"
import type { Extraction } from "./Extraction.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import { Timestamp } from "../Timestamp.ts"

/** The content of a profile. Summary and JSON are null until the profile is completed. */
const content = {
  status: AiProfileStatus,
  summary: Schema.NullOr(Schema.String).pipe(
    described("What the extractor says of the candidate; null until the profile is completed", example.profile.summary)
  ),
  extracted_json: Schema.NullOr(Schema.Record(Schema.String, Schema.Json)).pipe(
    described("The facts that the extractor found; null until the profile is completed", example.profile.extracted_json)
  )
}

/**
 * A profile as an application shows it (spec, part 2). The current one is the newest of the candidate's present LinkedIn URL,
 * if it was not superseded.
 */
export const AiProfile = Schema.Struct({
  id: AiProfileId,
  ...content,
  is_current: Schema.Boolean.pipe(
    described("Whether this is the newest profile of the candidate's present LinkedIn URL", true)
  )
}).pipe(named("AiProfile", "A summary of a candidate that an extractor makes, as an application shows it"))
export interface AiProfile extends Schema.Schema.Type<typeof AiProfile> {}

/** A profile as its candidate's list shows it. */
export const AiProfileDetail = Schema.Struct({
  ...AiProfile.fields,
  linkedin_url: Schema.String.pipe(
    described("The LinkedIn URL that the profile was made of", example.candidate.linkedin_url)
  ),
  created_at: Timestamp.pipe(described("When the profile was requested", example.time.applied)),
  completed_at: Schema.NullOr(Timestamp).pipe(
    described("When the profile was completed; null if it was not", example.time.profileCompleted)
  )
}).pipe(named("AiProfileDetail", "A summary of a candidate that an extractor makes, as its candidate's list shows it"))
export interface AiProfileDetail extends Schema.Schema.Type<typeof AiProfileDetail> {}

/** A pending profile: its processing was requested. */
export const RequestedProfile = Schema.Struct({
  id: AiProfileId,
  status: AiProfileStatus,
  linkedin_url: AiProfileDetail.fields.linkedin_url,
  created_at: AiProfileDetail.fields.created_at
})
export interface RequestedProfile extends Schema.Schema.Type<typeof RequestedProfile> {}

/** A profile with the fields that decisions need. */
export const AiProfileState = Schema.Struct({
  ...RequestedProfile.fields,
  ...content,
  candidate_id: CandidateId,
  attempts: Schema.Int.pipe(described("How many attempts ended by themselves or with their worker's death", 1)),
  reason: Schema.NullOr(Schema.String).pipe(described("Why the last counted attempt failed; null if none did", null)),
  provider: Schema.NullOr(Schema.String).pipe(
    described("`rules`, or the host of the model that made the profile; null until it is completed", "rules")
  ),
  model: Schema.NullOr(Schema.String).pipe(described("The model that made the profile; null for `rules`", null)),
  input_hash: Schema.NullOr(Schema.String).pipe(
    described(
      "The SHA-256 of the extractor's input as JSON; null until the profile is completed",
      example.profile.extracted_json.input_hash
    )
  ),
  completed_at: AiProfileDetail.fields.completed_at,
  version: Schema.Int
})
export interface AiProfileState extends Schema.Schema.Type<typeof AiProfileState> {}

/** Bounds the profiles of a candidate: each new LinkedIn URL and each refresh adds one. */
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

/** The candidate has no LinkedIn URL to read a profile from. */
export class NoLinkedInUrl extends Schema.TaggedError<NoLinkedInUrl>()("NoLinkedInUrl", {}) {}

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

/** Returns the requested profile as its candidate's list shows it. */
export const detailOf = ({ created_at, id, linkedin_url, status }: RequestedProfile): AiProfileDetail => ({
  id,
  status,
  summary: null,
  extracted_json: null,
  is_current: true,
  linkedin_url,
  created_at,
  completed_at: null
})

/** The state that decides on a refresh. */
export interface RefreshContext {
  readonly candidate_id: CandidateId
  readonly linkedin_url: string | null
  /** The current profile if it is pending. */
  readonly waiting: RequestedProfile | null
}

/** Requests a new profile of the candidate's present LinkedIn URL. Returns the current one if it has not begun. */
export const refresh = (
  { candidate_id, linkedin_url, waiting }: RefreshContext,
  { nextId, now }: DecisionContext
): Decision<RequestedProfile, NoLinkedInUrl> => {
  if (linkedin_url === null) return Result.fail(new NoLinkedInUrl())
  if (waiting !== null) return unchanged(waiting)
  const profile = request(linkedin_url, nextId(), now)
  return decided(profile, requested(profile, candidate_id))
}

/** The event of a request for processing. */
export const requested = (profile: RequestedProfile, candidate_id: CandidateId): DomainEvent => ({
  type: "ai_profile.requested",
  subject_id: profile.id,
  data: { ...profile, candidate_id }
})

/**
 * Starts the next attempt, without an event: events record only how a profile ends. A profile that is `processing`
 * already was left by a worker that died; after the last attempt, such a profile is failed. A profile that is no longer the
 * current one of its candidate is superseded instead: its LinkedIn URL was withdrawn or replaced, or read again.
 */
export const start = (
  profile: AiProfileState,
  _context: unknown,
  isCurrent: boolean
): Decision<AiProfileState, TransitionRefused> => {
  const begin = isCurrent ? started : superseded
  if (profile.status !== "processing") return begin(profile)
  const died = { ...profile, reason: "interrupted: the worker ended during the attempt" }
  return profile.attempts >= maxAttempts
    ? failed(died)
    : Result.flatMap(released(died), begin)
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

/** Deletes a profile permanently. The event has the ids of the profile and its candidate without the content. */
export const remove = (profile: AiProfileState): Decision<AiProfileState, never> =>
  decided(profile, {
    type: "ai_profile.deleted",
    subject_id: profile.id,
    data: { id: profile.id, candidate_id: profile.candidate_id }
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

const superseded = (profile: AiProfileState): Decision<AiProfileState, TransitionRefused> =>
  Result.flatMap(aiProfileStatus.next(profile.status, "supersede"), (status) => {
    const after: AiProfileState = { ...profile, status, version: profile.version + 1 }
    return decided(after, event("ai_profile.superseded", after))
  })

const event = (type: DomainEvent["type"], profile: AiProfileState): DomainEvent => ({
  type,
  subject_id: profile.id,
  data: { ...profile }
})
