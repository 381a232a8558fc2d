import * as Job from "@candor/domain/job/Job"
import { copyOf, type JobCopyDraft } from "@candor/domain/job/JobCopy"
import { partsOf } from "@candor/domain/nouns"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"
import { contextAt } from "./context.ts"

const context = contextAt()
const { now } = context

/** A value of every field that requests give, none of which is that of a job without it. */
const given = {
  title: "Engineer",
  department: "R&D",
  department_id: "00000000-0000-7000-8000-000000000011",
  office_id: "00000000-0000-7000-8000-000000000012",
  location: "Zurich",
  employment_type: "contract",
  description_md: "# Fast",
  workplace_type: "hybrid",
  locations: [{ street: null, city: "Zurich", region: null, postal_code: null, country: "CH" }],
  remote_countries: ["CH"],
  remote_regions: ["CH-ZH"],
  valid_through: "2026-12-31T23:59:59.999Z",
  language: "de-CH",
  listing: "internal",
  show_salary: true,
  salary_currency: "CHF",
  salary_timeframe: "year",
  salary_min: 1,
  salary_max: 2,
  equity_min: 0.1,
  equity_max: 0.2,
  is_confidential: true
} as unknown as Job.JobDraft

const stages = [
  { name: "Inbox", type: "interview" },
  { name: "Chat", type: "interview" },
  { name: "Hired", type: "rejected" }
] as unknown as Job.JobDraft["stages"] & object

const places = { department: { name: "R&D" }, named: null, office: { name: "Zurich", location: null } }

const original: Job.JobState = {
  ...Result.getOrThrow(Job.create({ ...given, stages }, new Set(), context, places)).entity,
  status: "published",
  published_at: Timestamp.make(now),
  expired_at: Timestamp.make(now),
  version: 7
}

const copied = (job: Job.JobState, own: JobCopyDraft = {}) =>
  Result.getOrThrow(Job.create(copyOf(job, own, now), new Set(["engineer"]), context, places))

test("every part of a job says whether a copy has it", () => {
  expect(
    partsOf("job")
      .filter(({ isCopied }) => isCopied === undefined)
      .map(({ subject }) => subject)
  ).toEqual([])
})

describe("a copy", () => {
  test("has every field that requests give, and the stages with their types and labels", () => {
    expect(Object.keys(Job.JobDraft.fields).filter((name) => !(name in given)).toSorted()).toEqual([
      "code",
      "external_ids",
      "stages"
    ])
    const stages = original.stages.map((stage, index) => ({
      ...stage,
      candidate_label: index === 0 ? "We read it" : null
    }))
    const { entity, events } = copied({ ...original, stages })
    expect(entity).toMatchObject(given)
    expect(entity.stages.map(({ candidate_label, name, type }) => ({ candidate_label, name, type }))).toEqual(
      stages.map(({ candidate_label, name, type }) => ({ candidate_label, name, type }))
    )
    expect(events.map(({ type }) => type)).toEqual(["job.created"])
  })

  test("is a draft of its own", () => {
    expect(
      copied({ ...original, stages: original.stages.map((stage) => ({ ...stage, application_count: 3 })) }).entity
    ).toMatchObject({
      status: "draft",
      public_slug: "engineer-2",
      published_at: null,
      expired_at: null,
      version: 1,
      stages: original.stages.map(() => ({ application_count: 0 }))
    })
    const ids = ({ id, stages }: Job.JobState) => [id, ...stages.map(({ id }) => id)]
    expect(ids(original).filter((id) => ids(copied(original).entity).includes(id))).toEqual([])
    expect(copied(original, { title: "Architect" }).entity).toMatchObject({
      title: "Architect",
      public_slug: "architect"
    })
  })

  test("has what is asked of it: the department by its name or none, the location of another office, and more secrecy, not less", () => {
    const of = (own: JobCopyDraft) => copyOf(original, own, now)
    expect(of({ department: "Sales" })).toMatchObject({ department: "Sales" })
    expect(of({ department: "Sales" })).not.toHaveProperty("department_id")
    expect(of({ department_id: null })).not.toHaveProperty("department")
    expect(of({ office_id: null })).not.toHaveProperty("location")
    expect(of({ location: "Bern" })).toMatchObject({ location: "Bern", department: "R&D" })
    expect(of({ is_confidential: false }).is_confidential).toBe(true)
    expect(copyOf({ ...original, is_confidential: false }, { is_confidential: true }, now).is_confidential).toBe(true)
  })

  for (
    const [valid_through, kept] of [
      [null, null],
      ["2026-11-20T08:59:59.999Z", null],
      [now, now],
      ["2027-01-01T00:00:00.000Z", "2027-01-01T00:00:00.000Z"]
    ] as const
  ) {
    test(`of one that ends ${valid_through} ends ${kept}`, () => {
      expect(
        copied({ ...original, valid_through: valid_through && Timestamp.make(valid_through) }).entity.valid_through
      ).toBe(kept && Timestamp.make(kept))
    })
  }
})
