/** Moves answer the application as it then is, from what the database wrote as JSON. */
import * as Application from "@candor/domain/application/Application"
import * as Lifecycle from "@candor/domain/application/Lifecycle"
import { Applications } from "@candor/domain/application/Applications"
import * as Submission from "@candor/domain/application/Submission"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import { type Encoded, decodeWith } from "@candor/domain/Encoded"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import * as World from "./World.ts"

const detail = decodeWith(Application.ApplicationDetail)

const text = ({ bytes }: Encoded<Application.ApplicationDetail>) => new TextDecoder().decode(bytes)

for (const database of databases.map(forFile)) {
  test(`on ${database.name} a move answers the bytes that are read afterwards; to the same stage it saves nothing`, () =>
    runOn(database)(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const title = "Engineer \"R&D\" \u2028é🛠"
      const job = yield* (yield* Jobs).create(actor, title, (taken, context) => Job.create({ title }, taken, context))
      const target = job.stages[2]!.id
      const applications = yield* Applications
      // More of them than a statement is for.
      const made = yield* Effect.forEach(Array.from({ length: 9 }, (_, n) => n), (n) => {
        const draft = {
          job_id: job.id,
          candidate: {
            full_name: "Grace Hopper",
            primary_email: `grace${n}@example.com`,
            linkedin_url: "https://www.linkedin.com/in/grace"
          },
          candidate_match: "new" as const,
          source_type: "\"é\" 🛠",
          answers: [{ question_text: "Why?", answer_text: `\u0001\n"${n}"` }]
        }
        return applications.submit(actor, draft, (submission, context) => Submission.submit(draft, submission, context))
      })
      yield* Effect.forEach(
        made,
        ({ id }) =>
          Effect.flatMap(
            Notes,
            (notes) =>
              notes.create(actor, { application_id: id }, (context) =>
                Note.write({ application_id: id }, { note: `Of ${id} \\ é🛠` }, context))
          )
      )
      const moves = Effect.forEach(
        made,
        ({ id }) =>
          applications.move(
            actor,
            id,
            target,
            (application, requested, context) => Lifecycle.move(application, requested, { stage_id: target }, context)
          ),
        { concurrency: "unbounded" }
      )
      const moved = yield* moves
      const read = yield* Effect.forEach(made, ({ id }) => applications.get(actor.organization_id, id))
      const again = yield* moves
      expect(moved.map(text)).toEqual(read.map(text))
      expect(again.map(text)).toEqual(read.map(text))
      const details = yield* Effect.forEach(moved, (one) => detail(one))
      expect(details.map(({ id, notes, stage_id }) => [id, stage_id, notes[0]!.body])).toEqual(
        made.map(({ id }) => [id, target, `Of ${id} \\ é🛠`])
      )
      const sql = yield* SqlClient.SqlClient
      const events = yield* sql`
        SELECT FROM events WHERE organization_id = ${actor.organization_id} AND type = 'application.moved'`
      expect(events.length).toBe(made.length)
    })))
}
