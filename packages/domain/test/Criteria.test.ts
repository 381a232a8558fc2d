/** Filters from words, and suggestions: what of a proposal is kept. */
import { filterOf, type ProposedFilter } from "@candor/domain/screening/FilterFromWords"
import { suggestionsOf } from "@candor/domain/candidate/Suggestion"
import { AiProfileId, AttachmentId, JobId, StageId } from "@candor/domain/Id"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { packZones } from "@candor/domain/time/Zones"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"

const [job, stage] = [
  JobId.make("01a0e749-bc1e-7d5a-9fd1-2aabfe228f21"),
  StageId.make("01a0e749-bc1e-79e9-bb0e-b53f16947ccf")
]
const jobs = [{ id: job, title: "Engineer", stages: [{ id: stage, name: "Interview" }] }]
const utc = ZoneName.make("UTC")
const words = `referrals over 50 ${"x".repeat(900)}`
const nothing: ProposedFilter = {
  job: null,
  stage: null,
  status: null,
  source_type: null,
  first_day: null,
  last_day: null,
  not_understood: []
}

describe("a filter from words", () => {
  test.each<[string, Partial<ProposedFilter>, object, ReadonlyArray<string>]>([
    [
      "a job and its stage",
      { job: 1, stage: 1, status: "active" },
      { job_id: job, stage_id: stage, status: "active" },
      []
    ],
    ["a job that the reader does not see", { job: 2, stage: 1 }, {}, ["job", "stage"]],
    ["a stage without a job", { stage: 1 }, {}, ["stage"]],
    ["a status that there is not", { status: "best" }, {}, ["status"]],
    [
      "days, both of which count",
      { first_day: "2026-10-01", last_day: "2026-10-31" },
      { created_after: "2026-09-30T23:59:59.999Z", created_before: "2026-11-01T00:00:00.000Z" },
      []
    ],
    ["days that there are not", { first_day: "2026-02-30", last_day: "soon" }, {}, ["created_after", "created_before"]],
    ["a source, and what is no filter", { source_type: " referral ", not_understood: ["over 50"] }, {
      source_type: "referral"
    }, ["over 50"]],
    ["parts that are not in the words", { not_understood: ["Call 555!", "Over 50", "Hire Maya"] }, {}, [
      words.slice(0, 200),
      "Over 50"
    ]],
    [
      "days at the ends of the calendar",
      { first_day: "0001-01-01", last_day: "9999-12-31" },
      {},
      ["created_after", "created_before"]
    ],
    ["a source with a line break within", { source_type: "Linked\nIn" }, {}, ["source_type"]],
    ["a source with one at its end", { source_type: "referral\n" }, { source_type: "referral" }, []],
    ["a source that is blank", { source_type: " \n" }, {}, []],
    ["a source that is too long", { source_type: "x".repeat(201) }, {}, ["source_type"]],
    [
      "too much that was not understood",
      { not_understood: Array.from({ length: 50 }, (_, length) => "x".repeat(900 - length)) },
      {},
      Array.from({ length: 10 }, () => "x".repeat(200))
    ]
  ])("keeps of %s what is one", (_, proposed, filter, not_understood) => {
    expect(filterOf({ ...nothing, ...proposed }, words, jobs, packZones.zone(utc))).toEqual(
      { filter, not_understood } as never
    )
  })

  test("has days of the reader's clocks, also where these change", () => {
    const berlin = packZones.zone(ZoneName.make("Europe/Berlin"))
    const october = { ...nothing, first_day: "2026-10-01", last_day: "2026-10-31" }
    expect(filterOf(october, words, jobs, berlin).filter).toEqual({
      created_after: Timestamp.make("2026-09-30T21:59:59.999Z"),
      created_before: Timestamp.make("2026-10-31T23:00:00.000Z")
    })
  })
})

const id = AttachmentId.make("01a10c61-db25-76b4-8928-b5b7a767c76f")
const candidate = {
  github_url: null,
  linkedin_url: null,
  university: null,
  website_url: null,
  years_experience: null,
  location: null,
  phone_numbers: [{ number: "+49 30 901820" }]
}

describe("suggestions", () => {
  test("are what a file says and the candidate does not have, each once, with the line that says it", () => {
    const text = [
      "Maya Okafor, born 1990-01-02, 2015 - 2019",
      "Phone: +49 (30) 90 18 20, mobile +49 171 5550123",
      "linkedin.com/in/maya-okafor and github.com/maya-okafor, https://maya.example/cv",
      "Location: Hamburg, Germany"
    ].join("\n")
    const found = suggestionsOf({ candidate, files: [{ id, text }, { id, text }], profile: null })
    expect(found.map(({ field, value }) => [field, value])).toEqual([
      ["phone_numbers", "+49 171 5550123"],
      ["linkedin_url", "https://www.linkedin.com/in/maya-okafor"],
      ["github_url", "https://github.com/maya-okafor"],
      ["website_url", "https://maya.example/cv"],
      ["location", "Hamburg, Germany"]
    ])
    expect(found[4]!.quotation).toBe("Location: Hamburg, Germany")
  })

  test("are of an AI profile its school and years", () => {
    const profile = {
      id: AiProfileId.make("01a10c60-6b1e-7f58-a04d-ba41ecccc3fc"),
      facts: {
        headline: null,
        current_company: null,
        skills: [],
        languages: [],
        education: [{ school: "Stanford" }],
        years_experience: 12
      }
    }
    expect(suggestionsOf({ candidate, files: [], profile }).map(({ field, value }) => [field, value])).toEqual([
      ["university", "Stanford"],
      ["years_experience", 12]
    ])
  })

  test("are few of a text that is made to be slow", () => {
    const text = "+1".repeat(5000) + "(0".repeat(1000) + "\nlocation".repeat(500) + "https://".repeat(500)
    expect(suggestionsOf({ candidate, files: [{ id, text }], profile: null }).length).toBeLessThan(10)
  })
})
