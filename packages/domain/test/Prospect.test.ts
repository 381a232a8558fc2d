import type { DecisionContext } from "@candor/domain/Decision"
import { ApiKeyId, OrganizationId, ProspectId, SearchId, UserId } from "@candor/domain/Id"
import { DuplicateProspects, identitiesOf, type KnownProspect } from "@candor/domain/sourcing/Duplicates"
import * as Prospect from "@candor/domain/sourcing/Prospect"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Option, Result, Schema } from "effect"

const uuid = (n: number) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`
const now = Timestamp.make("2026-11-20T09:30:00.000Z")
const search = SearchId.make(uuid(9))

const newContext = (): DecisionContext => {
  let ids = 100
  return {
    actor: {
      organization_id: OrganizationId.make(uuid(1)),
      user_id: UserId.make(uuid(2)),
      api_key_id: ApiKeyId.make(uuid(3)),
      request_id: "test"
    },
    now,
    nextId: () => uuid(ids++)
  }
}

const url = (handle: string) => `https://www.linkedin.com/in/${handle}`
const discover = (drafts: ReadonlyArray<Prospect.ProspectDraft>, known: ReadonlyArray<KnownProspect> = []) =>
  Prospect.discover(search, drafts, known, newContext())
const ada = () => Result.getOrThrow(discover([{ full_name: "Ada Lovelace" }])).entity[0]!
const shortlisted = () => Result.getOrThrow(Prospect.shortlist(ada()))
const accepts = (input: unknown) => Option.isSome(Schema.decodeUnknownOption(Prospect.ProspectDrafts)(input))

describe("discover", () => {
  test("unknown fields of a prospect are null, and it begins discovered and not contacted", () => {
    expect(ada()).toEqual({
      id: ada().id,
      search_id: search,
      full_name: "Ada Lovelace",
      current_title: null,
      current_company: null,
      linkedin_url: null,
      email: null,
      location: null,
      years_experience: null,
      summary: null,
      external_ids: [],
      status: "discovered",
      pipeline_stage: "not_contacted",
      candidate_id: null,
      application_id: null,
      created_at: now,
      version: 1
    })
    expect(Schema.is(Prospect.ProspectState)(ada())).toBe(true)
  })

  test("prospects keep the order of their drafts, with ids that rise and one event each", () => {
    const { entity, events } = Result.getOrThrow(discover(["C", "A", "B"].map((full_name) => ({ full_name }))))
    expect(entity.map((prospect) => prospect.full_name)).toEqual(["C", "A", "B"])
    expect(entity.map((prospect) => prospect.id)).toEqual(entity.map((prospect) => prospect.id).toSorted())
    expect(events).toEqual(
      entity.map((prospect) => ({ type: "prospect.discovered", subject_id: prospect.id, data: { ...prospect } }))
    )
  })

  const known = { id: ProspectId.make(uuid(50)), linkedin_url: url("ada"), email: "Ada@example.com" }

  test("every LinkedIn URL that is not new is refused with its index and the prospect or draft that it repeats", () => {
    const drafts = ["grace", "ada", "grace", null, "ada", "joan", null].map((handle) => ({
      full_name: "Somebody",
      linkedin_url: handle === null ? null : url(handle)
    }))
    const failure = Result.getOrThrow(Result.flip(discover(drafts, [known])))
    expect(failure).toBeInstanceOf(DuplicateProspects)
    const repeated = (index: number) => ({
      index,
      field: "linkedin_url" as const,
      value: url("ada"),
      same_as: null,
      prospect_id: known.id
    })
    expect(failure.duplicates).toEqual([
      repeated(1),
      { index: 2, field: "linkedin_url", value: url("grace"), same_as: 0, prospect_id: null },
      repeated(4)
    ])
  })

  test("every email address that is not new, in any case of letters, is refused in the same way", () => {
    const drafts = ["grace@example.com", "ada@EXAMPLE.com", "Grace@example.com", null].map((email) => ({
      full_name: "Somebody",
      email
    }))
    const failure = Result.getOrThrow(Result.flip(discover(drafts, [known])))
    expect(failure.duplicates).toEqual([
      { index: 1, field: "email", value: "ada@EXAMPLE.com", same_as: null, prospect_id: known.id },
      { index: 2, field: "email", value: "Grace@example.com", same_as: 0, prospect_id: null }
    ])
  })

  test("a draft that repeats two prospects is told of both, and of two with one address the first is told", () => {
    const other = { id: ProspectId.make(uuid(51)), linkedin_url: url("grace"), email: "ada@example.com" }
    const drafts = [{ full_name: "Ada", linkedin_url: url("grace"), email: "ada@example.com" }]
    const failure = Result.getOrThrow(Result.flip(discover(drafts, [known, other])))
    expect(failure.duplicates.map(({ field, prospect_id }) => [field, prospect_id])).toEqual([
      ["linkedin_url", other.id],
      ["email", known.id]
    ])
  })

  test("the identities of drafts are the known ones, addresses in lower case", () => {
    expect(identitiesOf([
      { linkedin_url: url("ada"), email: "Ada@Example.com" },
      { linkedin_url: null, email: null },
      {}
    ])).toEqual({ linkedin_urls: [url("ada")], emails: ["ada@example.com"] })
  })
})

describe("drafts", () => {
  const draft = { full_name: "Ada" }

  test.each([0, 1001])("%d at once are refused", (length) => {
    expect(accepts(Array.from({ length }, () => draft))).toBe(false)
  })

  test.each([1, 1000])("%d at once are accepted", (length) => {
    expect(accepts(Array.from({ length }, () => draft))).toBe(true)
  })

  test.each([
    ["a missing name", { email: "ada@example.com" }],
    ["a blank name", { full_name: " " }],
    ["a broken email address", { ...draft, email: "ada" }],
    ["a LinkedIn URL of a company", { ...draft, linkedin_url: "https://www.linkedin.com/company/acme" }],
    ["less than no experience", { ...draft, years_experience: -1 }],
    ["more than a life of experience", { ...draft, years_experience: 101 }],
    ["a summary that is too long", { ...draft, summary: "x".repeat(3001) }]
  ])("%s is refused", (_, input) => {
    expect(accepts([input])).toBe(false)
  })
})

describe("a patch of a prospect", () => {
  const known = (): Prospect.ProspectState => ({ ...ada(), email: "ada@example.com", summary: "Analyst" })

  test("changes fields and the pipeline stage, and null clears a field, with one version and one event", () => {
    const patch = { full_name: "Ada King", email: null, years_experience: 12, pipeline_stage: "contacted" } as const
    const { entity, events } = Result.getOrThrow(Prospect.update(known(), patch))
    expect(entity).toEqual({ ...known(), ...patch, version: 2 })
    expect(events).toEqual([{ type: "prospect.updated", subject_id: entity.id, data: { ...entity } }])
  })

  test.each(
    [{}, { pipeline_stage: "not_contacted" }, { full_name: "Ada Lovelace", email: "ada@example.com" }] as const
  )(
    "of %j changes nothing",
    (patch) => {
      expect(Prospect.update(known(), patch)).toEqual(Result.succeed({ entity: known(), events: [] }))
    }
  )

  test("of a stage that may not follow is refused, with the present stage and those that may", () => {
    expect(Result.getOrThrow(Result.flip(Prospect.update(known(), { email: null, pipeline_stage: "converted" }))))
      .toMatchObject({
        state: "not_contacted",
        requested: "converted",
        accepted: ["contacted"]
      })
  })

  test("adds to the search's size what its texts grow by", () => {
    const after = { ...known(), email: null, summary: "Analyst é" }
    expect(Prospect.growth(known(), after)).toEqual({ prospects_counted: 0, text_bytes: 3 })
    expect(Prospect.growth(after, known())).toEqual({ prospects_counted: 0, text_bytes: -3 })
  })

  test.each([
    { full_name: null },
    { full_name: " " },
    { email: "ada" },
    { linkedin_url: "https://www.linkedin.com/company/acme" },
    { years_experience: 101 },
    { summary: "x".repeat(3001) },
    { pipeline_stage: "hired" },
    { pipeline_stage: null }
  ])("of %j is no patch", (patch) => {
    expect(Option.isSome(Schema.decodeUnknownOption(Prospect.ProspectPatch)(patch))).toBe(false)
  })
})

test("a deleted prospect leaves an event without personal data, and gives back its size", () => {
  const { entity, events } = Result.getOrThrow(Prospect.remove(ada()))
  expect(entity).toEqual(ada())
  expect(events).toEqual([{
    type: "prospect.deleted",
    subject_id: ada().id,
    data: { id: ada().id, search_id: search }
  }])
  const { prospects_counted, text_bytes } = Prospect.sizeOf([ada()])
  expect(Prospect.givenBack(ada())).toEqual({ prospects_counted: -prospects_counted, text_bytes: -text_bytes })
})

describe("setEmail", () => {
  test("sets the address and replaces it, with a version and an event each", () => {
    const first = Result.getOrThrow(Prospect.setEmail(ada(), { email: "ada@example.com" }))
    expect(first.entity).toEqual({ ...ada(), email: "ada@example.com", version: 2 })
    expect(first.events.map((event) => event.type)).toEqual(["prospect.email_changed"])
    const second = Result.getOrThrow(Prospect.setEmail(first.entity, { email: "ada@example.org" }))
    expect(second.entity).toEqual({ ...ada(), email: "ada@example.org", version: 3 })
  })

  test("the same address changes nothing", () => {
    const { entity } = Result.getOrThrow(Prospect.setEmail(ada(), { email: "ada@example.com" }))
    expect(Prospect.setEmail(entity, { email: "ada@example.com" })).toEqual(Result.succeed({ entity, events: [] }))
  })
})

describe("the shortlist", () => {
  test("takes a prospect and lets it go, with a version and an event each", () => {
    expect(shortlisted().entity).toEqual({ ...ada(), status: "shortlisted", version: 2 })
    expect(shortlisted().events.map((event) => event.type)).toEqual(["prospect.shortlisted"])
    const removed = Result.getOrThrow(Prospect.unshortlist(shortlisted().entity))
    expect(removed.entity).toEqual({ ...ada(), status: "discovered", version: 3 })
    expect(removed.events.map((event) => event.type)).toEqual(["prospect.unshortlisted"])
  })

  test("twice in, or twice out, changes nothing", () => {
    const { entity } = shortlisted()
    expect(Prospect.shortlist(entity)).toEqual(Result.succeed({ entity, events: [] }))
    expect(Prospect.unshortlist(ada())).toEqual(Result.succeed({ entity: ada(), events: [] }))
  })
})
