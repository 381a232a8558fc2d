import type { Actor } from "@candor/domain/access/Actor"
import * as Application from "@candor/domain/application/Application"
import * as Lifecycle from "@candor/domain/application/Lifecycle"
import { Applications } from "@candor/domain/application/Applications"
import * as Submission from "@candor/domain/application/Submission"
import { Candidates } from "@candor/domain/candidate/Candidates"
import type { StageId } from "@candor/domain/Id"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import { decodeWith } from "@candor/domain/Encoded"
import type { EncodedPage } from "@candor/domain/Pagination"
import * as Stage from "@candor/domain/job/Stage"
import { describe, expect, test } from "bun:test"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import * as World from "./World.ts"

const newJob = (actor: Actor, title: string) =>
  Effect.flatMap(Jobs, (jobs) => jobs.create(actor, title, (taken, context) => Job.create({ title }, taken, context)))

const apply = (actor: Actor, draft: Application.ApplicationDraft) =>
  Effect.flatMap(
    Applications,
    (applications) =>
      applications.submit(actor, draft, (submission, context) => Submission.submit(draft, submission, context))
  )

const move = (actor: Actor, application: Submission.NewApplication, stage_id: StageId) =>
  Effect.flatMap(
    Applications,
    (applications) =>
      applications.move(actor, application.id, stage_id, (application, requested, context) =>
        Lifecycle.move(application, requested, { stage_id }, context))
  )

const detail = decodeWith(Application.ApplicationDetail)

const parseItems = decodeWith(Schema.Array(Application.ApplicationListItem))
const items = (page: EncodedPage<Application.ApplicationListItem>) => parseItems(page.items)

const grace = { full_name: "Grace Hopper", primary_email: "grace@example.com" }

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Applications on ${database.name}`, () => {
    test("what is submitted is what is read, with the candidate that is made with it", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const job = yield* newJob(actor, "Engineer")
        const submitted = yield* apply(actor, {
          job_id: job.id,
          candidate: { ...grace, linkedin_url: "https://www.linkedin.com/in/grace" },
          answers: [{ question_text: "Why?", answer_text: "Because." }, {
            question_text: "When?",
            answer_text: "Soon."
          }]
        })
        const applications = yield* Applications
        const read = yield* detail(yield* applications.get(actor.organization_id, submitted.id))
        expect(read).toMatchObject({
          stage: { name: "Applied", order_index: 0 },
          source_type: "api",
          candidate: { ...grace, university: null },
          ai_profiles: [{ status: "pending", summary: null, extracted_json: null }],
          application_answers: [{ question_text: "Why?" }, { question_text: "When?" }]
        })
        const page = yield* applications.list(actor.organization_id, {}, { limit: 10, offset: 0 })
        expect((yield* items(page)).map((item) => item.id)).toEqual([submitted.id])
        const candidates = yield* Candidates
        const found = yield* candidates.list(actor.organization_id, { email: "GRACE@example.com" }, {
          limit: 9,
          offset: 0
        })
        expect(found.items.map((candidate) => candidate.id)).toEqual([read.candidate.id])
      })))

    test("the same candidate at once on one job: one application, the other failures have its id", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const job = yield* newJob(actor, "Engineer")
        const other = yield* newJob(actor, "Designer")
        const { candidate } = yield* apply(actor, { job_id: other.id, candidate: grace })
        const outcomes = yield* Effect.all(
          Array.from({ length: 8 }, () => Effect.result(apply(actor, { job_id: job.id, candidate_id: candidate.id }))),
          { concurrency: "unbounded" }
        )
        const made = outcomes.filter((outcome) => outcome._tag === "Success").map((outcome) => outcome.success.id)
        expect(made.length).toBe(1)
        const failures = outcomes.filter((outcome) => outcome._tag === "Failure").map((outcome) => outcome.failure)
        expect(failures).toEqual(
          Array.from(
            { length: 7 },
            () => new Submission.AlreadyApplied({ application_id: made[0]!, candidate_id: candidate.id })
          )
        )
      })))

    test("a refused application makes no candidate", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const job = yield* newJob(actor, "Engineer")
        const other = yield* newJob(actor, "Designer")
        const failure = yield* Effect.flip(
          apply(actor, { job_id: job.id, candidate: grace, stage_id: other.stages[0]!.id })
        )
        expect(failure).toBeInstanceOf(Lifecycle.StageOfAnotherJob)
        const { items } = yield* (yield* Candidates).list(actor.organization_id, {}, { limit: 9, offset: 0 })
        expect(items).toEqual([])
      })))

    test("moves at once end in one of the stages, with an event for each that changed it", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const job = yield* newJob(actor, "Engineer")
        const application = yield* apply(actor, { job_id: job.id, candidate: grace })
        const targets = job.stages.slice(1).map((stage) => stage.id)
        yield* Effect.forEach(targets, (stage_id) => move(actor, application, stage_id), { concurrency: "unbounded" })
        const sql = yield* SqlClient.SqlClient
        const events = yield* sql<{ stage_id: StageId; from_stage_id: StageId; version: number }>`
          SELECT data ->> 'stage_id' AS stage_id, data ->> 'from_stage_id' AS from_stage_id,
            (data ->> 'version')::int AS version
          FROM events
          WHERE organization_id = ${actor.organization_id} AND type = 'application.moved' ORDER BY version`
        const read = yield* detail(yield* (yield* Applications).get(actor.organization_id, application.id))
        expect(events.map((event) => event.version)).toEqual([2, 3, 4, 5])
        expect(events.map((event) => event.from_stage_id)).toEqual([
          application.stage_id,
          ...events.slice(0, -1).map((event) => event.stage_id)
        ])
        expect(read.stage_id).toBe(events.at(-1)!.stage_id)
      })))

    test("a stage that fills while it is deleted stays, or the application goes elsewhere: nothing is lost", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const job = yield* newJob(actor, "Engineer")
        const stage = job.stages[2]!
        const application = yield* apply(actor, { job_id: job.id, candidate: grace })
        const jobs = yield* Jobs
        const [moved, removed] = yield* Effect.all([
          Effect.result(move(actor, application, stage.id)),
          Effect.result(jobs.modify(actor, job.id, (job) => Job.withStages(job, Stage.remove(job.stages, stage.id))))
        ], { concurrency: "unbounded" })
        const after = yield* jobs.get(actor.organization_id, job.id)
        const read = yield* detail(yield* (yield* Applications).get(actor.organization_id, application.id))
        expect([moved._tag, removed._tag].toSorted()).toEqual(["Failure", "Success"])
        expect(after.stages.some((stage) => stage.id === read.stage_id)).toBe(true)
        expect(after.stages.map((stage) => stage.order_index)).toEqual(after.stages.map((_, index) => index))
      })))

    test("concurrent requests return the same pages as single ones", () =>
      run(Effect.gen(function*() {
        const acme = (yield* World.organization({ name: "Acme" })).actor
        const globex = (yield* World.organization({ name: "Globex" })).actor
        const jobs = yield* Effect.all(["Engineer", "Cook"].map((title) => newJob(acme, title)))
        const theirs = yield* newJob(globex, "Engineer")
        for (let n = 0; n < 12; n++) {
          const candidate = { ...grace, primary_email: `grace${n}@example.com` }
          yield* apply(acme, { job_id: jobs[n % 2]!.id, candidate })
          yield* apply(globex, { job_id: theirs.id, candidate })
        }
        const applications = yield* Applications
        const first = yield* applications.list(acme.organization_id, {}, { limit: 4, offset: 0 })
        const [job_id, other] = jobs.map(({ id }) => id) as [Job.JobState["id"], Job.JobState["id"]]
        const stage_id = jobs[0]!.stages[0]!.id
        const filters = [{}, { job_id }, { job_id: other }, { job_id: theirs.id }, { stage_id }, {
          job_id: other,
          stage_id
        }]
        const pages = [{ limit: 4, offset: 0 }, { limit: 4, offset: 0, after: first.next }, { limit: 4, offset: 2 }, {
          limit: 3,
          offset: 2
        }]
        const requests = [acme, globex].flatMap(({ organization_id }) =>
          filters.flatMap((filter) =>
            pages.map((page) =>
              Effect.flatMap(applications.list(organization_id, filter, page), (answer) =>
                Effect.map(items(answer), (rows) => ({
                  ids: rows.map(({ id }) =>
                    id
                  ),
                  ...answer.pagination,
                  next: answer.next
                })))
            )
          )
        )
        const alone = yield* Effect.all(requests)
        // Nine of each: more than a statement is for.
        const often = Array.from({ length: 9 }, () => requests).flat()
        expect(yield* Effect.all(often, { concurrency: "unbounded" })).toEqual(
          Array.from({ length: 9 }, () => alone).flat()
        )
        const [some, none] = ["4 4 4 3", "0 0 0 0"]
        expect(
          alone.map(({ ids }) => ids.length).join(" ")
        ).toBe(
          [some, some, some, none, some, none, some, none, none, some, none, none].join(" ")
        )
      })))
  })
}
