import { OrganizationId } from "@candor/domain/Id"
import { type OrganizationState, PlanTooSmall, setPlan } from "@candor/domain/organization/Organization"
import { type Plan, publishLimits } from "@candor/domain/organization/Plan"
import { expect, test } from "bun:test"
import { Result } from "effect"

const plans = Object.keys(publishLimits) as ReadonlyArray<Plan>

const on = (plan: Plan, published_jobs: number): OrganizationState => ({
  id: OrganizationId.make("0197f3a2-5b1c-7d4e-8f60-123456789abc"),
  name: "Acme",
  plan,
  published_jobs
})

test("any plan may follow any other that allows the jobs that are published, and none that does not", () => {
  for (const before of plans) {
    for (const after of plans) {
      const limit = publishLimits[after] ?? Number.MAX_SAFE_INTEGER
      const kept = Result.getOrThrow(setPlan(on(before, Math.min(limit, 1000)), after))
      expect(kept.entity.plan).toBe(after)
      expect(kept.events.map(({ type }) => type)).toEqual(before === after ? [] : ["organization.plan_changed"])
    }
  }
})

test("a plan below the number of published jobs is refused, with both numbers", () => {
  expect(setPlan(on("growth", 6), "starter")).toEqual(
    Result.fail(new PlanTooSmall({ plan: "starter", limit: 5, published: 6 }))
  )
})
