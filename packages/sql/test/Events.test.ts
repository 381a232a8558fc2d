import type { Actor } from "@candor/domain/access/Actor"
import { CursorLost, Event } from "@candor/domain/event/Event"
import { AuditLog, ErasureIncomplete } from "@candor/domain/event/AuditLog"
import { Events } from "@candor/domain/event/Events"
import type { OrganizationId } from "@candor/domain/Id"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Effect, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { databases, pglite, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { untilSequenceable } from "./Sequenceable.ts"
import * as World from "./World.ts"

const since = Timestamp.make("2000-01-01T00:00:00.000Z")

const newJob = (actor: Actor, title: string) =>
  Effect.flatMap(Jobs, (jobs) => jobs.create(actor, title, (taken, context) => Job.create({ title }, taken, context)))

const all = { after: 0, types: undefined, limit: 1000, since }

const follow = (organization: OrganizationId, until: (seen: ReadonlyArray<Event>) => boolean) =>
  Effect.gen(function*() {
    const events = yield* Events
    const seen: Array<Event> = []
    let after = 0
    while (!until(seen)) {
      yield* events.changed(organization, after)
      const page = yield* events.page(organization, { ...all, after, limit: 7 })
      seen.push(...page.events)
      after = page.next
    }
    return seen
  })

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Events on ${database.name}`, () => {
    test("tell what happened in order, by whom, with the state of then", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const jobs = yield* Jobs
        const job = yield* newJob(actor, "Engineer")
        yield* jobs.modify(actor, job.id, (job, organization) =>
          Job.update(job, { title: "Senior Engineer", status: "published" }, organization))
        yield* jobs.remove(actor, job.id)
        yield* untilSequenceable(actor.organization_id)
        const page = yield* (yield* Events).page(actor.organization_id, all)
        expect(page.events.map((event) => [event.sequence, event.type, event.data?.["title"] ?? null])).toEqual([
          [1, "job.created", "Engineer"],
          [2, "job.updated", "Senior Engineer"],
          [3, "job.published", "Senior Engineer"],
          [4, "job.deleted", null]
        ])
        expect(page.events.every(Schema.is(Event))).toBe(true)
        expect(page.events.every((event) =>
          event.actor.user_id === actor.user_id
        )).toBe(true)
        expect([page.next, page.has_more]).toEqual([4, false])
      })))

    test("more events than are sequenced at a time become one chain, in their order", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        yield* Effect.forEach(Array.from({ length: 250 }, (_, n) => `Job ${n}`), (title) => newJob(actor, title))
        yield* untilSequenceable(actor.organization_id)
        const events = yield* Events
        const log = yield* AuditLog
        const page = yield* events.page(actor.organization_id, all)
        expect(page.events.map(({ data, sequence }) => [sequence, data?.["title"]]))
          .toEqual(Array.from({ length: 250 }, (_, n) => [n + 1, `Job ${n}`]))
        expect((yield* log.verify(actor.organization_id)).broken).toEqual(Option.none())
      })))

    test("readers that follow 8 writers see every event once and in one order", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const titles = Array.from({ length: 8 }, (_, writer) => Array.from({ length: 15 }, (_, n) => `${writer} ${n}`))
        const readers = Array.from({ length: 3 }, () => follow(actor.organization_id, (seen) => seen.length >= 120))
        const writers = titles.map((own) => Effect.forEach(own, (title) => newJob(actor, title)))
        const [followed] = yield* Effect.all([
          Effect.all(readers, { concurrency: "unbounded" }),
          Effect.all(writers, { concurrency: "unbounded" })
        ], { concurrency: "unbounded" })
        const orders = followed.map((seen) => seen.map((event) => event.id))
        expect(orders[1]).toEqual(orders[0]!)
        expect(orders[2]).toEqual(orders[0]!)
        expect(followed[0]!.map((event) => event.sequence)).toEqual(Array.from({ length: 120 }, (_, n) => n + 1))
        expect(followed[0]!.map((event) => event.data?.["title"]).toSorted()).toEqual(titles.flat().toSorted())
      })))

    test("filters by type, and the cursor moves on past what was not asked for", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const events = yield* Events
        const job = yield* newJob(actor, "Engineer")
        yield* (yield* Jobs).remove(actor, job.id)
        yield* untilSequenceable(actor.organization_id)
        const typed = (types: ReadonlyArray<string>) => events.page(actor.organization_id, { ...all, types })
        expect((yield* typed(["job.deleted"])).events.map((event) => event.type)).toEqual(["job.deleted"])
        expect((yield* typed(["job.*"])).events.length).toBe(2)
        expect(yield* typed(["job_*", "candidate.*"])).toEqual({
          events: [],
          has_more: false,
          head: 2,
          next: 2,
          epoch: ""
        })
      })))

    test("a cursor that is older than the feed is told where to go on", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const events = yield* Events
        yield* Effect.forEach(["First", "Second", "Third"], (title) => newJob(actor, title))
        yield* untilSequenceable(actor.organization_id)
        yield* events.page(actor.organization_id, all)
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          UPDATE events SET occurred_at = '2020-01-01T00:00:00Z', id = '016f5e66-e800-7000-8000-000000000001'
          WHERE organization_id = ${actor.organization_id} AND sequence = 1`
        const recent = { ...all, since: Timestamp.make("2021-01-01T00:00:00.000Z") }
        expect(yield* Effect.flip(events.page(actor.organization_id, recent))).toEqual(
          new CursorLost({ reason: "cursor_too_old", after: 0, latest: 3 })
        )
        expect(yield* Effect.flip(events.page(actor.organization_id, { ...recent, after: 4 }))).toEqual(
          new CursorLost({ reason: "cursor_ahead", after: 4, latest: 3 })
        )
        const kept = yield* events.page(actor.organization_id, { ...recent, after: 1 })
        const whole = yield* events.page(actor.organization_id, { ...recent, after: undefined })
        expect(kept.events.map((event) => event.sequence)).toEqual([2, 3])
        expect(whole.events.map((event) => event.sequence)).toEqual([2, 3])
      })))

    test("the chain holds until a row is changed or missing, and says which", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const organization = actor.organization_id
        const log = yield* AuditLog
        yield* Effect.forEach(["First", "Second", "Third", "Fourth"], (title) => newJob(actor, title))
        yield* untilSequenceable(organization)
        expect((yield* log.verify(organization)).broken).toEqual(Option.none())
        const sql = yield* SqlClient.SqlClient
        const tampered = (statement: Effect.Effect<unknown, unknown>) =>
          Effect.gen(function*() {
            yield* sql`CREATE TEMPORARY TABLE kept AS SELECT * FROM events`
            yield* sql`CREATE TEMPORARY TABLE kept_heads AS SELECT * FROM event_heads`
            yield* statement
            const { broken: found } = yield* log.verify(organization)
            yield* sql`DELETE FROM events`
            yield* sql`INSERT INTO events SELECT * FROM kept`
            yield* sql`DELETE FROM event_heads`
            yield* sql`INSERT INTO event_heads SELECT * FROM kept_heads`
            yield* sql`DROP TABLE kept, kept_heads`
            return found
          }).pipe(sql.withTransaction, Effect.orDie)
        const changed = yield* tampered(
          sql`UPDATE events SET data = jsonb_set(data, '{title}', '"Other"') WHERE sequence = 2`
        )
        const renamed = yield* tampered(sql`UPDATE events SET type = 'job.closed' WHERE sequence = 3`)
        const missing = yield* tampered(sql`DELETE FROM events WHERE sequence = 2`)
        const cut = yield* tampered(sql`DELETE FROM events WHERE sequence = 4`)
        const forged = yield* tampered(
          sql`UPDATE events SET salt = NULL, data = '{"title":"Forged"}' WHERE sequence = 1`
        )
        const emptied = yield* tampered(sql`UPDATE events SET salt = NULL, data = NULL WHERE sequence = 1`)
        const headless = yield* tampered(sql`DELETE FROM event_heads`)
        const rewound = yield* tampered(sql`UPDATE event_heads SET sequence = 3`)
        expect([forged, emptied, headless, rewound]).toEqual([
          Option.some({ sequence: 1, reason: "changed" as const }),
          Option.some({ sequence: 1, reason: "changed" as const }),
          Option.some({ sequence: 1, reason: "changed" as const }),
          Option.some({ sequence: 3, reason: "changed" as const })
        ])
        expect([changed, renamed, missing, cut]).toEqual([
          Option.some({ sequence: 2, reason: "changed" as const }),
          Option.some({ sequence: 3, reason: "changed" as const }),
          Option.some({ sequence: 2, reason: "missing" as const }),
          Option.some({ sequence: 4, reason: "missing" as const })
        ])
        expect((yield* log.verify(organization)).broken).toEqual(Option.none())
      })))

    test("what events tell of a subject can be erased, and the chain holds", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const log = yield* AuditLog
        const job = yield* newJob(actor, "Engineer")
        yield* newJob(actor, "Designer")
        yield* untilSequenceable(actor.organization_id)
        expect(yield* log.erase(actor.organization_id, job.id, "test")).toBe(1)
        expect(yield* log.erase(actor.organization_id, job.id, "test")).toBe(0)
        yield* untilSequenceable(actor.organization_id)
        const { entries } = yield* log.page(actor.organization_id, { before: undefined, limit: 10 })
        expect(entries.map((entry) => [entry.sequence, entry.type, entry.data?.["title"] ?? null])).toEqual([
          [3, "audit.erased", null],
          [2, "job.created", "Designer"],
          [1, "job.created", null]
        ])
        expect(entries[0]!.data).toEqual({ subject_id: job.id, sequences: [1] })
        expect((yield* log.verify(actor.organization_id)).broken).toEqual(Option.none())
      })))
  })
}

// A transaction that is under way while others commit needs sessions; PGlite has one.
for (const database of databases.filter((database) => database !== pglite)) {
  test(`on ${database.name} an erasure that an open transaction holds up is not taken for done`, () =>
    runOn(database)(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const sql = yield* SqlClient.SqlClient
      const log = yield* AuditLog
      const early = yield* newJob(actor, "Early")
      yield* untilSequenceable(actor.organization_id)
      const outside = Effect.runPromiseWith(yield* Effect.context<SqlClient.SqlClient | Jobs | Events>())
      const { late, held } = yield* sql.withTransaction(Effect.gen(function*() {
        yield* newJob(actor, "Holds up what comes after it")
        return yield* Effect.promise(() =>
          outside(Effect.gen(function*() {
            const late = yield* newJob(actor, "Late")
            expect(yield* log.erase(actor.organization_id, early.id, "test")).toBe(1)
            expect((yield* log.verify(actor.organization_id)).broken).toEqual(Option.none())
            return { late, held: yield* Effect.flip(log.erase(actor.organization_id, late.id, "test")) }
          }))
        )
      }))
      expect(held).toEqual(new ErasureIncomplete({ subject_id: late.id }))
      yield* untilSequenceable(actor.organization_id)
      expect(yield* log.erase(actor.organization_id, late.id, "test")).toBe(1)
      expect((yield* log.verify(actor.organization_id)).broken).toEqual(Option.none())
    })))
}
