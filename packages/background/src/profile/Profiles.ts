/** Processes profiles from pending to completed or failed. */
import type { Worker } from "@candor/domain/access/Actor"
import * as AiProfile from "@candor/domain/candidate/AiProfile"
import { AiProfiles } from "@candor/domain/candidate/AiProfiles"
import {
  type ExtractionInput,
  type ExtractorFailure,
  ProfileExtractor
} from "@candor/domain/candidate/ProfileExtractor"
import * as Timestamp from "@candor/domain/Timestamp"
import { refusesWrites } from "@candor/sql/database/SqlFailures"
import * as ProfileWork from "@candor/sql/queue/ProfileWork"
import { Cause, Effect, Layer } from "effect"
import { createHash } from "node:crypto"
import { consume } from "../queue/Consumer.ts"
import { Enrichment } from "./Enrichment.ts"

const hash = (input: ExtractionInput): string => createHash("sha256").update(JSON.stringify(input)).digest("hex")

const readInput = Effect.fnUntraced(function*({ organization_id, profile_id }: ProfileWork.Element) {
  const input = yield* (yield* AiProfiles).input(organization_id, profile_id)
  return { ...input, enrichment: yield* (yield* Enrichment).dataOf(input.linkedin_url) }
})

/** Returns the profile to pending for at least `seconds`, or fails it after the last attempt. */
const retryLater = Effect.fnUntraced(function*(
  worker: Worker,
  profile: AiProfile.AiProfileState,
  reason: string,
  seconds: number
) {
  const pause = Math.max(seconds, AiProfile.pauseAfter(profile))
  const resume_at = Timestamp.fromMillis(Date.parse(yield* Timestamp.now) + pause * 1000)
  return yield* (yield* AiProfiles).modify(
    worker,
    profile.id,
    (current) => AiProfile.returnToPending(current, profile.version, reason),
    { resume_at }
  )
})

/**
 * Returns the profile to pending after a defect. Stores only the defect's name: its message may quote the candidate.
 */
const afterDefect = Effect.fnUntraced(function*(worker: Worker, profile: AiProfile.AiProfileState, defect: unknown) {
  if (refusesWrites(defect)) {
    yield* Effect.logWarning("A profile could not be stored: the database takes no writes", Cause.die(defect))
    return yield* retryLater(worker, profile, "the database took no writes", 0)
  }
  yield* Effect.logError("An attempt at a profile ended by a defect", Cause.die(defect))
  const name = defect instanceof Error ? defect.name : typeof defect
  return yield* retryLater(worker, profile, `internal error: ${name}; the log of the worker says more`, 0)
})

/** Stores the consequence of a failed extraction: a later attempt, or a failed profile. */
const afterFailure = Effect.fnUntraced(function*(
  worker: Worker,
  profile: AiProfile.AiProfileState,
  failure: ExtractorFailure
) {
  const profiles = yield* AiProfiles
  const reason = failure._tag === "BudgetExhausted"
    ? `the day's tokens are used up until ${failure.until}`
    : failure.reason
  yield* Effect.annotateLogs(Effect.logWarning("A profile was not extracted"), { failure: failure._tag, reason })
  switch (failure._tag) {
    case "BudgetExhausted":
      return yield* profiles.modify(worker, profile.id, (current) => AiProfile.release(current, profile.version), {
        resume_at: failure.until
      })
    case "ExtractorUnavailable":
      return yield* retryLater(worker, profile, `unavailable: ${failure.reason}`, failure.retry_after ?? 0)
    case "ExtractorRefused":
      return yield* profiles.modify(
        worker,
        profile.id,
        (current) => AiProfile.fail(current, profile.version, `refused: ${failure.reason}`)
      )
    case "InvalidOutput":
      return yield* profiles.modify(
        worker,
        profile.id,
        (current) => AiProfile.fail(current, profile.version, `invalid output: ${failure.reason}`)
      )
  }
})

const attempt = Effect.fnUntraced(function*(
  worker: Worker,
  work: ProfileWork.Element,
  profile: AiProfile.AiProfileState
) {
  const profiles = yield* AiProfiles
  const input = yield* readInput(work)
  yield* (yield* ProfileExtractor).extract(input).pipe(
    Effect.matchEffect({
      onFailure: (failure) => afterFailure(worker, profile, failure),
      onSuccess: (extraction) =>
        profiles.modify(
          worker,
          profile.id,
          (current, context) => AiProfile.complete(current, profile.version, extraction, hash(input), context)
        )
    })
  )
})

/**
 * Makes one attempt at a profile. A worker that stops returns the profile to pending. Discards the result of a
 * superseded attempt, and of a deleted candidate.
 */
export const process = Effect.fnUntraced(function*(work: ProfileWork.Element) {
  const { organization_id, profile_id, request_id } = work
  const profiles = yield* AiProfiles
  const worker: Worker = { organization_id, worker: ProfileWork.queue, request_id }
  yield* Effect.uninterruptibleMask((restore) =>
    Effect.gen(function*() {
      const profile = yield* profiles.modify(worker, profile_id, AiProfile.start)
      if (profile.status !== "processing") return
      yield* restore(attempt(worker, work, profile)).pipe(
        Effect.catchDefect((defect) => afterDefect(worker, profile, defect)),
        Effect.onInterrupt(() =>
          Effect.ignore(profiles.modify(worker, profile_id, (current) => AiProfile.release(current, profile.version)))
        )
      )
    })
  )
}, (effect, { profile_id, request_id }) =>
  effect.pipe(
    Effect.catchTag(["AiProfileNotFound", "AttemptSuperseded", "TransitionRefused"], (failure) =>
      Effect.annotateLogs(Effect.logInfo("A profile needs no more processing"), { failure: failure._tag })),
    Effect.annotateLogs({ profile_id, request_id })
  ))

/** Takes profiles from the queue. */
export const layer = Layer.effectDiscard(consume({
  queue: ProfileWork.queue,
  element: ProfileWork.Element,
  concurrency: 4,
  // The profile counts its own attempts and fails first. This limit covers failures before an attempt is counted.
  maxAttempts: 50,
  handle: process
})).pipe(Layer.provide(Enrichment.layer))
