/** Deleted applications: what goes with one, what stays, and which duplicate takes its place. */
import type { Actor } from "@candor/domain/access/Actor"
import * as Application from "@candor/domain/application/Application"
import { ApplicationNotFound } from "@candor/domain/application/Application"
import { update } from "@candor/domain/application/ApplicationPatch"
import { remove } from "@candor/domain/application/ApplicationRemoval"
import { Applications } from "@candor/domain/application/Applications"
import { CandidateAnonymised } from "@candor/domain/Anonymised"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { decodeWith } from "@candor/domain/Encoded"
import { AuditLog } from "@candor/domain/event/AuditLog"
import type { ApplicationId, CandidateId, JobId } from "@candor/domain/Id"
import { Attachments } from "@candor/domain/attachment/Attachments"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { Prospect } from "@candor/domain/sourcing/Prospect"
import { Prospects } from "@candor/domain/sourcing/Prospects"
import { describe, expect, test } from "bun:test"
import { Effect, Option, Result } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { meanwhile } from "./Meanwhile.ts"
import { merge, unmerge } from "./Merges.ts"
import { anonymise, apply, create, erase, personWith, tablesWith, typesOf } from "./Person.ts"
import { discover, into, world } from "./SourcingWorld.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

const marker = "zq7marker"
const detail = decodeWith(Application.ApplicationDetail)
const shown = decodeWith(Prospect)

const removed = (actor: Actor, id: ApplicationId) =>
  Effect.flatMap(Applications, (applications) => applications.remove(actor, id, remove))

const read = ({ organization_id }: Actor, id: ApplicationId) =>
  Effect.flatMap(Applications, (applications) => Effect.flatMap(applications.get(organization_id, id), detail))

const patch = (actor: Actor, id: ApplicationId, source_type: string) =>
  Effect.flatMap(
    Applications,
    (applications) =>
      applications.change(actor, id, (application, context) => update(application, { source_type }, context))
  )

/** The application of each candidate on the job that is none's duplicate. */
const firsts = (job: JobId) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ id: ApplicationId; candidate_id: CandidateId }>`
        SELECT id, candidate_id FROM applications WHERE job_id = ${job} AND duplicate_of IS NULL`,
      (rows) => new Map(rows.map(({ candidate_id, id }) => [candidate_id, id] as const))
    ))

/** Candidates with an application each on one job, of which an earlier one is further on. */
const people = Effect.fn("people")(function*(actor: Actor, count: number) {
  const job = yield* newJob(actor, "Engineer")
  const made = yield* Effect.forEach(Array.from({ length: count }, (_, n) => n), (n) =>
    Effect.gen(function*() {
      const { id: candidate } = yield* create(actor, {
        full_name: `Grace ${n}`,
        primary_email: `grace${n}@example.com`
      })
      const { id: application } = yield* apply(actor, {
        job_id: job.id,
        candidate_id: candidate,
        stage_id: job.stages[3 - n]!.id
      })
      return { candidate, application }
    }))
  return { job, people: made }
})

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`A deleted application on ${database.name}`, () => {
    test("takes all that belongs to it, files and events included; the candidate stays, and the chain is intact", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const sql = yield* SqlClient.SqlClient
        const person = yield* personWith(actor, marker)
        const [id, other] = person.applications.map(({ id }) => id)
        // Its events stay: nobody asked for their erasure. So does a mail that belongs to nobody.
        yield* sql`DELETE FROM applications WHERE id = ${other}`
        yield* removed(actor, id!)
        expect(yield* tablesWith(marker)).toEqual([
          "ai_profiles",
          "attachments",
          "candidates",
          "events",
          "messages",
          "notes",
          "prospects",
          "queue",
          "webhook_deliveries"
        ])
        expect(yield* tablesWith(id!)).toEqual(["events", "queue", "webhook_deliveries"])
        expect((yield* sql`SELECT FROM queue WHERE queue_name = 'removed_contents'`).length).toBe(1)
        yield* (yield* Attachments).queueRemovals(actor.organization_id)
        expect((yield* sql`SELECT FROM queue WHERE queue_name = 'contents'`).length).toBe(4)
        expect(yield* sql`SELECT files_counted, file_bytes FROM file_usage`).toEqual([{
          files_counted: 1,
          file_bytes: 1000
        }])
        const before = yield* typesOf(actor, person.id)
        yield* erase(actor)
        expect(yield* typesOf(actor, person.id)).toEqual(before)
        const kept = yield* sql<{ subject: string }>`
          SELECT DISTINCT split_part(type, '.', 1) AS subject FROM events WHERE position(${marker} IN data::text) > 0 ORDER BY subject`
        expect(kept.map(({ subject }) => subject)).toEqual(
          expect.arrayContaining(["ai_profile", "candidate", "note", "prospect"])
        )
        expect(
          yield* sql`
          SELECT FROM events WHERE data IS NOT NULL AND ${id} IN (subject_id::text, data ->> 'application_id')
            AND type NOT LIKE 'prospect.%' AND type <> 'audit.erased'`
        ).toEqual([])
        expect((yield* sql`SELECT FROM events WHERE data ->> 'application_id' = ${other}`).length).toBeGreaterThan(0)
        expect((yield* (yield* AuditLog).verify(actor.organization_id)).broken).toEqual(Option.none())
        expect(yield* typesOf(actor, id!)).toEqual(["application.created", "application.deleted", "audit.erased"])
        const [stage] = (yield* (yield* Jobs).get(actor.organization_id, person.job_id)).stages
        expect(stage!.application_count).toBe(0)
      })))

    test("is found by no read and no write; its candidate can apply again, and its prospect be converted again", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const { actor: stranger } = yield* World.organization({ name: "Globex" })
        const job = yield* newJob(actor, "Engineer")
        const [prospect] = yield* discover(actor, search, [{ full_name: "Grace Hopper", email: "grace@example.com" }])
        const { application_id: id, candidate_id } = yield* into(actor, prospect!.id, job)
        expect(yield* Effect.flip(removed(stranger, id!))).toBeInstanceOf(ApplicationNotFound)
        yield* removed(actor, id!)
        expect(yield* Effect.flip(removed(actor, id!))).toBeInstanceOf(ApplicationNotFound)
        expect(yield* Effect.flip(patch(actor, id!, "x"))).toBeInstanceOf(ApplicationNotFound)
        expect(yield* Effect.flip(read(actor, id!))).toBeInstanceOf(ApplicationNotFound)
        const stored = yield* shown(yield* (yield* Prospects).get(actor.organization_id, prospect!.id))
        expect(stored.application_id).toBeNull()
        const again = yield* into(actor, prospect!.id, job)
        expect([again.candidate_id, again.application_id === id]).toEqual([candidate_id, false])
        yield* removed(actor, again.application_id!)
        yield* apply(actor, { job_id: job.id, candidate_id: candidate_id! })
      })))

    test("of 8 deletions at once exactly one succeeds", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { people: [one] } = yield* people(actor, 1)
        const outcomes = yield* Effect.all(
          Array.from({ length: 8 }, () => Effect.result(removed(actor, one!.application))),
          {
            concurrency: "unbounded"
          }
        )
        expect(outcomes.filter(Result.isSuccess).length).toBe(1)
        expect(yield* typesOf(actor, one!.application)).toEqual(["application.created", "application.deleted"])
      })))

    test("takes with it a note that is added, and a change that is made, while it is deleted", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { people: [one] } = yield* people(actor, 1)
        const id = one!.application
        const changed = Effect.gen(function*() {
          yield* (yield* Notes).create(
            actor,
            { application_id: id },
            (context) => Note.write({ application_id: id }, { note: marker }, context)
          )
          yield* patch(actor, id, marker)
        })
        yield* meanwhile(changed, removed(actor, id))
        yield* erase(actor)
        expect(yield* tablesWith(marker)).toEqual([])
      })))

    test("leaves its place to the duplicate that is furthest on, also of a merge that comes while it is deleted", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { job, people: [first, second, third] } = yield* people(actor, 3)
        yield* merge(actor, third!.candidate, first!.candidate)
        yield* meanwhile(merge(actor, second!.candidate, first!.candidate), removed(actor, first!.application))
        expect(yield* firsts(job.id)).toEqual(new Map([[first!.candidate, second!.application]]))
        expect((yield* read(actor, third!.application)).duplicate_of).toBe(second!.application)
        yield* removed(actor, third!.application)
        expect(yield* firsts(job.id)).toEqual(new Map([[first!.candidate, second!.application]]))
        yield* unmerge(actor, second!.candidate)
        expect(yield* firsts(job.id)).toEqual(new Map([[second!.candidate, second!.application]]))
      })))

    test("between two of its duplicates' merges gives its place to one, so that each undo leaves every candidate with one", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { job, people: [best, middle, last] } = yield* people(actor, 3)
        yield* merge(actor, last!.candidate, middle!.candidate)
        yield* merge(actor, best!.candidate, middle!.candidate)
        expect((yield* read(actor, middle!.application)).duplicate_of).toBe(best!.application)
        yield* removed(actor, middle!.application)
        expect((yield* read(actor, last!.application)).duplicate_of).toBe(best!.application)
        yield* unmerge(actor, best!.candidate)
        expect(yield* firsts(job.id)).toEqual(
          new Map([[best!.candidate, best!.application], [middle!.candidate, last!.application]])
        )
        yield* unmerge(actor, last!.candidate)
        expect(yield* firsts(job.id)).toEqual(
          new Map([[best!.candidate, best!.application], [last!.candidate, last!.application]])
        )
        expect((yield* (yield* Candidates).get(actor.organization_id, middle!.candidate)).id).toBe(middle!.candidate)
      })))
  })

  describe(`A changed application on ${database.name}`, () => {
    test("has another source, also once it is closed, and the answer is what is read afterwards", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { job, people: [one] } = yield* people(actor, 1)
        const id = one!.application
        yield* (yield* Jobs).modify(
          actor,
          job.id,
          (job, organization) => Job.update(job, { status: "closed" }, organization)
        )
        const answer = yield* patch(actor, id, "Referral")
        const stored = yield* (yield* Applications).get(actor.organization_id, id)
        expect(new TextDecoder().decode(answer.bytes)).toBe(new TextDecoder().decode(stored.bytes))
        expect((yield* detail(answer)).source_type).toBe("Referral")
        yield* patch(actor, id, "Referral")
        expect(yield* typesOf(actor, id)).toEqual(["application.created", "application.updated"])
        const sql = yield* SqlClient.SqlClient
        expect(yield* sql`SELECT count(*)::integer AS entries FROM application_history WHERE application_id = ${id}`)
          .toEqual([{ entries: 1 }])
      })))

    test("takes no text once its candidate is anonymised, also while it is", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { people: [one] } = yield* people(actor, 1)
        const late = meanwhile(anonymise(actor, one!.candidate), patch(actor, one!.application, marker))
        expect(yield* Effect.flip(late)).toBeInstanceOf(CandidateAnonymised)
        expect(yield* Effect.flip(patch(actor, one!.application, marker))).toBeInstanceOf(CandidateAnonymised)
        yield* erase(actor)
        expect(yield* tablesWith(marker)).toEqual([])
      })))
  })
}
