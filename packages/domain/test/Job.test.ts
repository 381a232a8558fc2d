import * as Job from "@candor/domain/job/Job"
import { jobStatus } from "@candor/domain/job/JobStatus"
import { RangeInverted } from "@candor/domain/job/Money"
import { PublishLimitReached } from "@candor/domain/organization/PublishLimit"
import { describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"
import { contextAt } from "./context.ts"

const created = (draft: Job.JobDraft, taken: ReadonlyArray<string> = []) =>
  Result.getOrThrow(Job.create(draft, new Set(taken), contextAt()))

const unlimited = { plan: "enterprise", publish_limit: null, published_jobs: 100 } as const

const engineer = created({ title: "Engineer", salary_min: 50_000 }).entity

describe("a new job", () => {
  test("is a draft with the default stages in order, and says so", () => {
    const { entity, events } = created({ title: "Engineer" })
    expect(entity.status).toBe("draft")
    expect(entity.stages.map((stage) => [stage.order_index, stage.name])).toEqual([
      [0, "Applied"],
      [1, "Screen"],
      [2, "Interview"],
      [3, "Offer"],
      [4, "Hired"]
    ])
    expect(events.map((event) => event.type)).toEqual(["job.created"])
    expect(Schema.is(Job.JobState)(entity)).toBe(true)
  })

  test.each(
    [
      ["en", "de", "Applied"],
      ["de-AT", "en", "Eingegangen"],
      ["fr", "de", "Eingegangen"],
      [null, null, "Applied"]
    ] as const
  )(
    "in %p has its stages in a language that Candor speaks: its own, or its organization's, %p",
    (language, own, name) => {
      const draft = { title: "Engineer", language }
      const { entity } = Result.getOrThrow(Job.create(draft, new Set(), contextAt(), undefined, own))
      expect(entity.stages[0]?.name).toBe(name)
    }
  )

  test("has the requested stages instead", () => {
    const { entity } = created({ title: "Engineer", stages: [{ name: "Inbox" }, { name: "Done" }] })
    expect(entity.stages.map((stage) => stage.name)).toEqual(["Inbox", "Done"])
  })

  test("has a unique slug of its title", () => {
    expect(created({ title: "Señor Engineer (C++)" }).entity.public_slug).toBe("senor-engineer-c")
    expect(created({ title: "Engineer" }, ["engineer", "engineer-2"]).entity.public_slug).toBe("engineer-3")
    expect(created({ title: "プログラマー" }, ["job"]).entity.public_slug).toBe("job-2")
  })

  test("has a slug of at most 80 characters of its title, its number excepted", () => {
    const longest = "a".repeat(80)
    expect(created({ title: longest }).entity.public_slug).toBe(longest)
    expect(created({ title: `${longest}a` }).entity.public_slug).toBe(longest)
    expect(created({ title: `${longest}a` }, [longest]).entity.public_slug).toBe(`${longest}-2`)
    expect(created({ title: `${"a".repeat(79)} b` }).entity.public_slug).toBe("a".repeat(79))
  })

  test("is refused when its salary or its equity begins above its end", () => {
    expect(Job.create({ title: "E", salary_min: 2, salary_max: 1 }, new Set(), contextAt())).toEqual(
      Result.fail(new RangeInverted({ field: "salary_min", min: 2, max: 1 }))
    )
    expect(Job.create({ title: "E", equity_min: 2, equity_max: 1 }, new Set(), contextAt())).toEqual(
      Result.fail(new RangeInverted({ field: "equity_min", min: 2, max: 1 }))
    )
  })
})

describe("a patch", () => {
  test("goes from every status to every status", () => {
    for (const from of jobStatus.states) {
      for (const to of jobStatus.states) {
        const { entity } = Result.getOrThrow(Job.update({ ...engineer, status: from }, { status: to }, unlimited))
        expect(entity.status).toBe(to)
        expect(entity.version).toBe(from === to ? 1 : 2)
      }
    }
  })

  test("that is empty, or has the present values, changes nothing and has no event", () => {
    for (const patch of [{}, { status: "draft" as const }, { title: "Engineer", salary_min: 50_000 }]) {
      expect(Job.update(engineer, patch, unlimited)).toEqual(Result.succeed({ entity: engineer, events: [] }))
    }
  })

  test("leaves the slug alone when it changes the title", () => {
    const { entity } = Result.getOrThrow(Job.update(engineer, { title: "Senior Engineer" }, unlimited))
    expect(entity).toMatchObject({ title: "Senior Engineer", public_slug: "engineer" })
  })

  test("is refused when it inverts a range with the stored other end", () => {
    expect(Job.update(engineer, { salary_max: 40_000 }, unlimited)).toEqual(
      Result.fail(new RangeInverted({ field: "salary_min", min: 50_000, max: 40_000 }))
    )
    expect(Result.isSuccess(Job.update(engineer, { salary_max: 40_000, salary_min: null }, unlimited))).toBe(true)
  })

  test("of fields and status has both events, with the job after it", () => {
    const { entity, events } = Result.getOrThrow(
      Job.update(engineer, { department: "R&D", status: "published" }, unlimited)
    )
    expect(events.map((event) => event.type)).toEqual(["job.updated", "job.published"])
    expect(events.every((event) => event.data["version"] === entity.version)).toBe(true)
  })

  test("that publishes needs room within the publish limit; one that leaves the job published, or does not publish, needs none", () => {
    const full = { plan: "starter", publish_limit: 5, published_jobs: 5 } as const
    const refused = Result.fail(new PublishLimitReached({ plan: "starter", limit: 5, published: 5 }))
    for (const status of ["draft", "closed"] as const) {
      const job = { ...engineer, status }
      expect(Job.update(job, { status: "published", title: "Lead" }, full)).toEqual(refused)
      expect(Result.isSuccess(Job.update(job, { status: "published" }, { ...full, published_jobs: 4 }))).toBe(true)
      expect(Result.isSuccess(Job.update(job, { title: "Lead" }, full))).toBe(true)
    }
    const published = { ...engineer, status: "published" } as const
    for (const patch of [{ status: "published", title: "Lead" }, { status: "closed" }] as const) {
      expect(Result.isSuccess(Job.update(published, patch, full))).toBe(true)
    }
  })
})
