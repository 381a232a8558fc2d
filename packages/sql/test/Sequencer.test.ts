/** Sequencing: by one process at a time, for all organizations, and for all callers at once. */
import type { Actor } from "@candor/domain/access/Actor"
import { AuditLog } from "@candor/domain/event/AuditLog"
import { Events } from "@candor/domain/event/Events"
import type { OrganizationId } from "@candor/domain/Id"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import { Timestamp } from "@candor/domain/Timestamp"
import * as Repositories from "@candor/sql/Repositories"
import * as Batch from "@candor/sql/sequencing/Batch"
import { Sequencer } from "@candor/sql/sequencing/Sequencer"
import { firstOrganization, takeBatch } from "@candor/sql/sequencing/WaitingEvents"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect, Fiber, Layer, Logger, ManagedRuntime, Option, Tracer } from "effect"
import { SqlClient } from "effect/sql"
import { databases, type TestDatabase } from "./Databases.ts"
import * as World from "./World.ts"

type Services = Layer.Success<typeof Repositories.layer> | SqlClient.SqlClient

const all = { after: 0, types: undefined, limit: 1000, since: Timestamp.make("2000-01-01T00:00:00.000Z") }

const newJob = (actor: Actor, title: string) =>
  Effect.flatMap(Jobs, (jobs) => jobs.create(actor, title, (taken, context) => Job.create({ title }, taken, context)))

const organizations = (count: number) =>
  Effect.forEach(
    Array.from({ length: count }, (_, n) => `Organization ${n}`),
    (name) => Effect.map(World.organization({ name }), ({ actor }) => actor)
  )

/**
 * Gives the lease to a process that does nothing, for this many milliseconds. Returns whether it has the lease still.
 */
const holdLease = (milliseconds: number) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const holder = crypto.randomUUID()
    yield* sql`UPDATE sequencing SET holder = ${holder},
      held_until = now() + ${milliseconds}::integer * interval '1 millisecond'`
    return Effect.map(
      sql<{ held: boolean }>`SELECT holder = ${holder} AND held_until > clock_timestamp() AS held FROM sequencing`,
      ([row]) => row!.held
    )
  })

/** Ends when no transaction of this database holds up an event; those of tests that ended may still be going. */
const sequenced = (organization: OrganizationId) =>
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { sequence } = yield* Sequencer
    const left = sql`SELECT FROM events WHERE organization_id = ${organization} AND sequence IS NULL LIMIT 1`
    yield* Effect.repeat(Effect.andThen(sequence(organization), left), { until: (rows) => rows.length === 0 })
  })

/**
 * Counts the statements of fibers that have its tracer, but for the notices to other processes, which have their own
 * pace.
 */
const counter = () => {
  const spans: Array<Tracer.Span> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      if (options.kind === "client") spans.push(span)
      return span
    }
  })
  const count = () =>
    spans.filter(({ attributes }) => !String(attributes.get("db.query.text")).includes("pg_notify(")).length
  return {
    tracer,
    count,
    /** The result of an effect, and how many statements its own fiber executed. */
    counted: <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      Effect.suspend(() => {
        const before = count()
        return Effect.map(Effect.withTracer(effect, tracer), (result) => ({ result, statements: count() - before }))
      })
  }
}

/** Every repository over a new database, with all their statements counted. */
const servicesOf = ({ layer }: TestDatabase, { tracer }: ReturnType<typeof counter>) =>
  Layer.provideMerge(Repositories.layer, layer).pipe(
    Layer.provideMerge(Layer.succeed(Tracer.Tracer, tracer)),
    // One of the tests breaks a chain, which is logged with all that is known of it.
    Layer.provideMerge(Logger.layer([]))
  )

const isChainIntact = (organization: OrganizationId) =>
  Effect.flatMap(AuditLog, (log) => Effect.map(log.verify(organization), ({ broken }) => Option.isNone(broken)))

for (const database of databases) {
  describe(`sequencing on ${database.name}`, () => {
    const everything = counter()
    const executed = everything.count
    const own = counter()
    let runtime: ManagedRuntime.ManagedRuntime<Services, unknown>
    beforeAll(async () => {
      runtime = ManagedRuntime.make(servicesOf(database, everything))
      await runtime.context()
    })
    afterAll(() => runtime.dispose())
    const run = <A, E>(effect: Effect.Effect<A, E, Services>): Promise<A> => runtime.runPromise(effect)

    test("events of 30 organizations get their numbers with two statements", () =>
      run(Effect.gen(function*() {
        const actors = yield* organizations(30)
        yield* Effect.forEach(actors, (actor) => newJob(actor, "Engineer"))
        const { sequenceAll } = yield* Sequencer
        const before = executed()
        let runs = 0
        // What the server itself does in the database, such as gathering statistics, can hold events up for a moment.
        yield* Effect.repeat(Effect.tap(sequenceAll, () => Effect.sync(() => runs++)), {
          while: (eventsWait) => eventsWait
        })
        expect(executed() - before).toBeLessThanOrEqual(2 * runs)
        // The lease is given back after those who asked were answered.
        const sql = yield* SqlClient.SqlClient
        yield* Effect.repeat(sql`SELECT FROM sequencing WHERE held_until > clock_timestamp()`, {
          until: (held) => held.length === 0
        })
        const idle = executed()
        expect(yield* sequenceAll).toBe(false)
        expect(executed() - idle).toBe(1)
        const events = yield* Events
        const pages = yield* Effect.forEach(actors, ({ organization_id }) => events.page(organization_id, all))
        expect(pages.every(({ events }) => events.length === 1 && events[0]!.sequence === 1)).toBe(true)
      })))

    test("100 callers at once are served by the same batches", () =>
      run(Effect.gen(function*() {
        const [actor] = yield* organizations(1)
        yield* newJob(actor!, "Engineer")
        const { sequence } = yield* Sequencer
        const before = executed()
        const callers = Array.from({ length: 100 }, () => sequence(actor!.organization_id))
        yield* Effect.all(callers, { concurrency: "unbounded" })
        expect(executed() - before).toBeLessThan(20)
      })))

    test("a client that got its answer finds its change on the next page, with one statement where no event waits", () =>
      run(Effect.gen(function*() {
        const [actor] = yield* organizations(1)
        const { organization_id } = actor!
        const { page } = yield* Events
        yield* newJob(actor!, "Engineer")
        const read = own.counted(Effect.map(page(organization_id, all), ({ events }) => events.length))
        expect(yield* read).toEqual({ result: 1, statements: 2 })
        yield* sequenced(organization_id)
        expect(yield* read).toEqual({ result: 1, statements: 1 })
      })))

    test("who waits for another process that has the lease holds no connection, and goes on when that went silent", () =>
      run(Effect.gen(function*() {
        const [actor, other] = yield* organizations(2)
        yield* newJob(actor!, "Engineer")
        const isHeld = yield* holdLease(60_000)
        const { sequence } = yield* Sequencer
        const callers = yield* Effect.forkChild(
          Effect.all(Array.from({ length: 50 }, () => sequence(actor!.organization_id)), { concurrency: "unbounded" })
        )
        // More writes than the pool has connections, and one is enough on PGlite.
        yield* Effect.forEach(Array.from({ length: 12 }, (_, n) => `Job ${n}`), (title) => newJob(other!, title))
        expect(yield* isHeld).toBe(true)
        yield* holdLease(-1)
        yield* Fiber.join(callers)
        yield* sequenced(actor!.organization_id)
      })))

    test("two processes that ignore each other's lease give every event one number, in one chain for each organization", () =>
      run(Effect.gen(function*() {
        const actors = yield* organizations(8)
        const requested = actors.map(({ organization_id }) => organization_id)
        const one = yield* Batch.make
        const other = yield* Batch.make
        const writers = actors.map((actor) =>
          Effect.forEach(["a", "b", "c", "d", "e"], (title) => newJob(actor, title))
        )
        let writing = true
        const sequencer = (sequenceBatch: typeof one, holder: string) =>
          Effect.repeat(
            Effect.andThen(holdLease(-1), sequenceBatch({ requested, from: firstOrganization, holder })),
            { while: ({ unfinished }) => writing || unfinished.size > 0 }
          )
        yield* Effect.all([
          Effect.andThen(Effect.all(writers, { concurrency: "unbounded" }), Effect.sync(() => writing = false)),
          sequencer(one, crypto.randomUUID()),
          sequencer(other, crypto.randomUUID())
        ], { concurrency: "unbounded" })
        yield* Effect.forEach(requested, sequenced)
        expect(yield* Effect.forEach(requested, isChainIntact)).toEqual(requested.map(() => true))
        const pages = yield* Effect.forEach(requested, (id) => Effect.flatMap(Events, (events) => events.page(id, all)))
        expect(pages.map(({ events }) => events.map(({ data }) => data?.["title"]).toSorted().join(""))).toEqual(
          requested.map(() => "abcde")
        )
      })))

    test("an organization whose chain was tampered with does not hold up the others", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const [broken, sound] = yield* organizations(2)
        yield* newJob(broken!, "First")
        yield* sequenced(broken!.organization_id)
        yield* sql`DELETE FROM event_heads WHERE organization_id = ${broken!.organization_id}`
        yield* newJob(broken!, "Second")
        yield* newJob(sound!, "First")
        yield* sequenced(sound!.organization_id)
        const { page } = yield* Events
        expect((yield* page(sound!.organization_id, all)).events.length).toBe(1)
        expect(yield* isChainIntact(broken!.organization_id)).toBe(false)
        yield* sql`DELETE FROM events WHERE organization_id = ${broken!.organization_id}`
      })))

    test("events that were made on another server are sequenced, whatever its transactions were", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const [actor] = yield* organizations(1)
        yield* newJob(actor!, "Restored")
        yield* sql`UPDATE events SET transaction_id = '4611686018427387904'
          WHERE organization_id = ${actor!.organization_id} AND sequence IS NULL`
        expect((yield* (yield* Events).page(actor!.organization_id, all)).events.length).toBe(1)
      })))

    test("with 2,000 organizations of which 50 are active, a run touches no more of the database than with 50", () =>
      run(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { sequenceAll } = yield* Sequencer
        const pages = Effect.gen(function*() {
          const request = { holder: crypto.randomUUID(), requested: [], excluded: [], from: firstOrganization }
          const [row] = yield* sql<{ readonly "QUERY PLAN": ReadonlyArray<Record<"Plan", Record<string, number>>> }>`
            EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) ${takeBatch(sql, request)}`
          yield* holdLease(-1)
          const { Plan } = row!["QUERY PLAN"][0]!
          return Plan["Shared Hit Blocks"]! + Plan["Shared Read Blocks"]!
        })
        const make = (count: number) =>
          sql`INSERT INTO organizations (id, name, plan, publish_limit, created_at)
            SELECT gen_random_uuid(), 'One of many', 'free', 1, now() FROM generate_series(1, ${count}::integer)`
        const event = (count: number) =>
          sql`INSERT INTO events (organization_id, id, type, subject_id, data, request_id, occurred_at)
            SELECT id, gen_random_uuid(), 'job.created', id, '{}', 'test', now()
            FROM (SELECT id FROM organizations WHERE name = 'One of many' ORDER BY id LIMIT ${count}::integer) one`
        yield* make(50)
        yield* event(50)
        const before = yield* pages
        yield* Effect.repeat(sequenceAll, { while: (eventsWait) => eventsWait })
        yield* make(2_000)
        yield* event(50)
        const after = yield* pages
        yield* Effect.repeat(sequenceAll, { while: (eventsWait) => eventsWait })
        // Two for an empty index, and a few for entries that are dead and not removed yet.
        expect(yield* pages).toBeLessThan(200)
        expect(after).toBeLessThan(2 * before)
      })))
  })
}

for (const database of databases) {
  test(`on ${database.name} 200 readers who follow an organization share the statements that look and read`, () => {
    const everything = counter()
    return Effect.runPromise(Effect.provide(
      Effect.gen(function*() {
        const [actor] = yield* organizations(1)
        const { organization_id } = actor!
        const events = yield* Events
        const follow = Effect.gen(function*() {
          let after = 0
          while (after < 5) {
            yield* events.changed(organization_id, after)
            after = (yield* events.sequencedPage(organization_id, { ...all, after })).next
          }
        })
        const readers = yield* Effect.forkChild(
          Effect.all(Array.from({ length: 200 }, () => follow), { concurrency: "unbounded" })
        )
        const before = everything.count()
        for (let n = 1; n <= 5; n++) {
          yield* newJob(actor!, `Job ${n}`)
          yield* events.changed(organization_id, n - 1)
        }
        yield* Fiber.join(readers)
        // Were each to look and read by itself, there would be a thousand of either.
        expect(everything.count() - before).toBeLessThan(200)
      }),
      servicesOf(database, everything)
    ))
  })
}
