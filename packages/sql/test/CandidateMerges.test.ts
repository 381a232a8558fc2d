import type { Actor } from "@candor/domain/access/Actor"
import * as Application from "@candor/domain/application/Application"
import * as Lifecycle from "@candor/domain/application/Lifecycle"
import { Applications } from "@candor/domain/application/Applications"
import * as Submission from "@candor/domain/application/Submission"
import * as AiProfile from "@candor/domain/candidate/AiProfile"
import { AiProfiles } from "@candor/domain/candidate/AiProfiles"
import { CandidateMerged, CandidateNotFound, requestErasure } from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { decodeWith } from "@candor/domain/Encoded"
import type { CandidateId, JobId } from "@candor/domain/Id"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { CandidateExports } from "@candor/domain/person/CandidateExports"
import { CandidateNotMerged, LaterMerge, MergePermanent, mergeOf } from "@candor/domain/person/CandidateMerge"
import { CandidateMerges } from "@candor/domain/person/CandidateMerges"
import * as TeamMember from "@candor/domain/team/TeamMember"
import { TeamMembers } from "@candor/domain/team/TeamMembers"
import { CurrentViewer } from "@candor/sql/database/Viewer"
import { describe, expect, test } from "bun:test"
import { Effect, Result, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { items } from "./JobCalls.ts"
import { meanwhile } from "./Meanwhile.ts"
import { merge, unmerge } from "./Merges.ts"
import { anonymise, apply, create, remove, typesOf, update } from "./Person.ts"
import { came } from "./Submitted.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

const linkedin_url = "https://www.linkedin.com/in/grace"
const [grace, double] = [
  { full_name: "Grace Hopper", primary_email: "grace@example.com", tags: ["navy"] },
  {
    full_name: "G. Hopper",
    primary_email: "hopper@example.com",
    linkedin_url,
    university: "Yale",
    tags: ["cobol", "navy"]
  }
]

const detail = decodeWith(Application.ApplicationDetail)
const profiles = decodeWith(Schema.Array(AiProfile.AiProfileDetail))

/** A person who is stored twice, with an application of both on one job, and one of the double's on another. */
const twice = Effect.fn("twice")(function*(actor: Actor) {
  const [job, other] = [yield* newJob(actor, "Engineer"), yield* newJob(actor, "Cook")]
  const [{ id: survivor }, { id: merged }] = [yield* create(actor, grace), yield* create(actor, double)]
  const on = (candidate_id: CandidateId, job_id: JobId, stage_id = job.stages[0]!.id) =>
    Effect.map(apply(actor, { job_id, candidate_id, stage_id }), ({ id }) => id)
  const early = yield* on(survivor, job.id)
  const late = yield* on(merged, job.id, job.stages[2]!.id)
  const alone = yield* on(merged, other.id, other.stages[0]!.id)
  return { job, other, survivor, merged, early, late, alone }
})

const candidateOf = ({ organization_id }: Actor, application: Application.ApplicationDetail["id"]) =>
  Effect.flatMap(
    Applications,
    (applications) =>
      Effect.flatMap(applications.get(organization_id, application), (answer) =>
        Effect.map(detail(answer), ({ candidate, notes }) => ({ id: candidate.id, notes: notes.length })))
  )

const note = (actor: Actor, application: Application.ApplicationDetail["id"]) =>
  Effect.flatMap(
    Notes,
    (notes) =>
      notes.create(actor, { application_id: application }, (context) =>
        Note.write({ application_id: application }, { note: "Hire." }, context))
  )

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`A merged candidate on ${database.name}`, () => {
    test("has bookings decided anew that began before the merge, or before its undo", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { merged, survivor } = yield* twice(actor)
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE candidates SET bookings = 4 WHERE organization_id = ${actor.organization_id} AND id = ${merged}`
        const bookings = sql<{ readonly bookings: number }>`
          SELECT bookings FROM candidates WHERE organization_id = ${actor.organization_id} AND id IN (${merged}, ${survivor})`
          .pipe(Effect.map((rows) => rows.map(({ bookings }) => bookings)))
        yield* merge(actor, merged, survivor)
        expect(yield* bookings).toEqual([5])
        yield* unmerge(actor, merged)
        expect(yield* bookings).toEqual([6, 6])
      })))

    test("gives its applications, profiles and tags to the survivor, which takes what it lacks", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { alone, early, late, merged, survivor } = yield* twice(actor)
        const result = yield* merge(actor, merged, survivor)
        expect(mergeOf(result)).toEqual({
          candidate_id: merged,
          into: survivor,
          merged_at: result.merged_at,
          filled: ["linkedin_url", "university", "tags", "email_addresses"],
          duplicate_applications: [{ id: early, duplicate_of: late }]
        })
        const candidates = yield* Candidates
        expect(yield* candidates.get(actor.organization_id, survivor)).toMatchObject({
          ...grace,
          linkedin_url,
          university: "Yale",
          tags: ["cobol", "navy"]
        })
        for (const application of [alone, early, late]) {
          expect((yield* candidateOf(actor, application)).id).toBe(survivor)
        }
        const page = yield* (yield* Applications).list(actor.organization_id, { candidate_id: survivor }, {
          limit: 10,
          offset: 0
        })
        expect((yield* items(page)).map(({ id }) => id)).toEqual([alone, late, early])
        const listed = yield* profiles(yield* (yield* AiProfiles).list(actor.organization_id, survivor))
        expect(listed.map(({ is_current }) => is_current)).toEqual([true])
        expect((yield* candidates.list(actor.organization_id, {}, { limit: 10, offset: 0 })).items.map(({ id }) => id))
          .toEqual([survivor])
        expect((yield* typesOf(actor, survivor)).at(-1)).toBe("candidate.merged")
        expect(yield* typesOf(actor, merged)).toEqual(["candidate.created"])
      })))

    test("tells a member who merges of applications on jobs that they see, and of no others", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { early, job, late, merged, other, survivor } = yield* twice(actor)
        yield* apply(actor, { job_id: other.id, candidate_id: survivor, stage_id: other.stages[0]!.id })
        yield* (yield* TeamMembers).put(
          actor,
          job.id,
          actor.user_id,
          (joining, context) => TeamMember.put(job.id, actor.user_id, { role: "recruiter" }, joining, context)
        )
        const viewer = { organization_id: actor.organization_id, member_id: actor.user_id, job_access: "team" } as const
        const result = yield* Effect.provideService(merge(actor, merged, survivor), CurrentViewer, viewer)
        expect(result.duplicates).toHaveLength(2)
        expect(mergeOf(result).duplicate_applications).toEqual([{ id: early, duplicate_of: late }])
      })))

    test("takes a request to be erased back that came meanwhile by the link of one of its applications", () =>
      run(Effect.gen(function*() {
        const candidates = yield* Candidates
        const asked = Effect.fnUntraced(function*(which: "alone" | "early") {
          const { actor } = yield* World.organization({ name: "Acme" })
          const { merged, survivor, [which]: application } = yield* twice(actor)
          const [id] = yield* came(actor.organization_id, application, "careers_site", {})
          yield* merge(actor, merged, survivor)
          yield* candidates.modify(actor, survivor, (candidate, context) => requestErasure(candidate, id!, context))
          yield* unmerge(actor, merged)
          const who = yield* Effect.forEach([merged, survivor], (one) => candidates.get(actor.organization_id, one))
          return who.map(({ erasure_request }) => erasure_request?.submission_id === id)
        })
        expect(yield* asked("alone")).toEqual([true, false])
        expect(yield* asked("early")).toEqual([false, true])
      })))

    test("answers with the survivor, through any number of merges, and refuses changes with the survivor's id", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { actor: stranger } = yield* World.organization({ name: "Globex" })
        const { job, merged, survivor: between } = yield* twice(actor)
        const { id: survivor } = yield* create(actor, { ...grace, full_name: "Rear Admiral Hopper" })
        yield* merge(actor, merged, between)
        yield* merge(actor, between, survivor)
        const [candidates, exports, aiProfiles] = [yield* Candidates, yield* CandidateExports, yield* AiProfiles]
        for (const id of [merged, between]) {
          expect((yield* candidates.get(actor.organization_id, id)).id).toBe(survivor)
          expect(yield* exports.exportOf(actor.organization_id, id)).toEqual(
            yield* exports.exportOf(actor.organization_id, survivor)
          )
          expect(yield* aiProfiles.list(actor.organization_id, id)).toEqual(
            yield* aiProfiles.list(actor.organization_id, survivor)
          )
          const refused = new CandidateMerged({ id, into: survivor })
          expect(yield* Effect.flip(update(actor, id, { university: "Yale" }))).toEqual(refused)
          expect(yield* Effect.flip(remove(actor, id))).toEqual(refused)
          expect(yield* Effect.flip(anonymise(actor, id))).toEqual(refused)
          expect(yield* Effect.flip(merge(actor, id, survivor))).toEqual(refused)
          expect(yield* Effect.flip(apply(actor, { job_id: job.id, candidate_id: id }))).toEqual(refused)
          expect(yield* Effect.flip(aiProfiles.request(actor, id, AiProfile.refresh))).toEqual(refused)
          expect(yield* Effect.flip(candidates.get(stranger.organization_id, id))).toBeInstanceOf(CandidateNotFound)
          expect(yield* Effect.flip(unmerge(stranger, id))).toBeInstanceOf(CandidateNotFound)
        }
      })))

    test("applies to a job once: the application that is further on is named", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { job, late, merged, survivor } = yield* twice(actor)
        yield* merge(actor, merged, survivor)
        const again = apply(actor, { job_id: job.id, candidate_id: survivor })
        expect(yield* Effect.flip(again)).toEqual(
          new Submission.AlreadyApplied({ application_id: late, candidate_id: survivor })
        )
      })))

    test("comes back with what was added to its applications; the survivor keeps what was added to it", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { alone, early, late, merged, survivor } = yield* twice(actor)
        const before = yield* (yield* Candidates).get(actor.organization_id, merged)
        yield* merge(actor, merged, survivor)
        yield* note(actor, late)
        yield* note(actor, early)
        yield* update(actor, survivor, { university: "Vassar", tags: ["admiral", "cobol", "navy"] })
        const { id: since } = yield* apply(actor, {
          job_id: (yield* newJob(actor, "Baker")).id,
          candidate_id: survivor
        })
        const restored = yield* unmerge(actor, merged)
        const { updated_at: _, version: __, ...kept } = before
        expect(restored).toMatchObject(kept)
        expect(yield* candidateOf(actor, late)).toEqual({ id: merged, notes: 1 })
        expect(yield* candidateOf(actor, alone)).toEqual({ id: merged, notes: 0 })
        expect(yield* candidateOf(actor, early)).toEqual({ id: survivor, notes: 1 })
        expect(yield* candidateOf(actor, since)).toEqual({ id: survivor, notes: 0 })
        expect(yield* (yield* Candidates).get(actor.organization_id, survivor)).toMatchObject({
          ...grace,
          linkedin_url: null,
          university: "Vassar",
          tags: ["admiral", "navy"]
        })
        expect(yield* typesOf(actor, merged)).toEqual(["candidate.created", "candidate.unmerged"])
        expect(yield* Effect.flip(unmerge(actor, merged))).toBeInstanceOf(CandidateNotMerged)
      })))

    test("comes back from the last merge on, within 30 days", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { merged, survivor } = yield* twice(actor)
        const { id: other } = yield* create(actor, grace)
        yield* merge(actor, merged, survivor)
        yield* merge(actor, other, survivor)
        expect(yield* Effect.flip(unmerge(actor, merged))).toEqual(new LaterMerge({ candidate_id: other }))
        const sql = yield* SqlClient.SqlClient
        const [candidates, merges] = [yield* Candidates, yield* CandidateMerges]
        yield* sql`UPDATE candidate_merges SET merged_at = now() - interval '29 days 23 hours'`
        yield* merges.forgetMerges
        yield* unmerge(actor, other)
        yield* sql`UPDATE candidate_merges SET merged_at = now() - interval '30 days 1 second'`
        expect(yield* Effect.flip(unmerge(actor, merged))).toBeInstanceOf(MergePermanent)
        expect(yield* sql`SELECT FROM candidate_merges WHERE undo IS NULL`).toEqual([])
        yield* merges.forgetMerges
        expect(yield* sql`SELECT FROM candidate_merges WHERE undo IS NULL`).toHaveLength(1)
        expect(yield* Effect.flip(unmerge(actor, merged))).toBeInstanceOf(MergePermanent)
        expect((yield* candidates.get(actor.organization_id, merged)).id).toBe(survivor)
      })))

    test("merged the other way round at once, is merged once", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { merged, survivor } = yield* twice(actor)
        const both = [merge(actor, merged, survivor), merge(actor, survivor, merged), merge(actor, merged, survivor)]
        const outcomes = yield* Effect.all(both.map((one) => Effect.result(one)), { concurrency: "unbounded" })
        expect(outcomes.filter(Result.isSuccess)).toHaveLength(1)
        for (const failure of outcomes.flatMap((one) => Result.isFailure(one) ? [one.failure] : [])) {
          expect(failure).toBeInstanceOf(CandidateMerged)
        }
        const sql = yield* SqlClient.SqlClient
        expect(yield* sql`SELECT FROM candidates`).toHaveLength(1)
      })))

    test("has its applications compared again that changed meanwhile", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { early, late, merged, survivor } = yield* twice(actor)
        const reject = (yield* Applications).change(actor, late, (state, context) =>
          Lifecycle.reject(state, { reason: "Other" }, context))
        const { duplicates } = yield* meanwhile(reject, merge(actor, merged, survivor))
        expect(duplicates.map(({ duplicate_of, id }) => [id, duplicate_of])).toEqual([[late, early]])
      })))

    test("has an application compared that the survivor got meanwhile, and takes one along that it got itself", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { alone, merged, other, survivor } = yield* twice(actor)
        const job_id = (yield* newJob(actor, "Baker")).id
        const added: Array<Application.ApplicationDetail["id"]> = []
        const applied = Effect.gen(function*() {
          added.push((yield* apply(actor, { job_id: other.id, candidate_id: survivor })).id)
          added.push((yield* apply(actor, { job_id, candidate_id: merged })).id)
        })
        const { duplicates } = yield* meanwhile(applied, merge(actor, merged, survivor))
        const [second, own] = added
        expect(duplicates.filter(({ id }) => id === second)).toMatchObject([{ duplicate_of: alone }])
        expect((yield* candidateOf(actor, own!)).id).toBe(survivor)
      })))

    test("takes along what is added meanwhile: an application, a note, an end, a profile, a merge", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { alone, early, late, merged, other, survivor } = yield* twice(actor)
        const { id: third } = yield* create(actor, grace)
        const applications = yield* Applications
        const meanwhileAdded = Effect.gen(function*() {
          const { id: second } = yield* apply(actor, { job_id: other.id, candidate_id: survivor })
          yield* note(actor, alone)
          yield* applications.change(
            actor,
            late,
            (state, context) => Lifecycle.reject(state, { reason: "Other" }, context)
          )
          yield* update(actor, merged, { linkedin_url: `${linkedin_url}-hopper` })
          yield* merge(actor, third, survivor)
          return second
        })
        const added: Array<Application.ApplicationDetail["id"]> = []
        const { duplicates, into } = yield* meanwhile(
          Effect.map(meanwhileAdded, (id) => added.push(id)),
          merge(actor, merged, survivor)
        )
        expect(into.linkedin_url).toBe(`${linkedin_url}-hopper`)
        expect(duplicates.map(({ duplicate_of, id }) => [id, duplicate_of]).toSorted()).toEqual(
          [[late, early], [...added, alone]].toSorted()
        )
        expect(yield* candidateOf(actor, alone)).toEqual({ id: survivor, notes: 1 })
        expect(yield* Effect.flip(unmerge(actor, third))).toEqual(new LaterMerge({ candidate_id: merged }))
      })))
  })
}
