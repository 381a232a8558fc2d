/**
 * AI profiles: summaries of candidates that an extractor makes. Processing is at least once: if a worker is killed,
 * another makes a new attempt. An attempt remembers the profile's version from its start, so that the result of a
 * superseded one is refused.
 */
import { Result, Schema } from "effect"
import type { Worker } from "../access/Actor.ts"
import { AiProfileStatus, aiProfileStatus } from "./AiProfileStatus.ts"
import { type Decision, decided, type DecisionContext, unchanged, withoutEvents } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { AiProfileId, CandidateId } from "../Id.ts"
import type { Limit } from "../Limit.ts"
import { embedded, id, inLists, managed, reference, searchedAs, state, time, version, without } from "../Field.ts"
import { declare } from "../Noun.ts"
import type { Extraction } from "./Extraction.ts"
import type { TransitionRefused } from "../StateMachine.ts"
import { Timestamp } from "../Timestamp.ts"

/** The values of a profile before an extractor has made it. */
const unprocessed = {
  summary: null,
  extracted_json: null,
  attempts: 0,
  reason: null,
  provider: null,
  model: null,
  input_hash: null,
  completed_at: null
}

export const noun = declare({
  subject: "ai_profile",
  description: "A candidate summary made by an extractor, with its provenance",
  table: "ai_profiles",
  partOf: "candidate",
  sees: "owner",
  fields: {
    id: id(AiProfileId),
    candidate_id: reference(CandidateId),
    status: state(AiProfileStatus, "removed"),
    summary: managed(Schema.NullOr(Schema.String), {
      description: "The extractor's summary of the candidate; null until the profile is completed",
      example: example.profile.summary,
      privacy: "removed"
    }).pipe(inLists, searchedAs("ai_summary")),
    extracted_json: managed(Schema.NullOr(Schema.Record(Schema.String, Schema.Json)), {
      description: "The facts that the extractor found; null until the profile is completed",
      example: example.profile.extracted_json,
      privacy: "removed"
    }).pipe(inLists),
    is_current: embedded(
      Schema.Boolean.pipe(described("Whether this is the newest profile of the candidate's current LinkedIn URL", true))
    ).pipe(inLists),
    linkedin_url: managed(Schema.String, {
      description: "The LinkedIn URL that the profile was made from",
      example: example.candidate.linkedin_url,
      privacy: "removed"
    }),
    created_at: time(Timestamp, "When the profile was requested", example.time.applied),
    completed_at: time(
      Schema.NullOr(Timestamp),
      "When the profile was completed; null if it has not been",
      example.time.profileCompleted
    ),
    attempts: managed(Schema.Int, {
      description: "The number of attempts that have ended, including those whose worker died",
      example: 1,
      privacy: "removed"
    }).pipe(without("json")),
    reason: managed(Schema.NullOr(Schema.String), {
      description: "Why the last counted attempt failed; null if none has failed",
      example: null,
      privacy: "removed"
    }).pipe(without("json")),
    provider: managed(Schema.NullOr(Schema.String), {
      description: "`rules`, or the host of the model that made the profile; null until it is completed",
      example: "rules",
      privacy: "removed"
    }).pipe(without("json")),
    model: managed(Schema.NullOr(Schema.String), {
      description: "The model that made the profile; null for `rules`",
      example: null,
      privacy: "removed"
    }).pipe(without("json")),
    input_hash: managed(Schema.NullOr(Schema.String), {
      description: "The SHA-256 of the extractor's input as JSON; null until the profile is completed",
      example: example.profile.extracted_json.input_hash,
      privacy: "removed"
    }).pipe(without("json")),
    version
  },
  events: {
    requested: {
      summary: "An AI profile was requested",
      example: { status: "pending" },
      only: {
        identifier: "RequestedAiProfileEventData",
        description: "An AI profile waiting to be processed",
        fields: ["id", "status", "linkedin_url", "created_at", "candidate_id"]
      }
    },
    completed: { summary: "An AI profile was completed" },
    failed: {
      summary: "An AI profile failed after its last attempt",
      example: { ...unprocessed, status: "failed", attempts: 5, reason: "The extractor did not answer" }
    },
    superseded: {
      summary: "An AI profile was not made, because the LinkedIn URL changed first",
      reads: ["outdated", "veraltet"],
      example: { ...unprocessed, status: "superseded", attempts: 0 }
    },
    deleted: {
      summary: "An AI profile was deleted",
      only: {
        identifier: "DeletedAiProfileEventData",
        description: "The ids of an AI profile that is deleted",
        fields: ["id", "candidate_id"]
      }
    }
  }
})

/**
 * A profile as an application shows it (spec, part 2). The current one is the newest of the candidate's present
 * LinkedIn URL, unless it was superseded.
 */
export const AiProfile = noun.listed.pipe(
  named("AiProfile", "A candidate summary made by an extractor, as an application shows it")
)
export interface AiProfile extends Schema.Schema.Type<typeof AiProfile> {}

/** A profile as its candidate's list shows it. */
export const AiProfileDetail = noun.json.pipe(
  named("AiProfileDetail", "A candidate summary made by an extractor, as the candidate's list shows it")
)
export interface AiProfileDetail extends Schema.Schema.Type<typeof AiProfileDetail> {}

export const AiProfileState = noun.row
export interface AiProfileState extends Schema.Schema.Type<typeof AiProfileState> {}

/** The most profiles of a candidate: each new LinkedIn URL and each refresh adds one. */
export const maxProfiles: Limit = { what: "AI profiles of a candidate", limit: 20 }

/** The most attempts at a profile. After the last it fails; a retry starts the count again. */
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
export const request = (
  candidate_id: CandidateId,
  linkedin_url: string,
  id: string,
  now: Timestamp
): AiProfileState => ({
  ...unprocessed,
  id: AiProfileId.make(id),
  candidate_id,
  status: aiProfileStatus.initial,
  linkedin_url,
  created_at: now,
  version: 1
})

/** The context of a decision on a refresh. */
export interface RefreshContext {
  readonly candidate_id: CandidateId
  readonly linkedin_url: string | null
  /** The current profile, if it is pending. */
  readonly waiting: AiProfileState | null
}

/**
 * Requests a new profile of the candidate's present LinkedIn URL. Returns the current one if its processing has not
 * begun.
 */
export const refresh = (
  { candidate_id, linkedin_url, waiting }: RefreshContext,
  { nextId, now }: DecisionContext
): Decision<AiProfileState, NoLinkedInUrl> => {
  if (linkedin_url === null) return Result.fail(new NoLinkedInUrl())
  if (waiting !== null) return unchanged(waiting)
  const profile = request(candidate_id, linkedin_url, nextId(), now)
  return decided(profile, noun.event("requested", profile))
}

/**
 * Starts the next attempt, without an event: events record only the outcome of a profile. A profile that is already
 * `processing` was left by a worker that died, and fails if that was the last attempt. A profile that is not its
 * candidate's current one is superseded instead: its LinkedIn URL was removed, replaced or read again.
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
    return yield* decided(after, noun.event("completed", after))
  })

/** Fails the profile after an attempt that would fail again. */
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

/** Requests another round of attempts at a failed profile. */
export const retry = (profile: AiProfileState): Decision<AiProfileState, TransitionRefused> =>
  Result.flatMap(aiProfileStatus.next(profile.status, "retry"), (status) => {
    const after: AiProfileState = { ...profile, status, attempts: 0, version: profile.version + 1 }
    return decided(after, noun.event("requested", after))
  })

/** Deletes a profile permanently. The event has the ids of the profile and its candidate, without the content. */
export const remove = (profile: AiProfileState): Decision<AiProfileState, never> =>
  decided(profile, noun.event("deleted", profile))

const current = (profile: AiProfileState, attempt: number): Result.Result<void, AttemptSuperseded> =>
  profile.version === attempt
    ? Result.void
    : Result.fail(new AttemptSuperseded({ id: profile.id, version: profile.version }))

const started = (profile: AiProfileState): Decision<AiProfileState, TransitionRefused> =>
  Result.flatMap(
    aiProfileStatus.next(profile.status, "start"),
    (status) => withoutEvents({ ...profile, status, attempts: profile.attempts + 1, version: profile.version + 1 })
  )

const released = (profile: AiProfileState): Result.Result<AiProfileState, TransitionRefused> =>
  Result.map(aiProfileStatus.next(profile.status, "release"), (status) => ({
    ...profile,
    status,
    version: profile.version + 1
  }))

const failed = (profile: AiProfileState): Decision<AiProfileState, TransitionRefused> =>
  Result.flatMap(aiProfileStatus.next(profile.status, "fail"), (status) => {
    const after: AiProfileState = { ...profile, status, version: profile.version + 1 }
    return decided(after, noun.event("failed", after))
  })

const superseded = (profile: AiProfileState): Decision<AiProfileState, TransitionRefused> =>
  Result.flatMap(aiProfileStatus.next(profile.status, "supersede"), (status) => {
    const after: AiProfileState = { ...profile, status, version: profile.version + 1 }
    return decided(after, noun.event("superseded", after))
  })
