import { Countries, Deadline, isOpen, JobLocations, Language, Regions } from "@candor/domain/job/Posting"
import { expire, JobDraft, type JobState, create, update } from "@candor/domain/job/Job"
import { later, Timestamp } from "@candor/domain/Timestamp"
import { expect, test } from "bun:test"
import { Result, Schema } from "effect"
import { contextAt } from "./context.ts"

const decoded = (schema: Schema.Codec<unknown, unknown>) => (given: unknown) =>
  Schema.decodeUnknownResult(schema)(given)

/** What is given, as people and other systems write it, and what is stored. */
const forms: ReadonlyArray<
  readonly [name: string, schema: Schema.Codec<unknown, unknown>, given: unknown, stored: unknown]
> = [
  ["a country by its code in lower case", Countries, ["de"], ["DE"]],
  ["a country by its English name", Countries, ["Côte d’Ivoire", "germany", "Germany", "U.K."], ["CI", "DE", "GB"]],
  ["a region by its code, in any spelling", Regions, ["us-ca", "DE_BY", "fr-idf", "AT 9", "US-CA"], [
    "AT-9",
    "DE-BY",
    "FR-IDF",
    "US-CA"
  ]],
  ["a region by its name", Regions, [
    "california",
    "Bayern",
    "Québec",
    "North Rhine Westphalia",
    "Texas",
    "Ohio, USA",
    "Georgia"
  ], [
    "CA-QC",
    "DE-BY",
    "DE-NW",
    "US-CA",
    "US-GA",
    "US-OH",
    "US-TX"
  ]],
  ["a language of another system", Language, "de_at", "de-AT"],
  ["a language with an old code", Language, "iw", "he"],
  ["a day, which counts to its end", Deadline, " 2026-12-31", "2026-12-31T23:59:59.999Z"],
  ["a time in another offset", Deadline, "2026-12-31T09:00:00+01:00", "2026-12-31T08:00:00.000Z"],
  ["places with parts alone", JobLocations, [{ city: " Hamburg ", street: "", country: "Germany" }], [
    { street: null, city: "Hamburg", region: null, postal_code: null, country: "DE" }
  ]]
]

test.each(forms)("taken is %s", (_, schema, given, stored) => {
  expect(decoded(schema)(given)).toEqual(Result.succeed(stored))
})

test.each([
  ["a country that there is not", Countries, ["Atlantis"]],
  ["a state that there is not", Regions, ["US-XX"]],
  ["a region of no country", Regions, ["XX-CA"]],
  ["a name of no region", Regions, ["Atlantis"]],
  ["a country in the place of a region", Regions, ["US"]],
  ["101 regions", Regions, Array.from({ length: 101 }, () => "US-CA")],
  ["a place without a part", JobLocations, [{ city: " ", country: null }]],
  ["21 places", JobLocations, Array.from({ length: 21 }, () => ({ city: "Hamburg" }))],
  ["words in the place of a language", Language, "Plattdeutsch bitte"],
  ["a day that there is not", Deadline, "2026-02-30"]
])("refused is %s", (_, schema, given) => {
  expect(decoded(schema as Schema.Codec<unknown, unknown>)(given)._tag).toBe("Failure")
})

const context = contextAt()
const { now } = context
const soon = later(now, 1000)
const organization = { plan: "growth", publish_limit: 25, published_jobs: 0 } as const
const published = (valid_through: Timestamp): JobState => {
  const job =
    Result.getOrThrow(create(Schema.decodeSync(JobDraft)({ title: "Engineer", valid_through }), new Set(), context))
      .entity
  return Result.getOrThrow(update(job, { status: "published" }, organization)).entity
}

test("a posting is open until its time, and its end is told once, unless it gets another", () => {
  const job = published(soon)
  const told = (job: JobState, at: Timestamp) => {
    const { entity, events } = Result.getOrThrow(expire(job, at))
    return { job: entity, types: events.map(({ type }) => type) }
  }
  expect([isOpen(job, now), isOpen(job, soon), isOpen(job, later(soon, 1))]).toEqual([true, true, false])
  expect(told(job, soon).types).toEqual([])
  const ended = told(job, later(soon, 1))
  expect(ended.types).toEqual(["job.expired"])
  expect(ended.job.status).toBe("published")
  expect(told(ended.job, later(soon, 2)).types).toEqual([])
  const prolonged = Result.getOrThrow(update(ended.job, { valid_through: later(soon, 1000) }, organization)).entity
  expect(isOpen(prolonged, later(soon, 2))).toBe(true)
  expect(told(prolonged, later(soon, 2000)).types).toEqual(["job.expired"])
})
