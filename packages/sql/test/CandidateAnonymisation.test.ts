import type { Actor } from "@candor/domain/access/Actor"
import * as Application from "@candor/domain/application/Application"
import { Applications } from "@candor/domain/application/Applications"
import * as Lifecycle from "@candor/domain/application/Lifecycle"
import { CandidateAnonymised } from "@candor/domain/Anonymised"
import { CandidateNotFound, noun } from "@candor/domain/candidate/Candidate"
import type { Attachments } from "@candor/domain/attachment/Attachments"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { decodeWith } from "@candor/domain/Encoded"
import { AuditLog } from "@candor/domain/event/AuditLog"
import { Feedback } from "@candor/domain/feedback/Feedback"
import * as InterviewFeedback from "@candor/domain/feedback/InterviewFeedback"
import type { ApplicationId } from "@candor/domain/Id"
import { Jobs } from "@candor/domain/job/Jobs"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { maxRows } from "@candor/sql/repositories/candidate/CandidateApplications"
import type { Owner } from "@candor/domain/part/Owner"
import { anonymous } from "@candor/domain/Noun"
import { describe, expect, test } from "bun:test"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { attached, ownerOf } from "./AttachmentCalls.ts"
import { databases, pglite, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { jobWith } from "./LargeJob.ts"
import { meanwhile } from "./Meanwhile.ts"
import { anonymise, apply, create, erase, personWith, remove, tablesWith, update } from "./Person.ts"
import { discover, into, world } from "./SourcingWorld.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

const marker = "zq7marker"
const reason = "Other"
const grace = { full_name: "Grace Hopper", primary_email: "grace@example.com" }

const detail = decodeWith(Application.ApplicationDetail)

const read = (actor: Actor, id: ApplicationId) =>
  Effect.flatMap(Applications, (applications) => applications.get(actor.organization_id, id)).pipe(
    Effect.flatMap(detail)
  )

const write = (actor: Actor, of: ApplicationId | Owner, note: string) =>
  Effect.flatMap(
    Notes,
    (notes) => notes.create(actor, ownerOf(of), (context) => Note.write(ownerOf(of), { note }, context))
  )

const rate = (actor: Actor, id: ApplicationId, body: string) =>
  Effect.flatMap(
    Feedback,
    (feedback) =>
      feedback.create(actor, { application_id: id }, (context) =>
        InterviewFeedback.submit(id, { interview_type: "onsite", rating: "yes", body }, context))
  )

const reject = (actor: Actor, id: ApplicationId, rejection: Lifecycle.Rejection) =>
  Effect.flatMap(
    Applications,
    (applications) =>
      applications.change(actor, id, (application, context) => Lifecycle.reject(application, rejection, context))
  )

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`An anonymised candidate on ${database.name}`, () => {
    test("leaves nothing of the person in any table once its events are erased; its applications stay, and the chain is intact", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const person = yield* personWith(actor, marker, "referral")
        const before = yield* read(actor, person.applications[0]!.id)
        const anonymised = yield* anonymise(actor, person.id)
        expect(anonymised).toMatchObject({ ...anonymous(noun), id: person.id, anonymised_at: anonymised.updated_at })
        expect(yield* (yield* Candidates).get(actor.organization_id, person.id)).toEqual(anonymised)
        expect(yield* tablesWith(marker)).toEqual(["events", "webhook_deliveries"])
        const { full_name, primary_email, linkedin_url, website_url, github_url, years_experience, university } =
          anonymous(noun)
        expect(yield* read(actor, person.applications[0]!.id)).toEqual({
          ...before,
          updated_at: anonymised.updated_at,
          candidate: {
            id: person.id,
            full_name,
            primary_email,
            linkedin_url,
            website_url,
            github_url,
            years_experience,
            university
          },
          ai_profiles: [],
          notes: [],
          interview_feedback: [],
          unapplied: [],
          attachments: [],
          application_answers: []
        })
        yield* erase(actor)
        expect(yield* tablesWith(marker)).toEqual([])
        expect((yield* (yield* AuditLog).verify(actor.organization_id)).broken).toEqual(Option.none())
        const sql = yield* SqlClient.SqlClient
        expect(yield* sql`SELECT notes_counted, feedback_counted, text_bytes FROM applications`).toEqual(
          person.applications.map(() => ({ notes_counted: 0, feedback_counted: 0, text_bytes: 0 }))
        )
        expect(yield* sql`SELECT notes_counted, text_bytes, files_counted, file_bytes FROM candidates`).toEqual([
          { notes_counted: 0, text_bytes: 0, files_counted: 0, file_bytes: 0 }
        ])
        expect(yield* sql`SELECT FROM queue WHERE queue_name = 'profiles'`).toEqual([])
        const [stage] = (yield* (yield* Jobs).get(actor.organization_id, person.job_id)).stages
        expect(stage!.application_count).toBe(1)
      })))

    test("takes with it the requests for feedback on its applications, also where a server that knows of none anonymises them", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        yield* personWith((yield* World.organization({ name: "Acme" })).actor, marker)
        const requests = sql`SELECT message FROM feedback_requests`
        expect(yield* requests).toContainEqual({ message: marker })
        yield* sql`UPDATE applications SET anonymised_at = now(), notes_counted = 0, feedback_counted = 0, text_bytes = 0`
        expect(yield* requests).toEqual([])
      })))

    test("takes with it a prospect that is linked to it while it is anonymised", () =>
      run(Effect.gen(function*() {
        const { actor, search } = yield* world("Acme")
        const job = yield* newJob(actor, "Engineer")
        const { candidate } = yield* apply(actor, { job_id: job.id, candidate: grace })
        const [prospect] = yield* discover(actor, search, [{ full_name: marker, email: grace.primary_email }])
        yield* meanwhile(into(actor, prospect!.id, job), anonymise(actor, candidate.id))
        yield* erase(actor)
        expect(yield* tablesWith(marker)).toEqual([])
      })))

    test("stays as it is when it is anonymised again, also by 8 at once; it is found and deleted, with what happened since", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { actor: stranger } = yield* World.organization({ name: "Globex" })
        const person = yield* personWith(actor, marker, "referral")
        expect(yield* Effect.flip(anonymise(stranger, person.id))).toBeInstanceOf(CandidateNotFound)
        const all = yield* Effect.all(Array.from({ length: 8 }, () => anonymise(actor, person.id)), {
          concurrency: "unbounded"
        })
        expect(new Set(all.map((candidate) => JSON.stringify(candidate))).size).toBe(1)
        yield* erase(actor)
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE queue SET state = 'completed' WHERE queue_name = 'erasures'`
        const target = (yield* (yield* Jobs).get(actor.organization_id, person.job_id)).stages[1]!.id
        yield* (yield* Applications).move(
          actor,
          person.applications[0]!.id,
          target,
          (application, requested, context) => Lifecycle.move(application, requested, { stage_id: target }, context)
        )
        yield* remove(actor, person.id)
        const queued =
          yield* sql`SELECT FROM queue WHERE queue_name = 'erasures' AND state = 'pending' AND element::json ->> 'subject_id' = ${person.id}`
        expect(queued.length).toBe(1)
        yield* erase(actor)
        const left = yield* sql`
          SELECT type FROM events WHERE data IS NOT NULL AND type <> 'audit.erased' AND position(${person.id} IN data::text) > 0`
        expect(left).toEqual([])
        expect(yield* tablesWith(marker)).toEqual([])
      })))

    test("refuses every addition, also one that was decided before; what was added meanwhile goes too", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const [job, other] = [yield* newJob(actor, "Engineer"), yield* newJob(actor, "Cook")]
        const { candidate, id } = yield* apply(actor, { job_id: job.id, candidate: grace })
        const applied = apply(actor, { job_id: other.id, candidate_id: candidate.id, source_type: "late" })
        const owner = { candidate_id: candidate.id }
        const added = Effect.all([
          write(actor, id, marker),
          write(actor, owner, marker),
          attached(actor, owner, { file_type: marker })
        ])
        yield* meanwhile(added, anonymise(actor, candidate.id))
        expect(yield* tablesWith(marker)).toEqual(["events"])
        const refusals: ReadonlyArray<
          Effect.Effect<unknown, unknown, Applications | Attachments | Candidates | Feedback | Notes>
        > = [
          applied,
          write(actor, id, "late"),
          write(actor, owner, "late"),
          attached(actor, owner, { file_type: "late" }),
          rate(actor, id, "late"),
          reject(actor, id, { reason, note: "late" }),
          update(actor, candidate.id, { university: "late" })
        ]
        for (const refused of refusals) expect(yield* Effect.flip(refused)).toBeInstanceOf(CandidateAnonymised)
        const next = yield* apply(actor, { job_id: job.id, candidate: grace })
        expect(yield* Effect.flip(meanwhile(anonymise(actor, next.candidate.id), write(actor, next.id, "late"))))
          .toBeInstanceOf(CandidateAnonymised)
        const { id: own } = yield* create(actor, grace)
        const lateNote = write(actor, { candidate_id: own }, "late")
        expect(yield* Effect.flip(meanwhile(anonymise(actor, own), lateNote))).toBeInstanceOf(CandidateAnonymised)
        const third = yield* apply(actor, { job_id: job.id, candidate: grace })
        const lateRejection = reject(actor, third.id, { reason, note: "late" })
        expect(yield* Effect.flip(meanwhile(anonymise(actor, third.candidate.id), lateRejection))).toBeInstanceOf(
          CandidateAnonymised
        )
        yield* reject(actor, third.id, { reason })
        const last = yield* create(actor, grace)
        const lateApplication = apply(actor, { job_id: job.id, candidate_id: last.id, source_type: "late" })
        expect(yield* Effect.flip(meanwhile(anonymise(actor, last.id), lateApplication))).toBeInstanceOf(
          CandidateAnonymised
        )
        expect(yield* tablesWith("late")).toEqual([])
      })))

    test("with more rows than one statement deletes is emptied in portions, and whole", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { organization_id, user_id } = actor
        const { applications: [application] } = yield* jobWith(actor, "Engineer", 1)
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          INSERT INTO notes (organization_id, application_id, id, author_id, body, version, created_at, updated_at)
          SELECT ${organization_id}, ${application!.id}, gen_random_uuid(), ${user_id}, ${marker}, 1, now(), now()
          FROM generate_series(1, ${maxRows}::integer)`
        yield* anonymise(actor, application!.candidate_id)
        expect(yield* tablesWith(marker)).toEqual([])
        expect(yield* read(actor, application!.id)).toMatchObject({ notes: [], attachments: [] })
      })))
  })
}

// Two transactions at the same time need two sessions; PGlite has one.
for (const database of databases.filter((database) => database !== pglite)) {
  test(`on ${database.name} nothing stays of what is added while a candidate is anonymised`, () =>
    runOn(database)(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const job = yield* newJob(actor, "Engineer")
      const made = yield* Effect.forEach(
        Array.from({ length: 10 }),
        () => apply(actor, { job_id: job.id, candidate: grace, candidate_match: "new" })
      )
      yield* Effect.all(
        made.flatMap(({ candidate, id }) => [
          Effect.asVoid(anonymise(actor, candidate.id)),
          ...Array.from({ length: 4 }, () => Effect.asVoid(Effect.exit(write(actor, id, marker)))),
          ...Array.from({ length: 2 }, () => Effect.asVoid(Effect.exit(rate(actor, id, marker))))
        ]),
        { concurrency: "unbounded" }
      )
      expect((yield* tablesWith(marker)).filter((table) => table !== "events")).toEqual([])
    })))
}
