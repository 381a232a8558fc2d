import { OrganizationId } from "@candor/domain/Id"
import { type OrganizationDetail, PlanTooSmall, setPlan, update } from "@candor/domain/organization/Organization"
import { type Plan, publishLimits } from "@candor/domain/organization/Plan"
import { mayPublish, PublishLimitReached } from "@candor/domain/organization/PublishLimit"
import { Timestamp } from "@candor/domain/Timestamp"
import { expect, test } from "bun:test"
import { Result } from "effect"
import { contextAt } from "./context.ts"

const plans = Object.keys(publishLimits) as ReadonlyArray<Plan>

const on = (plan: Plan, published_jobs: number): OrganizationDetail => ({
  id: OrganizationId.make("0197f3a2-5b1c-7d4e-8f60-123456789abc"),
  name: "Acme",
  time_zone: null,
  language: null,
  calendar_failure: "warn",
  signals_off: [],
  plan,
  publish_limit: publishLimits[plan],
  published_jobs,
  retention: null,
  created_at: Timestamp.make("2026-11-20T09:00:00.000Z")
})

test("any plan may follow any other that allows the jobs that are published, and none that does not", () => {
  for (const before of plans) {
    for (const after of plans) {
      const limit = publishLimits[after] ?? Number.MAX_SAFE_INTEGER
      const kept = Result.getOrThrow(setPlan(on(before, Math.min(limit, 1000)), after))
      expect(kept.entity).toMatchObject({ plan: after, publish_limit: publishLimits[after] })
      expect(kept.events.map(({ type }) => type)).toEqual(before === after ? [] : ["organization.plan_changed"])
    }
  }
})

test("a plan below the number of published jobs is refused, with both numbers", () => {
  expect(setPlan(on("growth", 6), "starter")).toEqual(
    Result.fail(new PlanTooSmall({ plan: "starter", limit: 5, published: 6 }))
  )
})

test("the same plan again gives an organization the limit that the plan has now", () => {
  const { entity, events } = Result.getOrThrow(setPlan({ ...on("growth", 6), publish_limit: 20 }, "growth"))
  expect(entity.publish_limit).toBe(publishLimits.growth)
  expect(events.map(({ type }) => type)).toEqual(["organization.plan_changed"])
})

test("an organization may publish up to its own limit, which the refusal names, and without one any number of jobs", () => {
  const organization = { ...on("growth", 19), publish_limit: 20 }
  expect(Result.isSuccess(mayPublish(organization))).toBe(true)
  expect(mayPublish({ ...organization, published_jobs: 20 })).toEqual(
    Result.fail(new PublishLimitReached({ plan: "growth", limit: 20, published: 20 }))
  )
  expect(Result.isSuccess(mayPublish(on("enterprise", 1_000_000)))).toBe(true)
})

test("a patch renames an organization with an event, and the same name is no change", () => {
  const acme = on("free", 0)
  const { entity, events } = Result.getOrThrow(update(acme, { name: "Acme Recruiting" }, contextAt()))
  expect(entity).toEqual({ ...acme, name: "Acme Recruiting" })
  expect(events).toEqual([
    {
      type: "organization.updated",
      subject_id: acme.id,
      data: {
        id: acme.id,
        name: "Acme Recruiting",
        time_zone: null,
        language: null,
        calendar_failure: "warn",
        signals_off: [],
        plan: "free"
      }
    }
  ])
  for (const patch of [{}, { name: "Acme" }, { calendar_failure: "warn" } as const])
    expect(update(acme, patch, contextAt())).toEqual(Result.succeed({ entity: acme, events: [] }))
})
