/** Conversions of prospects: the link on both sides, races, and what deletions leave. */
import type { Actor } from "@candor/domain/access/Actor"
import { ApplicationDetail } from "@candor/domain/application/Application"
import { Applications } from "@candor/domain/application/Applications"
import * as Candidate from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { decodeWith } from "@candor/domain/Encoded"
import { AuditLog } from "@candor/domain/event/AuditLog"
import { type ApplicationId } from "@candor/domain/Id"
import { JobNotFound } from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import * as Prospect from "@candor/domain/sourcing/Prospect"
import { maxDirectRows } from "@candor/sql/repositories/job/JobRemoval"
import { describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { addApplications, rowsOfOne } from "./LargeJob.ts"
import { meanwhile } from "./Meanwhile.ts"
import { untilSequenceable } from "./Sequenceable.ts"
import { discover, get, into, known, remove, update, url, world } from "./SourcingWorld.ts"
import { newJob } from "./WebhookWorld.ts"

const application = (actor: Actor, id: ApplicationId | null) =>
  Effect.flatMap(Applications, (applications) => applications.get(actor.organization_id, id!)).pipe(
    Effect.flatMap(decodeWith(ApplicationDetail))
  )

const candidate = (actor: Actor, more: Partial<Candidate.CandidateDraft> = {}) =>
  Effect.flatMap(
    Candidates,
    (candidates) =>
      candidates.create(actor, (context) =>
        Candidate.create({ full_name: "Countess", primary_email: "countess@example.com", ...more }, context))
  )

const counts = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) =>
    sql<{ candidates: number; applications: number; converted: number }>`
    SELECT (SELECT count(*) FROM candidates) AS candidates, (SELECT count(*) FROM applications) AS applications,
      (SELECT count(*) FROM events WHERE type = 'prospect.converted') AS converted
  `
).pipe(Effect.map(([row]) => row!))

/** An organization with a job and a prospect of whom everything is known. */
const sourced = (more: Partial<Prospect.ProspectDraft> = {}) =>
  Effect.gen(function*() {
    const { actor, search } = yield* world("Acme")
    const [prospect] = yield* discover(actor, search, [{ ...known, ...more }])
    return { actor, search, id: prospect!.id, job: yield* newJob(actor, "Engineer") }
  })

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Conversions on ${database.name}`, () => {
    test("the prospect has its candidate and application, and the application its prospect", () =>
      run(Effect.gen(function*() {
        const { actor, id, job } = yield* sourced()
        const stage = job.stages[1]!.id
        const converted = yield* into(actor, id, job, stage)
        expect(converted).toMatchObject({ pipeline_stage: "converted", version: 2 })
        const { search_id: _, version: __, ...shown } = converted
        expect(yield* get(actor, id)).toEqual(shown)
        const made = yield* application(actor, converted.application_id)
        expect(made).toMatchObject({ stage_id: stage, source_type: "sourcing", prospect_id: id, job: { id: job.id } })
        expect(made.candidate).toMatchObject({
          id: converted.candidate_id!,
          full_name: known.full_name,
          primary_email: known.email,
          linkedin_url: known.linkedin_url,
          years_experience: known.years_experience
        })
        expect(made.ai_profiles).toMatchObject([{
          status: "pending",
          summary: null,
          extracted_json: null,
          is_current: true
        }])
        const sql = yield* SqlClient.SqlClient
        const events = yield* sql<{ type: string }>`SELECT type FROM events WHERE type NOT LIKE 'job.%' ORDER BY id`
        expect(events.map(({ type }) => type)).toEqual([
          "sourcing_search.created",
          "prospect.discovered",
          "candidate.created",
          "ai_profile.requested",
          "application.created",
          "prospect.converted"
        ])
      })))

    test("32 conversions at once make one candidate and one application, and all return the same ids", () =>
      run(Effect.gen(function*() {
        const { actor, id, job } = yield* sourced()
        const all = yield* Effect.all(Array.from({ length: 32 }, () => into(actor, id, job)), {
          concurrency: "unbounded"
        })
        expect(new Set(all.map(({ application_id, candidate_id }) => `${application_id} ${candidate_id}`)).size).toBe(1)
        expect(yield* counts).toEqual({ candidates: 1, applications: 1, converted: 1 })
        expect(yield* into(actor, id, job)).toEqual(all[0]!)
        expect(yield* counts).toEqual({ candidates: 1, applications: 1, converted: 1 })
      })))

    test("the candidate is the one of the same LinkedIn URL, else of the same e-mail address and no other URL", () =>
      run(Effect.gen(function*() {
        const { actor, id, job, search } = yield* sourced({ email: null })
        const shared = yield* candidate(actor, { primary_email: "ADA@example.com" })
        const other = yield* candidate(actor, { primary_email: "joint@example.com", linkedin_url: url("charles") })
        const same = yield* candidate(actor, { linkedin_url: url("ada") })
        yield* candidate(actor, { linkedin_url: url("ada") })
        expect((yield* into(actor, id, job)).candidate_id).toBe(same.id)
        const [byEmail, byUrl, apart, stranger] = yield* discover(actor, search, [
          { full_name: "Ada", email: "ada@Example.com", linkedin_url: url("ada-king") },
          { full_name: "Charles", linkedin_url: url("charles") },
          { full_name: "Georgiana", email: "joint@example.com", linkedin_url: url("georgiana") },
          { full_name: "Nobody yet", email: "nobody@example.com" }
        ])
        expect((yield* into(actor, byEmail!.id, job)).candidate_id).toBe(shared.id)
        expect((yield* into(actor, byUrl!.id, job)).candidate_id).toBe(other.id)
        const known = [shared, other, same].map((one) => one.id)
        expect(known).not.toContain((yield* into(actor, apart!.id, job)).candidate_id!)
        expect(known).not.toContain((yield* into(actor, stranger!.id, job)).candidate_id!)
      })))

    test("an application that the candidate has on the job is found, also where it comes between load and save", () =>
      run(Effect.gen(function*() {
        const { actor, id, job } = yield* sourced()
        const { id: candidate_id } = yield* candidate(actor, { linkedin_url: known.linkedin_url })
        const [applied] = yield* addApplications(actor, job, 1)
        const sql = yield* SqlClient.SqlClient
        const apply = sql`UPDATE applications SET candidate_id = ${candidate_id} WHERE id = ${applied!.id}`
        const converted = yield* meanwhile(apply, into(actor, id, job))
        expect(converted).toMatchObject({ candidate_id, application_id: applied!.id, pipeline_stage: "converted" })
        expect(yield* application(actor, applied!.id)).toMatchObject({ prospect_id: null, source_type: "api" })
        expect((yield* counts).applications).toBe(1)
      })))

    test("a prospect that is changed meanwhile keeps that change, and one that is deleted meanwhile is not found", () =>
      run(Effect.gen(function*() {
        const { actor, id, job } = yield* sourced()
        yield* meanwhile(update(actor, id, { summary: "Longer" }), into(actor, id, job))
        expect(yield* get(actor, id)).toMatchObject({ summary: "Longer", pipeline_stage: "converted" })
        const other = yield* sourced({ linkedin_url: url("grace") })
        const gone = meanwhile(remove(other.actor, other.id), into(other.actor, other.id, other.job))
        expect(yield* Effect.flip(gone)).toBeInstanceOf(Prospect.ProspectNotFound)
        expect(yield* counts).toEqual({ candidates: 1, applications: 1, converted: 1 })
      })))

    test("a job whose rows are removed later leaves no link either", () =>
      run(Effect.gen(function*() {
        const { actor, id, job } = yield* sourced()
        yield* into(actor, id, job)
        yield* addApplications(actor, job, maxDirectRows / rowsOfOne + 1)
        yield* (yield* Jobs).remove(actor, job.id)
        expect(yield* get(actor, id)).toMatchObject({ application_id: null })
        const other = yield* newJob(actor, "Analyst")
        const again = yield* into(actor, id, other)
        expect(yield* application(actor, again.application_id)).toMatchObject({
          job: { id: other.id },
          prospect_id: id
        })
      })))

    test("an application leaves no link where a server deletes it that leaves this to the foreign key", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { actor, id, job } = yield* sourced()
        const { application_id } = yield* into(actor, id, job)
        yield* sql`DELETE FROM applications WHERE id = ${application_id}`
        expect(yield* get(actor, id)).toMatchObject({ application_id: null })
      })))

    test("a job that is deleted by a mark meanwhile gets no application", () =>
      run(Effect.gen(function*() {
        const { actor, id, job } = yield* sourced()
        yield* addApplications(actor, job, maxDirectRows / rowsOfOne + 1)
        const before = yield* counts
        const removal = (yield* Jobs).remove(actor, job.id)
        expect(yield* Effect.flip(meanwhile(removal, into(actor, id, job)))).toBeInstanceOf(JobNotFound)
        expect(yield* counts).toEqual(before)
      })))

    test("a deleted prospect leaves its application without the link, and its candidate as it is", () =>
      run(Effect.gen(function*() {
        const { actor, id, job } = yield* sourced()
        const { application_id, candidate_id } = yield* into(actor, id, job)
        yield* remove(actor, id)
        expect(yield* application(actor, application_id)).toMatchObject({
          prospect_id: null,
          source_type: "sourcing",
          candidate: { id: candidate_id! }
        })
      })))

    test("the erasure of a deleted job leaves the events of the prospect", () =>
      run(Effect.gen(function*() {
        const { actor, id, job } = yield* sourced()
        yield* into(actor, id, job)
        yield* (yield* Jobs).remove(actor, job.id)
        yield* untilSequenceable(actor.organization_id)
        yield* (yield* AuditLog).erase(actor.organization_id, job.id, "erasures")
        const sql = yield* SqlClient.SqlClient
        const kept = yield* sql<{ type: string }>`
          SELECT type FROM events WHERE data IS NOT NULL AND type LIKE ANY ('{application.%,prospect.%}') ORDER BY id`
        expect(kept.map(({ type }) => type)).toEqual(["prospect.discovered", "prospect.converted", "prospect.updated"])
      })))

    test("a conversion and a deletion of each side at once leave no link and no application", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const jobs = yield* Jobs
        const sql = yield* SqlClient.SqlClient
        for (let n = 0; n < 5; n++) {
          const job = yield* newJob(actor, `Engineer ${n}`)
          const [one, other] = yield* discover(actor, search, [
            { full_name: "One", email: `one-${n}@example.com` },
            { full_name: "Other", email: `other-${n}@example.com` }
          ])
          yield* Effect.all([
            Effect.result(into(actor, one!.id, job)),
            Effect.result(into(actor, other!.id, job)),
            remove(actor, other!.id),
            jobs.remove(actor, job.id)
          ], { concurrency: "unbounded" })
        }
        const dangling = yield* sql`
          SELECT p.id FROM prospects p WHERE p.application_id IS NOT NULL
          UNION ALL SELECT a.id FROM applications a`
        expect(dangling).toEqual([])
      })))
  })
}
