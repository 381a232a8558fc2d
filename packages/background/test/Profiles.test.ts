import * as Background from "@candor/background/Background"
import { Enrichment } from "@candor/background/profile/Enrichment"
import * as Profiles from "@candor/background/profile/Profiles"
import * as RulesExtractor from "@candor/background/profile/RulesExtractor"
import * as AiProfile from "@candor/domain/candidate/AiProfile"
import * as Candidate from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import {
  BudgetExhausted,
  ExtractorRefused,
  ExtractorUnavailable,
  InvalidOutput,
  ProfileExtractor
} from "@candor/domain/candidate/ProfileExtractor"
import { FailedWork } from "@candor/domain/queue/FailedWork"
import { WorkId } from "@candor/domain/Id"
import * as ContentStore from "@candor/files/ContentStore"
import * as Timestamp from "@candor/domain/Timestamp"
import * as ProfileWork from "@candor/sql/queue/ProfileWork"
import { databases, runOn } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { describe, expect, test } from "bun:test"
import { tmpdir } from "node:os"
import { Deferred, Effect, Fiber, Layer, Logger, References, Schedule } from "effect"
import { SqlError } from "effect/sql"
import { requestedProfile, lapse, profileOf, workOf } from "./ProfileWorld.ts"

const noEnrichment = Layer.succeed(Enrichment, { dataOf: () => Effect.succeed(null) })

/** An attempt with an extractor that does this. */
const attempt = (work: ProfileWork.Element, extract: ProfileExtractor["Service"]["extract"]) =>
  Profiles.process(work).pipe(
    Effect.provide([Layer.succeed(ProfileExtractor, { extract }), noEnrichment])
  )

const rules = RulesExtractor.extract
const unavailable = new ExtractorUnavailable({ reason: "the endpoint answered with status 503", retry_after: null })

for (const database of databases) {
  // What goes wrong on purpose need not be told.
  const runHere = runOn(forFile(database))
  const run: ReturnType<typeof runOn> = (effect) =>
    runHere(Effect.provideService(effect, References.MinimumLogLevel, "None"))

  describe(`Profiles on ${database.name}`, () => {
    test("a LinkedIn URL that is set ends in completed, by rules, with its provenance and one event", () =>
      run(Effect.gen(function*() {
        const { candidate, work } = yield* requestedProfile
        yield* Effect.scoped(Effect.gen(function*() {
          yield* Layer.build(Background.layer.pipe(Layer.provide(ContentStore.inFolder(tmpdir()))))
          yield* Effect.repeat(profileOf(work), {
            until: ({ status }) => status === "completed",
            schedule: Schedule.spaced("20 millis")
          })
        }))
        const profile = yield* profileOf(work)
        expect(profile).toMatchObject({
          status: "completed",
          attempts: 1,
          provider: "rules",
          model: null,
          reason: null
        })
        expect(profile.summary).toContain(candidate.full_name)
        expect(profile.extracted_json).toMatchObject({
          provider: "rules",
          input_hash: profile.input_hash,
          extracted_at: profile.completed_at,
          skills: ["Haskell"]
        })
        expect(profile.input_hash).toMatch(/^[0-9a-f]{64}$/)
        expect(yield* workOf(work)).toMatchObject({ state: "completed" })
        expect(profile.events).toEqual(["ai_profile.requested", "ai_profile.completed"])
      })))

    test("a profile that a killed worker left in processing gets another attempt", () =>
      run(Effect.gen(function*() {
        const { work } = yield* requestedProfile
        yield* lapse(work)
        yield* attempt(work, (input) => Effect.succeed(rules(input)))
        expect(yield* profileOf(work)).toMatchObject({ status: "completed", attempts: 2 })
      })))

    test("a profile whose every attempt ended with its worker is failed, with its work as a dead letter", () =>
      run(Effect.gen(function*() {
        const { work } = yield* requestedProfile
        for (let n = 0; n < AiProfile.maxAttempts; n++) yield* lapse(work)
        expect((yield* profileOf(work)).status).toBe("processing")
        yield* attempt(work, () => Effect.die("must not be called"))
        expect(yield* profileOf(work)).toMatchObject({
          status: "failed",
          reason: expect.stringMatching(/^interrupted/)
        })
        expect(yield* workOf(work)).toMatchObject({
          state: "failed",
          last_failure: expect.stringMatching(/^interrupted/)
        })
      })))

    test("an extractor that is never available is called five times with growing pauses, then the profile is failed", () =>
      run(Effect.gen(function*() {
        const { work } = yield* requestedProfile
        const pauses: Array<number> = []
        for (let n = 1; n < AiProfile.maxAttempts; n++) {
          yield* attempt(work, () => Effect.fail(unavailable))
          expect(yield* profileOf(work)).toMatchObject({ status: "pending", attempts: n })
          pauses.push((yield* workOf(work)).seconds_until_due)
        }
        expect(pauses).toEqual([10, 60, 600, 3600])
        yield* attempt(work, () => Effect.fail(unavailable))
        const reason = "unavailable: the endpoint answered with status 503"
        const profile = yield* profileOf(work)
        expect(profile).toMatchObject({ status: "failed", attempts: 5, reason, summary: null, extracted_json: null })
        expect(profile.events).toEqual(["ai_profile.requested", "ai_profile.failed"])
        expect(yield* workOf(work)).toMatchObject({ state: "failed", last_failure: reason })
      })))

    test("the reason of a defect is its name without its message, and the profile waits as after any attempt", () =>
      run(Effect.gen(function*() {
        const { work } = yield* requestedProfile
        const defect = Effect.die(new TypeError("Barbara Liskov is not a function"))
        const reason = "internal error: TypeError; the log of the worker says more"
        for (let n = 1; n < AiProfile.maxAttempts; n++) {
          yield* attempt(work, () => defect)
          expect(yield* profileOf(work)).toMatchObject({ status: "pending", attempts: n, reason })
        }
        yield* attempt(work, () => defect)
        expect(yield* profileOf(work)).toMatchObject({ status: "failed", attempts: 5, reason })
      })))

    test("a full disk is told as what it is, and the profile waits", () =>
      run(Effect.gen(function*() {
        const { work } = yield* requestedProfile
        const cause = Object.assign(new Error("No space left on device"), { code: "53100" })
        const full = new SqlError.SqlError({ reason: new SqlError.UnknownError({ cause, message: "no" }) })
        const logged: Array<string> = []
        yield* attempt(work, () => Effect.die(full)).pipe(
          Effect.provide(
            Logger.layer([Logger.make(({ logLevel, message }) => void logged.push(`${logLevel} ${String(message)}`))])
          ),
          Effect.provideService(References.MinimumLogLevel, "Warn")
        )
        expect(yield* profileOf(work)).toMatchObject({ status: "pending", reason: "the database took no writes" })
        expect(logged).toEqual([
          expect.stringMatching(/^Warn A profile could not be stored: the database takes no writes/)
        ])
      })))

    test("the endpoint's Retry-After is kept", () =>
      run(Effect.gen(function*() {
        const { work } = yield* requestedProfile
        yield* attempt(work, () => Effect.fail(new ExtractorUnavailable({ reason: "busy", retry_after: 120 })))
        expect((yield* workOf(work)).seconds_until_due).toBe(120)
      })))

    test("a refusal and an invalid answer fail the profile at once", () =>
      run(Effect.gen(function*() {
        for (const failure of [new ExtractorRefused({ reason: "no" }), new InvalidOutput({ reason: "no" })]) {
          const { work } = yield* requestedProfile
          yield* attempt(work, () => Effect.fail(failure))
          expect(yield* profileOf(work)).toMatchObject({ status: "failed", attempts: 1 })
        }
      })))

    test("without budget the profile waits for the next day, and the attempt does not count", () =>
      run(Effect.gen(function*() {
        const { work } = yield* requestedProfile
        const until = Timestamp.fromMillis(Date.parse(yield* Timestamp.now) + 7200_000)
        yield* attempt(work, () => Effect.fail(new BudgetExhausted({ until })))
        expect(yield* profileOf(work)).toMatchObject({ status: "pending", attempts: 0, reason: null })
        expect((yield* workOf(work)).seconds_until_due).toBe(7200)
      })))

    test("a worker that stops returns the profile to pending, and the attempt does not count", () =>
      run(Effect.gen(function*() {
        const { work } = yield* requestedProfile
        const begun = yield* Deferred.make<void>()
        const fiber = yield* Effect.forkChild(
          attempt(work, () => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never))
        )
        yield* Deferred.await(begun)
        expect((yield* profileOf(work)).status).toBe("processing")
        yield* Fiber.interrupt(fiber)
        expect(yield* profileOf(work)).toMatchObject({ status: "pending", attempts: 0 })
      })))

    test("a dead letter whose URL was replaced is superseded when it is requeued", () =>
      run(Effect.gen(function*() {
        const { actor, candidate, work } = yield* requestedProfile
        yield* attempt(work, () => Effect.fail(new ExtractorRefused({ reason: "no" })))
        yield* (yield* Candidates).modify(actor, candidate.id, (candidate, context) =>
          Candidate.update(candidate, { linkedin_url: "https://www.linkedin.com/in/liskov" }, context))
        yield* (yield* FailedWork).requeue(actor, WorkId.make(work.profile_id))
        yield* attempt(work, () =>
          Effect.die("must not be called"))
        expect(yield* profileOf(work)).toMatchObject({ status: "superseded" })
      })))

    test("a requeued dead letter returns its profile to pending, with all its attempts", () =>
      run(Effect.gen(function*() {
        const { actor, work } = yield* requestedProfile
        const failed = yield* FailedWork
        yield* attempt(work, () => Effect.fail(new ExtractorRefused({ reason: "no" })))
        const letters = yield* failed.list(work.organization_id, { limit: 10 })
        expect(letters).toMatchObject([{ id: work.profile_id, queue: "profiles", last_failure: "refused: no" }])
        expect(yield* failed.list(work.organization_id, { queue: "other", limit: 10 })).toEqual([])
        expect(yield* failed.all({})).toMatchObject([{ id: work.profile_id, organization_id: work.organization_id }])
        yield* failed.requeue(actor, WorkId.make(work.profile_id))
        expect(yield* profileOf(work)).toMatchObject({ status: "pending", attempts: 0 })
        expect(yield* workOf(work)).toMatchObject({ state: "pending", attempts: 0, seconds_until_due: 0 })
        expect(yield* Effect.flip(failed.requeue(actor, WorkId.make(work.profile_id)))).toMatchObject({
          _tag: "WorkNotFound"
        })
        yield* attempt(work, (input) => Effect.succeed(rules(input)))
        expect((yield* profileOf(work)).status).toBe("completed")
      })))
  })
}
