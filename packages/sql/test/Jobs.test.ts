import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import { describe, expect, test } from "bun:test"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import * as World from "./World.ts"

for (const database of databases) {
  const run = runOn(forFile(database))

  const draft = (title: string) => (taken: ReadonlySet<string>, context: Parameters<typeof Job.create>[2]) =>
    Job.create({ title }, taken, context)

  describe(`Jobs on ${database.name}`, () => {
    test("what is created is what is read", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const jobs = yield* Jobs
        const created = yield* jobs.create(actor, "Engineer", draft("Engineer"))
        const read = yield* jobs.get(actor.organization_id, created.id)
        expect(read).toEqual(created)
        expect(Schema.is(Job.JobState)(read)).toBe(true)
        const page = yield* jobs.list(actor.organization_id, {}, { limit: 10, offset: 0 })
        expect(page.items.map((job) => job.id)).toEqual([created.id])
        expect(Schema.is(Job.Job)(page.items[0])).toBe(true)
      })))

    test("titles that are alike get slugs that differ, also at once", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const jobs = yield* Jobs
        const created = yield* Effect.all(
          Array.from({ length: 8 }, () => jobs.create(actor, "Engineer", draft("Engineer"))),
          { concurrency: "unbounded" }
        )
        expect(new Set(created.map((job) => job.public_slug)).size).toBe(8)
      })))

    test("two patches of different fields at once are both kept", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const jobs = yield* Jobs
        const { id } = yield* jobs.create(actor, "Engineer", draft("Engineer"))
        yield* Effect.all([
          jobs.modify(actor, id, (job, organization) => Job.update(job, { department: "R&D" }, organization)),
          jobs.modify(actor, id, (job, organization) => Job.update(job, { location: "Berlin" }, organization)),
          jobs.modify(actor, id, (job, organization) => Job.update(job, { title: "Senior Engineer" }, organization))
        ], { concurrency: "unbounded" })
        const job = yield* jobs.get(actor.organization_id, id)
        expect(job).toMatchObject({ department: "R&D", location: "Berlin", title: "Senior Engineer", version: 4 })
      })))

    test("a department is found however it is spelt, and no other one is", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const jobs = yield* Jobs
        const of = (department: string) =>
          Effect.flatMap(jobs.create(actor, "Engineer", draft("Engineer")), ({ id }) =>
            jobs.modify(actor, id, (job, organization) => Job.update(job, { department }, organization)))
        const { id } = yield* of("R&D Köln")
        yield* of("R&D Kiel")
        const idsOf = (department: string) =>
          Effect.map(jobs.list(actor.organization_id, { department }, { limit: 10, offset: 0 }), ({ items }) =>
            items.map((job) =>
              job.id
            ))
        for (const one of ["R&D Köln", "r&d köln", "R & D KOLN", "r&d ko\u0308ln", "R-D Köln"])
          expect([one, yield* idsOf(one)]).toEqual([one, [id]])
        for (const other of ["RD Köln", "Köln", "R&D Köln 2", "R&D"])
          expect([other, yield* idsOf(other)]).toEqual([other, []])
      })))

    test("40 publishers at once with 3 slots left: exactly 3 succeed", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme", plan: "starter" })
        const jobs = yield* Jobs
        const created = yield* Effect.all(
          Array.from({ length: 42 }, (_, n) => jobs.create(actor, `Job ${n}`, draft(`Job ${n}`))),
          { concurrency: 8 }
        )
        const publish = (id: Job.JobState["id"]) =>
          jobs.modify(actor, id, (job, organization) => Job.update(job, { status: "published" }, organization))
        yield* Effect.forEach(created.slice(0, 2), (job) => publish(job.id))
        const outcomes = yield* Effect.all(
          created.slice(2).map((job) => Effect.result(publish(job.id))),
          { concurrency: "unbounded" }
        )
        expect(outcomes.filter((outcome) => outcome._tag === "Success").length).toBe(3)
        const refused = outcomes.filter((outcome) => outcome._tag === "Failure").map((outcome) => outcome.failure)
        expect(refused.length).toBe(37)
        expect(refused.every((failure) => failure._tag === "PublishLimitReached")).toBe(true)
        const page = yield* jobs.list(actor.organization_id, { status: "published" }, { limit: 100, offset: 0 })
        expect(page.items.length).toBe(5)
      })))

    test("a deleted job gives its slot back and leaves an event", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme", plan: "free" })
        const jobs = yield* Jobs
        const sql = yield* SqlClient.SqlClient
        for (const title of ["First", "Second"]) {
          const { id } = yield* jobs.create(actor, title, draft(title))
          yield* jobs.modify(actor, id, (job, organization) => Job.update(job, { status: "published" }, organization))
          yield* jobs.remove(actor, id)
          expect(yield* Effect.flip(jobs.get(actor.organization_id, id))).toBeInstanceOf(Job.JobNotFound)
          const events = yield* sql<{ type: string }>`
            SELECT type FROM events WHERE organization_id = ${actor.organization_id} AND subject_id = ${id} ORDER BY id`
          expect(events.map((event) => event.type)).toEqual(["job.created", "job.published", "job.deleted"])
        }
      })))
  })
}
