/** Pages of events: their size in bytes, and cursors of a feed that was restored. */
import type { Actor } from "@candor/domain/access/Actor"
import { CursorLost } from "@candor/domain/event/Event"
import { AuditLog } from "@candor/domain/event/AuditLog"
import { Events, maxPageBytes, maxPageSearch } from "@candor/domain/event/Events"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import { Timestamp } from "@candor/domain/Timestamp"
import { takeBatch } from "@candor/sql/sequencing/WaitingEvents"
import { describe, expect, test } from "bun:test"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { untilSequenceable } from "./Sequenceable.ts"
import * as World from "./World.ts"

const all = { after: 0, types: undefined, limit: 1000, since: Timestamp.make("2000-01-01T00:00:00.000Z") }

const newJob = (actor: Actor, title: string) =>
  Effect.flatMap(Jobs, (jobs) => jobs.create(actor, title, (taken, context) => Job.create({ title }, taken, context)))

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`pages of events on ${database.name}`, () => {
    test("pages of the feed and of the audit log end at about 1 MiB, have one event at least, and leave nothing out", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { organization_id } = actor
        const events = yield* Events
        const log = yield* AuditLog
        const titles = Array.from({ length: 14 }, (_, n) => `Job ${n}`)
        yield* Effect.forEach(titles, (title) => newJob(actor, title))
        const sql = yield* SqlClient.SqlClient
        const measured = yield* sql<
          { ok: boolean }
        >`SELECT bool_and(data_bytes = octet_length(data::text)) AS ok FROM events`
        expect(measured).toEqual([{ ok: true }])
        // Texts that the database compresses to a hundredth; half of them as an earlier version stored them, not
        // measured.
        const text = "🙂".repeat(60_000)
        yield* sql`UPDATE events SET data = data || jsonb_build_object('text', ${text}::text)`
        yield* sql`UPDATE events SET data = data || jsonb_build_object('more', ${
          text.repeat(5)
        }::text) WHERE data ->> 'title' = 'Job 7'`
        yield* sql`UPDATE events SET data_bytes = CASE WHEN data ->> 'title' < 'Job 5' THEN octet_length(data::text) END`
        yield* untilSequenceable(organization_id)
        const batch = yield* takeBatch(sql, { holder: null, requested: [organization_id], excluded: [], from: null })
        expect(batch.length).toBeWithin(2, 6)
        const walked = []
        for (let after = 0, more = true; more;) {
          const page = yield* events.page(organization_id, { ...all, after })
          walked.push(page.events)
          ;({ has_more: more, next: after } = page)
        }
        const audited = []
        for (let before: number | undefined, more = true; more;) {
          const page = yield* log.page(organization_id, { before, limit: 1000 })
          audited.push(page.entries)
          ;({ has_more: more } = page)
          before = page.entries.at(-1)!.sequence
        }
        for (const pages of [walked, audited]) {
          expect(pages.flat().map(({ data }) => data?.["title"]).toSorted()).toEqual(titles.toSorted())
          expect(pages.every((page) => page.length === 1 || Buffer.byteLength(JSON.stringify(page)) <= maxPageBytes))
            .toBe(true)
          expect(pages.length).toBeWithin(4, 8)
        }
        const small = yield* events.page(organization_id, { ...all, max_bytes: 1 })
        expect([small.events.length, small.has_more, small.next]).toEqual([1, true, 1])
        expect((yield* log.verify(organization_id)).broken).toEqual(Option.none())
      })))

    test("a page of types looks at so many events, and the next one goes on from there", () =>
      run(Effect.gen(function*() {
        const { actor: { organization_id } } = yield* World.organization({ name: "Acme" })
        const events = yield* Events
        const last = 2 * maxPageSearch + 1
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          INSERT INTO events (organization_id, id, type, subject_id, data, data_bytes, worker, request_id, occurred_at, sequence)
          SELECT ${organization_id}::uuid, gen_random_uuid(), CASE n WHEN ${last} THEN 'job.updated' ELSE 'job.created' END,
            gen_random_uuid(), '{}', 2, 'test', 'test', now(), n
          FROM generate_series(1, ${last}::integer) n`
        yield* sql`INSERT INTO event_heads (organization_id, sequence, hash) VALUES (${organization_id}, ${last}, '')`
        const walk = (after: number) => events.page(organization_id, { ...all, after, types: ["job.updated"] })
        const walked = yield* Effect.forEach([0, maxPageSearch, 2 * maxPageSearch, last], walk)
        expect(walked.map((page) => [page.events.length, page.next, page.has_more])).toEqual([
          [0, maxPageSearch, true],
          [0, 2 * maxPageSearch, true],
          [1, last, false],
          [0, last, false]
        ])
        const whole = yield* events.page(organization_id, { ...all, after: last - 1 })
        expect([whole.events.length, whole.next, whole.has_more]).toEqual([1, last, false])
      })))

    test("a cursor of before the feed was restored is told where to go on; sequence numbers alone are taken as they are", () =>
      run(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { organization_id } = actor
        const events = yield* Events
        yield* newJob(actor, "Engineer")
        yield* untilSequenceable(organization_id)
        const before = yield* events.page(organization_id, all)
        const epochs = [yield* events.startEpoch, yield* events.startEpoch]
        expect(new Set([before.epoch, ...epochs]).size).toBe(3)
        for (const epoch of [before.epoch, epochs[0]!]) {
          expect(yield* Effect.flip(events.page(organization_id, { ...all, after: 1, epoch }))).toEqual(
            new CursorLost({ reason: "feed_restored", after: 1, latest: 1 })
          )
        }
        const now = yield* events.page(organization_id, { ...all, after: 0, epoch: epochs[1]! })
        expect([now.events.length, now.epoch]).toEqual([1, epochs[1]!])
        expect((yield* events.page(organization_id, { ...all, after: 1 })).epoch).toBe(epochs[1]!)
      })))
  })
}
