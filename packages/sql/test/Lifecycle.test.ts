/** Applications that are rejected, withdrawn, hired and reopened, and the reasons of their rejection. */
import type { Actor } from "@candor/domain/access/Actor"
import * as Application from "@candor/domain/application/Application"
import { maxNotes, maxTextBytes } from "@candor/domain/application/ApplicationSize"
import { Applications } from "@candor/domain/application/Applications"
import * as Lifecycle from "@candor/domain/application/Lifecycle"
import * as Submission from "@candor/domain/application/Submission"
import { decodeWith } from "@candor/domain/Encoded"
import type { ApplicationId } from "@candor/domain/Id"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import { LimitReached } from "@candor/domain/Limit"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import * as RejectionReason from "@candor/domain/rejection/RejectionReason"
import { RejectionReasons } from "@candor/domain/rejection/RejectionReasons"
import { describe, expect, test } from "bun:test"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import * as World from "./World.ts"

const detail = decodeWith(Application.ApplicationDetail)

/** A job of five stages with a candidate's application. */
const applied = Effect.fnUntraced(function*(actor: Actor, primary_email = "grace@example.com") {
  const job = yield* (yield* Jobs).create(
    actor,
    "Engineer",
    (taken, context) => Job.create({ title: "Engineer" }, taken, context)
  )
  const draft = { job_id: job.id, candidate: { full_name: "Grace Hopper", primary_email } }
  const { id } = yield* (yield* Applications).submit(
    actor,
    draft,
    (submission, context) => Submission.submit(draft, submission, context)
  )
  return { job, id }
})

const reject = (actor: Actor, id: ApplicationId, rejection: Lifecycle.Rejection) =>
  Effect.flatMap(
    Applications,
    (applications) =>
      applications.change(actor, id, (application, context) => Lifecycle.reject(application, rejection, context))
  )

const change = (actor: Actor, id: ApplicationId, decide: typeof Lifecycle.hire) =>
  Effect.flatMap(Applications, (applications) => applications.change(actor, id, decide))

const read = (actor: Actor, id: ApplicationId) =>
  Effect.flatMap(Applications, (applications) => applications.get(actor.organization_id, id))

const eventTypes = ({ organization_id }: Actor, id: ApplicationId) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<{ type: string }>`
        SELECT type FROM events WHERE organization_id = ${organization_id} AND ${id} IN (subject_id::text, data ->> 'application_id')
        ORDER BY id`,
      (events) => events.map(({ type }) => type)
    ))

const counters = (id: ApplicationId) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    Effect.map(
      sql<
        { notes_counted: number; text_bytes: number }
      >`SELECT notes_counted, text_bytes FROM applications WHERE id = ${id}`,
      ([row]) => row
    ))

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`The lifecycle on ${database.name}`, () => {
    test("each change answers the bytes that are read afterwards, and is one event; again, it is none", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { id, job } = yield* applied(actor)
        yield* (yield* Notes).create(
          actor,
          { application_id: id },
          (context) => Note.write({ application_id: id }, { note: "First" }, context)
        )
        const rejected = reject(actor, id, { reason: "other" })
        const changes = [
          reject(actor, id, { reason: "Position closed", note: "Second \\ é🛠" }),
          change(actor, id, Lifecycle.reopen),
          change(actor, id, Lifecycle.withdraw),
          change(actor, id, Lifecycle.withdraw),
          change(actor, id, Lifecycle.reopen),
          change(actor, id, Lifecycle.hire),
          change(actor, id, Lifecycle.reopen),
          rejected,
          rejected
        ]
        const states: Array<unknown> = []
        for (const one of changes) {
          const answer = yield* one
          expect(new TextDecoder().decode(answer.bytes)).toBe(new TextDecoder().decode((yield* read(actor, id)).bytes))
          const { closed_at, notes, rejection_reason, stage, status } = yield* detail(answer)
          expect(closed_at === null).toBe(status === "active")
          states.push([status, rejection_reason, stage.name, notes.map(({ body }) => body)])
        }
        const notes = ["Second \\ é🛠", "First"]
        expect(states).toEqual([
          ["rejected", "Position closed", "Applied", notes],
          ["active", null, "Applied", notes],
          ["withdrawn", null, "Applied", notes],
          ["withdrawn", null, "Applied", notes],
          ["active", null, "Applied", notes],
          ["hired", null, "Hired", notes],
          ["active", null, "Applied", notes],
          ["rejected", "Other", "Applied", notes],
          ["rejected", "Other", "Applied", notes]
        ])
        expect(yield* eventTypes(actor, id)).toEqual([
          "application.created",
          "note.created",
          "application.rejected",
          "note.created",
          "application.reopened",
          "application.withdrawn",
          "application.reopened",
          "application.moved",
          "application.hired",
          "application.moved",
          "application.reopened",
          "application.rejected"
        ])
        expect(job.stages.map(({ name }) => name)).toContain("Hired")
      })))

    test("of a rejection and hirings at once one is made, and every other operation learns of it", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { id } = yield* applied(actor)
        const outcomes = yield* Effect.all([
          ...["Other", "Position closed", "Not qualified"].map((reason) =>
            Effect.result(reject(actor, id, { reason }))
          ),
          Effect.result(change(actor, id, Lifecycle.withdraw))
        ], { concurrency: "unbounded" })
        const { status } = yield* detail(yield* read(actor, id))
        expect(outcomes.filter(Result.isSuccess).length).toBe(1)
        expect(outcomes.filter(Result.isFailure).map(({ failure }) => failure)).toEqual(
          Array.from({ length: 3 }, () => new Lifecycle.ApplicationClosed({ status }))
        )
        expect((yield* eventTypes(actor, id)).length).toBe(2)
      })))

    test("the note of a rejection counts to the limits of its application; beyond them nothing is changed", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const sql = yield* SqlClient.SqlClient
        const { id } = yield* applied(actor)
        yield* reject(actor, id, { reason: "Other", note: "é" })
        expect(yield* counters(id)).toEqual({ notes_counted: 1, text_bytes: 4 })
        yield* change(actor, id, Lifecycle.reopen)
        for (const [column, limit] of [["notes_counted", maxNotes], ["text_bytes", maxTextBytes]] as const) {
          yield* sql`UPDATE applications SET ${
            sql.update({ notes_counted: 0, text_bytes: 0, [column]: limit.limit })
          } WHERE id = ${id}`
          expect(yield* Effect.flip(reject(actor, id, { reason: "Other", note: "x" }))).toBeInstanceOf(LimitReached)
          expect((yield* detail(yield* read(actor, id))).status).toBe("active")
        }
        yield* reject(actor, id, { reason: "Other" })
      })))

    test("an application keeps the name of its reason when the organization renames or removes it", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const reasons = yield* RejectionReasons
        const { id } = yield* applied(actor)
        yield* reject(actor, id, { reason: "Other" })
        const other = (yield* reasons.list(actor.organization_id)).find(({ name }) => name === "Other")
        yield* reasons.modify(actor, (reasons) => RejectionReason.rename(reasons, other!.id, { name: "Another" }))
        yield* reasons.modify(actor, (reasons) => RejectionReason.remove(reasons, other!.id))
        expect((yield* detail(yield* read(actor, id))).rejection_reason).toBe("Other")
        yield* change(actor, id, Lifecycle.reopen)
        const failure = yield* Effect.flip(reject(actor, id, { reason: "Other" }))
        expect(failure).toBeInstanceOf(RejectionReason.UnknownRejectionReason)
      })))
  })

  describe(`Rejection reasons on ${database.name}`, () => {
    test("every organization begins with the same names, under ids of its own", () =>
      run(Effect.gen(function*() {
        const reasons = yield* RejectionReasons
        const [one, other] = yield* Effect.forEach(["One", "Other"], (name) =>
          Effect.flatMap(World.organization({ name }), ({ actor }) => reasons.list(actor.organization_id)))
        expect(one!.map(({ name }) =>
          name
        )).toEqual(other!.map(({ name }) => name))
        expect(new Set([...one!, ...other!].map(({ id }) => id)).size).toBe(2 * one!.length)
        expect(one!.length).toBeGreaterThan(3)
      })))

    test("12 that are added at once with 3 slots left: exactly 3 succeed, and an event tells of each", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const reasons = yield* RejectionReasons
        const add = (name: string) =>
          reasons.modify(actor, (reasons, context) => RejectionReason.add(reasons, { name }, context))
        const present = (yield* reasons.list(actor.organization_id)).length
        yield* Effect.forEach(
          Array.from({ length: RejectionReason.maxReasons.limit - present - 3 }, (_, n) => n),
          (n) => add(`${n}`)
        )
        const outcomes = yield* Effect.all(
          Array.from({ length: 12 }, (_, n) => Effect.result(add(`Added ${n}`))),
          { concurrency: "unbounded" }
        )
        expect(outcomes.filter(Result.isSuccess).length).toBe(3)
        const listed = yield* reasons.list(actor.organization_id)
        expect(listed.length).toBe(RejectionReason.maxReasons.limit)
        const sql = yield* SqlClient.SqlClient
        const events = yield* sql`
          SELECT FROM events WHERE organization_id = ${actor.organization_id} AND type = 'rejection_reason.added'`
        expect(events.length).toBe(listed.length - present)
      })))
  })
}
