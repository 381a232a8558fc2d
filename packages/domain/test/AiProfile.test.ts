import type { Worker } from "@candor/domain/access/Actor"
import * as AiProfile from "@candor/domain/candidate/AiProfile"
import type { Extraction } from "@candor/domain/candidate/Extraction"
import type { Decided, DecisionContext } from "@candor/domain/Decision"
import { CandidateId } from "@candor/domain/Id"
import { describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"
import { actor, contextAt, id } from "./context.ts"

const context = (): DecisionContext<Worker> => ({
  ...contextAt(),
  actor: { organization_id: actor.organization_id, worker: "profiles", request_id: "test" }
})

const pending = AiProfile.request(
  CandidateId.make(id(2)),
  "https://www.linkedin.com/in/ada",
  id(1),
  contextAt("08:00:00.000").now
)

const extraction: Extraction = {
  summary: "Wrote the first program.",
  facts: {
    headline: "Mathematician",
    current_company: null,
    skills: ["analysis"],
    languages: [],
    education: [],
    years_experience: 10
  },
  provider: "rules",
  model: null
}

const entity = <Entity, Failure>(decision: Result.Result<Decided<Entity>, Failure>) =>
  Result.getOrThrow(decision).entity
const tag = <A>(decision: Result.Result<A, { readonly _tag: string }>) => Result.getOrThrow(Result.flip(decision))._tag

const start = (profile: AiProfile.AiProfileState, isCurrent = true) => AiProfile.start(profile, context(), isCurrent)

const processing = entity(start(pending))

/** A profile whose n-th attempt is under way. */
const inAttempt = (attempts: number): AiProfile.AiProfileState => ({ ...processing, attempts })

describe("a profile", () => {
  test("starts without an event", () => {
    const decided = Result.getOrThrow(start(pending))
    expect(decided).toEqual({
      entity: { ...pending, status: "processing", attempts: 1, version: 2 },
      events: [],
      withoutEvents: true
    })
  })

  test("is completed with its facts and their provenance, which extracted_json has too", () => {
    const { entity, events } = Result.getOrThrow(AiProfile.complete(processing, 2, extraction, "hash", context()))
    const now = context().now
    expect(entity).toMatchObject({
      status: "completed",
      provider: "rules",
      model: null,
      input_hash: "hash",
      completed_at: now
    })
    expect(entity.extracted_json).toEqual({
      ...extraction.facts,
      provider: "rules",
      model: null,
      input_hash: "hash",
      extracted_at: now
    })
    expect(Schema.is(AiProfile.AiProfileState)(entity)).toBe(true)
    expect(events).toEqual([{ type: "ai_profile.completed", subject_id: pending.id, data: { ...entity } }])
  })

  test("left in processing by a worker that died, it starts again", () => {
    expect(entity(start(processing))).toMatchObject({
      status: "processing",
      attempts: 2,
      reason: expect.stringMatching(/^interrupted/)
    })
  })

  test("left so by its last attempt, it is failed instead, with an event", () => {
    const { entity, events } = Result.getOrThrow(start(inAttempt(AiProfile.maxAttempts)))
    expect(entity).toMatchObject({ status: "failed", attempts: AiProfile.maxAttempts })
    expect(events.map((event) => event.type)).toEqual(["ai_profile.failed"])
  })

  test("that is no longer current is superseded instead of started, also where a worker that died left it in processing", () => {
    const { entity, events } = Result.getOrThrow(start(pending, false))
    expect(entity).toEqual({ ...pending, status: "superseded", version: 2 })
    expect(events).toEqual([{ type: "ai_profile.superseded", subject_id: pending.id, data: { ...entity } }])
    expect(Result.getOrThrow(start(processing, false)).entity).toMatchObject({ status: "superseded", attempts: 1 })
    expect(tag(start(entity))).toBe("TransitionRefused")
    expect(tag(AiProfile.retry(entity))).toBe("TransitionRefused")
  })

  test("is deleted with an event that has no content of it", () => {
    const { candidate_id, id } = pending
    expect(Result.getOrThrow(AiProfile.remove(pending)).events).toEqual([
      { type: "ai_profile.deleted", subject_id: id, data: { id, candidate_id } }
    ])
  })

  test("returns to pending while attempts are left, and is failed by the last", () => {
    const profiles = Array.from(
      { length: AiProfile.maxAttempts },
      (_, n) => entity(AiProfile.returnToPending(inAttempt(n + 1), 2, "unavailable"))
    )
    expect(profiles.map(({ status }) => status)).toEqual(["pending", "pending", "pending", "pending", "failed"])
    expect(profiles.every(({ reason }) => reason === "unavailable")).toBe(true)
  })

  test("is released without counting the attempt", () => {
    expect(entity(AiProfile.release(processing, 2))).toEqual({ ...pending, version: 3 })
  })

  test("that failed can be requested again, with the same event as the first time", () => {
    const failed = entity(AiProfile.fail(inAttempt(5), 2, "refused"))
    const { entity: again, events } = Result.getOrThrow(AiProfile.retry(failed))
    expect(again).toMatchObject({ status: "pending", attempts: 0, reason: "refused" })
    expect(events.map((event) => event.type)).toEqual(["ai_profile.requested"])
  })

  test("refuses the result of a superseded attempt", () => {
    const other = processing.version - 1
    expect(tag(AiProfile.complete(processing, other, extraction, "hash", context()))).toBe("AttemptSuperseded")
    expect(tag(AiProfile.fail(processing, other, "refused"))).toBe("AttemptSuperseded")
    expect(tag(AiProfile.returnToPending(processing, other, "unavailable"))).toBe("AttemptSuperseded")
    expect(tag(AiProfile.returnToPending(inAttempt(5), other, "unavailable"))).toBe("AttemptSuperseded")
    expect(tag(AiProfile.release(processing, other))).toBe("AttemptSuperseded")
  })

  test("that is not processing accepts no result", () => {
    const { version } = pending
    expect(tag(AiProfile.complete(pending, version, extraction, "hash", context()))).toBe("TransitionRefused")
    expect(tag(AiProfile.fail(pending, version, "refused"))).toBe("TransitionRefused")
    expect(tag(AiProfile.returnToPending(pending, version, "unavailable"))).toBe("TransitionRefused")
    expect(tag(AiProfile.release(pending, version))).toBe("TransitionRefused")
    expect(tag(AiProfile.retry(pending))).toBe("TransitionRefused")
  })

  test("that is completed stays so", () => {
    const completed = entity(AiProfile.complete(processing, 2, extraction, "hash", context()))
    expect(tag(start(completed))).toBe("TransitionRefused")
    expect(tag(AiProfile.retry(completed))).toBe("TransitionRefused")
  })

  test("waits longer after each attempt", () => {
    expect([1, 2, 3, 4].map((attempts) => AiProfile.pauseAfter(inAttempt(attempts)))).toEqual([10, 60, 600, 3600])
  })
})

describe("a refresh", () => {
  const { candidate_id, linkedin_url } = pending
  const refresh = (stored: Partial<AiProfile.RefreshContext>) =>
    AiProfile.refresh({ candidate_id, linkedin_url, waiting: null, ...stored }, contextAt())

  test("requests a profile of the present URL, with an event", () => {
    const { entity, events } = Result.getOrThrow(refresh({}))
    expect(entity).toMatchObject({ status: "pending", linkedin_url, created_at: contextAt().now })
    const { created_at, id, status } = entity
    expect(events).toEqual([{
      type: "ai_profile.requested",
      subject_id: id,
      data: { id, candidate_id, status, linkedin_url, created_at }
    }])
  })

  test("returns the profile that has not begun, and requests none", () => {
    const waiting = AiProfile.request(candidate_id, linkedin_url, id(3), contextAt().now)
    expect(Result.getOrThrow(refresh({ waiting }))).toEqual({ entity: waiting, events: [] })
  })

  test("of a candidate without a URL is refused", () => {
    expect(tag(refresh({ linkedin_url: null }))).toBe("NoLinkedInUrl")
  })
})
