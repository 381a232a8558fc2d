import * as Application from "@candor/domain/application/Application"
import { ApplicationNotFound } from "@candor/domain/application/Application"
import { Applications } from "@candor/domain/application/Applications"
import { CandidateNotFound } from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { decodeWith } from "@candor/domain/Encoded"
import { AuditLog } from "@candor/domain/event/AuditLog"
import { CandidateId } from "@candor/domain/Id"
import { Jobs } from "@candor/domain/job/Jobs"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { maxRows } from "@candor/sql/repositories/candidate/CandidateApplications"
import { describe, expect, test } from "bun:test"
import { Effect, Option, Result } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { jobWith, noRows, rowsOfOne, storedRows } from "./LargeJob.ts"
import { meanwhile } from "./Meanwhile.ts"
import { apply, create, erase, personWith, remove, tablesWith, typesOf, update } from "./Person.ts"
import { discover, into, world } from "./SourcingWorld.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

const marker = "zq7marker"
const linkedin_url = "https://www.linkedin.com/in/grace"
const grace = { full_name: "Grace Hopper", primary_email: "grace@example.com" }

const detail = decodeWith(Application.ApplicationDetail)

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`A deleted candidate on ${database.name}`, () => {
    test("is gone from every table once its events are erased, others are untouched, and the chain is intact", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const person = yield* personWith(actor, marker)
        const other = yield* apply(actor, { job_id: person.job_id, candidate: { ...grace, linkedin_url } })
        const applications = yield* Applications
        const before = yield* detail(yield* applications.get(actor.organization_id, other.id))
        expect(yield* tablesWith(marker)).toEqual([
          "ai_profiles",
          "application_answers",
          "applications",
          "assessments",
          "attachments",
          "candidates",
          "events",
          "feedback_requests",
          "interview_feedback",
          "interviews",
          "messages",
          "notes",
          "prospects",
          "queue",
          "scheduling_links",
          "scorecards",
          "signals",
          "webhook_deliveries"
        ])
        yield* remove(actor, person.id)
        expect(yield* tablesWith(marker)).toEqual(["events", "webhook_deliveries"])
        expect(yield* tablesWith(person.id)).toEqual(["events", "queue", "webhook_deliveries"])
        const sql = yield* SqlClient.SqlClient
        const queued = yield* sql`
          SELECT element::json AS element, round(extract(epoch FROM visible_at - created_at))::integer AS seconds
          FROM queue WHERE queue_name = 'erasures' AND element::json ->> 'subject_id' = ${person.id}`
        expect(yield* sql`SELECT prospects_counted, text_bytes FROM sourcing_searches`).toEqual([{
          prospects_counted: 0,
          text_bytes: 0
        }])
        expect(queued).toEqual([
          { element: { organization_id: actor.organization_id, subject_id: person.id }, seconds: 600 }
        ])
        yield* erase(actor)
        expect(yield* tablesWith(marker)).toEqual([])
        expect((yield* (yield* AuditLog).verify(actor.organization_id)).broken).toEqual(Option.none())
        expect(yield* typesOf(actor, person.id)).toEqual([
          "candidate.created",
          "candidate.updated",
          "candidate.updated",
          "candidate.deleted",
          "audit.erased"
        ])
        expect(yield* detail(yield* applications.get(actor.organization_id, other.id))).toEqual(before)
        const [stage] = (yield* (yield* Jobs).get(actor.organization_id, person.job_id)).stages
        expect(stage!.application_count).toBe(1)
      })))

    test("is found by no read and no write, and its work is out of the queue", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const job = yield* newJob(actor, "Engineer")
        const { candidate, id } = yield* apply(actor, { job_id: job.id, candidate: { ...grace, linkedin_url } })
        const [candidates, applications] = [yield* Candidates, yield* Applications]
        yield* remove(actor, candidate.id)
        expect(yield* Effect.flip(candidates.get(actor.organization_id, candidate.id))).toBeInstanceOf(
          CandidateNotFound
        )
        expect(yield* Effect.flip(update(actor, candidate.id, { university: "Yale" }))).toBeInstanceOf(
          CandidateNotFound
        )
        expect(yield* Effect.flip(remove(actor, candidate.id))).toBeInstanceOf(CandidateNotFound)
        expect(yield* Effect.flip(apply(actor, { job_id: job.id, candidate_id: candidate.id }))).toBeInstanceOf(
          CandidateNotFound
        )
        expect(yield* Effect.flip(applications.get(actor.organization_id, id))).toBeInstanceOf(ApplicationNotFound)
        expect((yield* candidates.list(actor.organization_id, {}, { limit: 10, offset: 0 })).items).toEqual([])
        const sql = yield* SqlClient.SqlClient
        expect(yield* sql`SELECT FROM queue WHERE queue_name = 'profiles'`).toEqual([])
      })))

    test("of 8 deletions at once exactly one succeeds; another organization's candidate stays", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { actor: stranger } = yield* World.organization({ name: "Globex" })
        const { id } = yield* create(actor, grace)
        expect(yield* Effect.flip(remove(stranger, id))).toBeInstanceOf(CandidateNotFound)
        const outcomes = yield* Effect.all(Array.from({ length: 8 }, () => Effect.result(remove(actor, id))), {
          concurrency: "unbounded"
        })
        expect(outcomes.filter(Result.isSuccess).length).toBe(1)
        expect(yield* typesOf(actor, id)).toEqual(["candidate.created", "candidate.deleted"])
      })))

    test("takes with it what is added while it is deleted: an application, a note, a profile", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const [job, other] = [yield* newJob(actor, "Engineer"), yield* newJob(actor, "Cook")]
        const { candidate, id } = yield* apply(actor, { job_id: job.id, candidate: grace })
        const added = Effect.gen(function*() {
          yield* apply(actor, { job_id: other.id, candidate_id: candidate.id })
          yield* (yield* Notes).create(
            actor,
            { application_id: id },
            (context) => Note.write({ application_id: id }, { note: marker }, context)
          )
          yield* update(actor, candidate.id, { linkedin_url })
        })
        yield* meanwhile(added, remove(actor, candidate.id))
        expect(yield* tablesWith(candidate.id)).toEqual(["events", "queue"])
        const sql = yield* SqlClient.SqlClient
        // A check of signals names the application alone, and does nothing where it is not there any more.
        expect(yield* sql`SELECT queue_name FROM queue WHERE queue_name <> 'signals' ORDER BY 1`).toEqual([{
          queue_name: "erasures"
        }, {
          queue_name: "removed_contents"
        }])
        yield* erase(actor)
        expect(yield* tablesWith(marker)).toEqual([])
      })))

    test("takes with it a prospect that is linked to it while it is deleted", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const job = yield* newJob(actor, "Engineer")
        const { candidate } = yield* apply(actor, { job_id: job.id, candidate: grace })
        const [prospect] = yield* discover(actor, search, [{ full_name: marker, email: grace.primary_email }])
        yield* meanwhile(into(actor, prospect!.id, job), remove(actor, candidate.id))
        expect(yield* tablesWith(candidate.id)).toEqual(["events", "queue"])
        yield* erase(actor)
        expect(yield* tablesWith(marker)).toEqual([])
      })))

    test("with more rows than one statement deletes goes in portions, and whole", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { applications, job } = yield* jobWith(actor, "Engineer", maxRows / rowsOfOne + 1)
        const { id } = yield* create(actor, grace)
        const sql = yield* SqlClient.SqlClient
        // One candidate cannot apply to a job twice, so that each application has a job of its own.
        yield* sql`
          WITH job AS (
            INSERT INTO jobs (organization_id, id, title, status, show_salary, version, created_at, updated_at)
            SELECT a.organization_id, a.id, 'Engineer', 'draft', false, 1, now(), now() FROM applications a
          ), stage AS (
            INSERT INTO stages (organization_id, job_id, id, name, order_index)
            SELECT a.organization_id, a.id, a.id, 'Applied', 0 FROM applications a
          )
          UPDATE applications SET job_id = id, stage_id = id, candidate_id = ${id}`
        yield* remove(actor, CandidateId.make(id))
        const { jobs: _, stages: __, ...rows } = yield* storedRows(job, applications)
        const { jobs: ___, stages: ____, ...none } = noRows
        expect(rows).toEqual(none)
        expect(yield* tablesWith(id)).toEqual(["events", "queue"])
      })))
  })
}
