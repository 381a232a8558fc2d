import { CandidateState, noun } from "@candor/domain/candidate/Candidate"
import { absent } from "@candor/domain/Noun"
import { rank } from "@candor/domain/candidate/CandidateDuplicates"
import * as CandidateMerge from "@candor/domain/candidate/CandidateMerge"
import type { ErasureRequest } from "@candor/domain/candidate/ErasureRequest"
import { ApplicationId, CandidateId, SubmissionId } from "@candor/domain/Id"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"
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

const rival = (n: number, more: Partial<CandidateMerge.Rival> = {}): CandidateMerge.Rival => ({
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
    const one = candidate(1, { university: "Yale", years_experience: 0, github_url: "https://github.com/g", tags: ["b", "c"] })
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

  test.each([
    ["of the other one", true, null, "other"],
    ["of the survivor", null, true, "survivor"],
    ["of the survivor, where both wait", true, true, "survivor"],
    ["that waits, and not one that was declined", true, false, "other"],
    ["of the survivor, where both were declined", false, false, "survivor"],
    ["that was declined, where there is no other", false, null, "other"]
  ] as const)("keeps the request to be erased %s", (_, other, survivor, kept) => {
    const request = (waits: boolean | null, submission: number): ErasureRequest | null =>
      waits === null ? null : { requested_at: created_at, submission_id: SubmissionId.make(id(submission)), declined_at: waits ? null : created_at, reason: null }
    const [one, into] = [candidate(1, { erasure_request: request(other, 3) }), candidate(2, { erasure_request: request(survivor, 4) })]
    const { entity } = Result.getOrThrow(CandidateMerge.merge(contextOf(one, into), contextAt()))
    expect(entity.into.erasure_request).toEqual((kept === "other" ? one : into).erasure_request)
  })

  test("is refused with itself, and of anonymised candidates", () => {
    const one = candidate(1)
    const gone = candidate(2, { anonymised_at: created_at })
    const merge = (a: CandidateState, b: CandidateState) => failureOf(CandidateMerge.merge(contextOf(a, b), contextAt()))?._tag
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
      Result.getOrThrow(CandidateMerge.merge(contextOf(candidate(1), candidate(2), { rivals }), contextAt())).entity.duplicates
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
    ...more
  })

  test("restores both", () => {
    const { entity } = Result.getOrThrow(CandidateMerge.unmerge(stored(), contextAt("10:00:00.000")))
    const now = "2026-11-20T10:00:00.000Z"
    expect(entity.candidate).toEqual({ ...one, version: 2, updated_at: Timestamp.make(now) })
    expect(entity.into).toEqual({ ...into, version: 3, updated_at: Timestamp.make(now) })
  })

  test("of a version that knew no requests to be erased has none", () => {
    const { erasure_request: _, ...older } = one
    const undo = { ...stored().undo!, candidate: older as CandidateState }
    expect(Result.getOrThrow(CandidateMerge.unmerge(stored({ undo }), contextAt())).entity.candidate.erasure_request).toBeNull()
  })

  test("leaves what the survivor changed since", () => {
    const since = { ...merged.into, university: "Vassar", tags: ["a", "b", "d"] }
    const { entity } = Result.getOrThrow(CandidateMerge.unmerge(stored({ into: since }), contextAt("10:00:00.000")))
    expect(entity.into).toMatchObject({ university: "Vassar", tags: ["a", "b", "d"] })
  })

  test("is possible for 30 days to the millisecond, and from the last merge on", () => {
    const at = (merged_at: string) =>
      failureOf(CandidateMerge.unmerge(stored({ merged_at: Timestamp.make(merged_at) }), contextAt("09:00:00.000")))?._tag
    expect([at("2026-10-21T09:00:00.000Z"), at("2026-10-21T08:59:59.999Z")]).toEqual([undefined, "MergePermanent"])
    expect(failureOf(CandidateMerge.unmerge(stored({ latest_id: into.id }), contextAt()))).toEqual(
      new CandidateMerge.LaterMerge({ candidate_id: into.id })
    )
    expect(failureOf(CandidateMerge.unmerge(stored({ undo: null }), contextAt()))?._tag).toBe("MergePermanent")
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
