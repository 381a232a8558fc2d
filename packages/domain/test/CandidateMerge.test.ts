import type { Rival } from "@candor/domain/application/ApplicationRemoval"
import { CandidateState, noun, withEmails } from "@candor/domain/candidate/Candidate"
import { absent } from "@candor/domain/Noun"
import { rank } from "@candor/domain/candidate/CandidateDuplicates"
import { inOrder } from "@candor/domain/candidate/ContactDetails"
import type { ErasureRequest } from "@candor/domain/candidate/ErasureRequest"
import { ApplicationId, CandidateId, SubmissionId } from "@candor/domain/Id"
import * as CandidateMerge from "@candor/domain/person/CandidateMerge"
import { unmerge } from "@candor/domain/person/CandidateUnmerge"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Arbitrary, Effect, Result, Schema } from "effect"
import { contextAt, id } from "./context.ts"

const created_at = Timestamp.make("2026-11-20T08:00:00.000Z")

const candidate = (n: number, more: Partial<CandidateState> = {}): CandidateState => ({
  ...absent(noun),
  id: CandidateId.make(id(n)),
  full_name: "Grace Hopper",
  primary_email: `grace${n}@example.com`,
  email_addresses: [{ address: `grace${n}@example.com`, kind: null, is_primary: true }],
  created_at,
  updated_at: created_at,
  erasure_request: null,
  anonymised_at: null,
  version: 1,
  ...more
})

const rival = (n: number, more: Partial<Rival> = {}): Rival => ({
  id: ApplicationId.make(id(n)),
  version: 1,
  status: "active",
  order_index: 0,
  created_at,
  ...more
})

const nothing = { profiles: 0, notes_counted: 0, text_bytes: 0, files_counted: 0, file_bytes: 0 }

const contextOf = (one: CandidateState, into: CandidateState, more: Partial<CandidateMerge.MergeContext> = {}) => ({
  candidate: one,
  into,
  applications: 0,
  own: { moved: nothing, present: nothing },
  rivals: [],
  sequence: 0,
  ...more
})

const failureOf = <A, E>(result: Result.Result<A, E>) => (Result.isFailure(result) ? result.failure : undefined)

describe("A merge", () => {
  test("fills what the survivor lacks, and leaves what it has", () => {
    const one = candidate(1, {
      university: "Yale",
      years_experience: 0,
      github_url: "https://github.com/g",
      tags: ["b", "c"]
    })
    const into = candidate(2, { university: "Vassar", tags: ["a", "b"] })
    const { entity, events } = Result.getOrThrow(CandidateMerge.merge(contextOf(one, into), contextAt()))
    expect(entity.into).toMatchObject({
      university: "Vassar",
      years_experience: 0,
      github_url: "https://github.com/g",
      primary_email: "grace2@example.com",
      tags: ["a", "b", "c"],
      email_addresses: [
        { address: "grace2@example.com", kind: null, is_primary: true },
        { address: "grace1@example.com", kind: null, is_primary: false }
      ],
      version: 2
    })
    expect(CandidateMerge.mergeOf(entity).filled).toEqual(["github_url", "years_experience", "tags", "email_addresses"])
    expect(events).toEqual([
      { type: "candidate.merged", subject_id: into.id, data: { ...entity.into, candidate_id: one.id } }
    ])
  })

  test.each(
    [
      ["of the other one", true, null, "other"],
      ["of the survivor", null, true, "survivor"],
      ["of the survivor, where both wait", true, true, "survivor"],
      ["that waits, and not one that was declined", true, false, "other"],
      ["of the survivor, where both were declined", false, false, "survivor"],
      ["that was declined, where there is no other", false, null, "other"]
    ] as const
  )("keeps the request to be erased %s", (_, other, survivor, kept) => {
    const request = (waits: boolean | null, submission: number): ErasureRequest | null =>
      waits === null
        ? null
        : {
          requested_at: created_at,
          submission_id: SubmissionId.make(id(submission)),
          declined_at: waits ? null : created_at,
          reason: null
        }
    const [one, into] = [
      candidate(1, { erasure_request: request(other, 3) }),
      candidate(2, { erasure_request: request(survivor, 4) })
    ]
    const { entity } = Result.getOrThrow(CandidateMerge.merge(contextOf(one, into), contextAt()))
    expect(entity.into.erasure_request).toEqual((kept === "other" ? one : into).erasure_request)
  })

  test("names no application on a job that is hidden from the member", () => {
    const rivals = [[rival(1, { is_hidden: true }), rival(2, { is_hidden: true })], [rival(3), rival(4)]] as const
    const { entity } = Result.getOrThrow(
      CandidateMerge.merge(contextOf(candidate(1), candidate(2), { rivals }), contextAt())
    )
    expect(entity.duplicates).toHaveLength(2)
    expect(CandidateMerge.mergeOf(entity).duplicate_applications).toEqual([{
      id: rivals[1][1].id,
      duplicate_of: rivals[1][0].id
    }])
  })

  test("is refused with itself, and of anonymised candidates", () => {
    const one = candidate(1)
    const gone = candidate(2, { anonymised_at: created_at })
    const merge = (a: CandidateState, b: CandidateState) =>
      failureOf(CandidateMerge.merge(contextOf(a, b), contextAt()))?._tag
    expect([merge(one, one), merge(one, gone), merge(gone, one)]).toEqual([
      "MergedWithItself",
      "CandidateAnonymised",
      "CandidateAnonymised"
    ])
  })

  test.each([
    ["hired before active in a later stage", rival(1, { status: "hired" }), rival(2, { order_index: 3 })],
    ["active before rejected in a later stage", rival(1), rival(2, { status: "rejected", order_index: 3 })],
    ["active before withdrawn", rival(1), rival(2, { status: "withdrawn" })],
    ["the later stage", rival(1, { order_index: 2 }), rival(2, { order_index: 1 })],
    ["the older of two that are equal", rival(1), rival(2, { created_at: Timestamp.make("2026-11-20T08:00:00.001Z") })],
    ["the smaller id of two of one time", rival(1), rival(2)]
  ])("keeps as the application on the job: %s", (_, first, second) => {
    const duplicatesOf = (rivals: CandidateMerge.MergeContext["rivals"]) =>
      Result.getOrThrow(CandidateMerge.merge(contextOf(candidate(1), candidate(2), { rivals }), contextAt())).entity
        .duplicates
    const expected = [{ id: second.id, version: 1, duplicate_of: first.id }]
    expect([duplicatesOf([[first, second]]), duplicatesOf([[second, first]])]).toEqual([expected, expected])
  })
})

describe("The undo of a merge", () => {
  const one = candidate(1, { university: "Yale", tags: ["b", "c"] })
  const into = candidate(2, { tags: ["a", "b"] })
  const merged = Result.getOrThrow(CandidateMerge.merge(contextOf(one, into), contextAt())).entity
  const stored = (more: Partial<CandidateMerge.UnmergeContext> = {}): CandidateMerge.UnmergeContext => ({
    id: one.id,
    merged_at: merged.merged_at,
    undo: { ...merged, duplicates: [], applications: [], profiles: [], prospects: [], merges: [] },
    into: merged.into,
    latest_id: one.id,
    request_moves: false,
    ...more
  })

  test("restores both", () => {
    const { entity } = Result.getOrThrow(unmerge(stored(), contextAt("10:00:00.000")))
    const now = "2026-11-20T10:00:00.000Z"
    expect(entity.candidate).toEqual({ ...one, version: 2, updated_at: Timestamp.make(now) })
    expect(entity.into).toEqual({ ...into, version: 3, updated_at: Timestamp.make(now) })
  })

  test("of a version that knew no requests to be erased has none", () => {
    const { erasure_request: _, ...older } = one
    const undo = { ...stored().undo!, candidate: older as CandidateState }
    expect(Result.getOrThrow(unmerge(stored({ undo }), contextAt())).entity.candidate.erasure_request).toBeNull()
  })

  const request = (hour: number, submission: number | null, isDeclined = false): ErasureRequest => {
    const requested_at = Timestamp.make(`2026-11-2${hour}T08:00:00.000Z`)
    const submission_id = submission === null ? null : SubmissionId.make(id(submission))
    return {
      requested_at,
      submission_id,
      ...(isDeclined ? { declined_at: requested_at, reason: "No." } : { declined_at: null, reason: null })
    }
  }
  const [asked, declined, older] = [request(2, 3), request(2, 3, true), request(0, 4, true)]

  test.each<
    [
      string,
      Record<"one" | "into", ErasureRequest | null>,
      (got: ErasureRequest | null) => ErasureRequest | null,
      boolean,
      typeof asked | null,
      typeof asked | null
    ]
  >([
    ["the candidate asked", { one: asked, into: null }, (got) => got, false, asked, null],
    [
      "the candidate asked, and was refused meanwhile",
      { one: asked, into: null },
      () => declined,
      false,
      declined,
      null
    ],
    [
      "the candidate asked, the survivor was refused before",
      { one: asked, into: older },
      (got) => got,
      false,
      asked,
      older
    ],
    ["both asked", { one: asked, into: request(1, 4) }, (got) => got, false, asked, request(1, 4)],
    [
      "the survivor asked, and was refused meanwhile",
      { one: null, into: asked },
      () => declined,
      false,
      null,
      declined
    ],
    [
      "the candidate asked meanwhile by their own application",
      { one: null, into: older },
      () => asked,
      true,
      asked,
      older
    ],
    ["the survivor asked meanwhile", { one: null, into: null }, () => asked, false, null, asked],
    [
      "a member recorded it meanwhile",
      { one: older, into: null },
      () => request(3, null),
      false,
      older,
      request(3, null)
    ],
    ["one recorded it of both at once", { one: asked, into: asked }, (got) => got, false, asked, asked]
  ])("gives each their own request to be erased: %s", (_, before, meanwhile, request_moves, ofOne, ofInto) => {
    const [first, second] = [
      candidate(1, { erasure_request: before.one }),
      candidate(2, { erasure_request: before.into })
    ]
    const { entity } = Result.getOrThrow(CandidateMerge.merge(contextOf(first, second), contextAt()))
    const present = { ...entity.into, erasure_request: meanwhile(entity.into.erasure_request) }
    const undo = { ...stored().undo!, ...entity, duplicates: [] }
    const undone =
      Result.getOrThrow(unmerge(stored({ undo, into: present, request_moves }), contextAt("10:00:00.000"))).entity
    expect([undone.candidate.erasure_request, undone.into.erasure_request]).toEqual([ofOne, ofInto])
  })

  test("of a version that did not keep the survivor gives the request back as well", () => {
    const { entity } = Result.getOrThrow(
      CandidateMerge.merge(contextOf(candidate(1, { erasure_request: asked }), candidate(2)), contextAt())
    )
    const { survivor: _, ...undo } = { ...stored().undo!, ...entity, duplicates: [] }
    const undone = Result.getOrThrow(unmerge(stored({ undo, into: entity.into }), contextAt("10:00:00.000"))).entity
    expect([undone.candidate.erasure_request, undone.into.erasure_request]).toEqual([asked, null])
  })

  test("restores every field of both, whatever they have (200 pairs, and chains of merges)", async () => {
    const person = (n: number, values: CandidateState): CandidateState => ({
      ...values,
      ...withEmails(inOrder(values.email_addresses.slice(0, 4))),
      phone_numbers: values.phone_numbers.slice(0, 4),
      external_ids: values.external_ids.slice(0, 4),
      tags: values.tags.slice(0, 4),
      id: CandidateId.make(id(n)),
      anonymised_at: null,
      version: n
    })
    const fields = Object.keys(noun.row.fields).filter((name) =>
      !["updated_at", "version"].includes(name)
    ) as ReadonlyArray<keyof CandidateState>
    const shown = (state: CandidateState) => Object.fromEntries(fields.map((field) => [field, state[field]]))
    const failure = Arbitrary.checkEffect(
      Arbitrary.schema(Schema.Tuple([CandidateState, CandidateState, CandidateState])),
      (values) => {
        const people = values.map((state, n) => person(n + 1, state))
        const [one, two, into] = people as [CandidateState, CandidateState, CandidateState]
        const merged = (from: CandidateState, to: CandidateState) =>
          Result.getOrThrow(CandidateMerge.merge(contextOf(from, to), contextAt())).entity
        const undone = (entity: CandidateMerge.Merged, present: CandidateState) => {
          const undo: CandidateMerge.Undo = { ...stored().undo!, ...entity, duplicates: [] }
          const context = stored({ id: entity.candidate.id, latest_id: entity.candidate.id, undo, into: present })
          return Result.getOrThrow(unmerge(context, contextAt("10:00:00.000"))).entity
        }
        const first = merged(one, into)
        const second = merged(two, first.into)
        const [later, earlier] = [undone(second, second.into), undone(first, undone(second, second.into).into)]
        return Bun.deepEquals(
          [later.candidate, earlier.candidate, earlier.into].map(shown),
          [two, one, into].map(shown)
        )
      },
      { runs: 200 }
    )
    expect(await Effect.runPromise(Effect.map(failure, Arbitrary.formatCheckFailure))).toBeUndefined()
  })

  test("leaves what the survivor changed since", () => {
    const since = { ...merged.into, university: "Vassar", tags: ["a", "b", "d"] }
    const { entity } = Result.getOrThrow(unmerge(stored({ into: since }), contextAt("10:00:00.000")))
    expect(entity.into).toMatchObject({ university: "Vassar", tags: ["a", "b", "d"] })
  })

  test("is possible for 30 days to the millisecond, and from the last merge on", () => {
    const at = (merged_at: string) =>
      failureOf(unmerge(stored({ merged_at: Timestamp.make(merged_at) }), contextAt("09:00:00.000")))?._tag
    expect([at("2026-10-21T09:00:00.000Z"), at("2026-10-21T08:59:59.999Z")]).toEqual([undefined, "MergePermanent"])
    expect(failureOf(unmerge(stored({ latest_id: into.id }), contextAt()))).toEqual(
      new CandidateMerge.LaterMerge({ candidate_id: into.id })
    )
    expect(failureOf(unmerge(stored({ undo: null }), contextAt()))?._tag).toBe("MergePermanent")
  })
})

test("possible duplicates are ranked by their strongest reason, then by the others, then by age; 20 at most", () => {
  const people = Array.from({ length: 25 }, (_, n) => candidate(n + 1))
  const ranked = rank([
    ...people.map((one) => ({ candidate: one, reason: "name_and_university" as const })),
    { candidate: people[7]!, reason: "email" },
    { candidate: people[8]!, reason: "email" },
    { candidate: people[9]!, reason: "linkedin_url" },
    { candidate: people[8]!, reason: "linkedin_url" }
  ])
  expect(ranked.slice(0, 4).map(({ candidate, reasons }) => [candidate.id, reasons])).toEqual([
    [people[8]!.id, ["linkedin_url", "email", "name_and_university"]],
    [people[9]!.id, ["linkedin_url", "name_and_university"]],
    [people[7]!.id, ["email", "name_and_university"]],
    [people[0]!.id, ["name_and_university"]]
  ])
  expect(ranked).toHaveLength(20)
})

test.each([
  ["+49 30 901820", "030 / 90 18 20"],
  ["030 901820", "0049 (0)30 901820"],
  ["555-0134", "5550134"]
])("a merge of %s and %s keeps one number, the survivor's", (of, other) => {
  const withPhone = (number: string) => ({ phone_numbers: [{ number, kind: null, is_primary: true }] })
  const { entity } = Result.getOrThrow(
    CandidateMerge.merge(contextOf(candidate(1, withPhone(of)), candidate(2, withPhone(other))), contextAt())
  )
  expect(entity.into.phone_numbers).toEqual(withPhone(other).phone_numbers)
})
