/** What holds up events: transactions of their database that began earlier, and none of another. */
import type { Actor } from "@candor/domain/access/Actor"
import { Events } from "@candor/domain/event/Events"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import { Timestamp } from "@candor/domain/Timestamp"
import * as Repositories from "@candor/sql/Repositories"
import { PgClient } from "@effect/sql-pg"
import { expect, test } from "bun:test"
import { Clock, Effect, Layer, Redacted, Tracer } from "effect"
import { SqlClient } from "effect/sql"
import { administration, databases, pglite, runOn } from "./Databases.ts"
import * as World from "./World.ts"

const newJob = (actor: Actor, title: string) =>
  Effect.flatMap(Jobs, (jobs) => jobs.create(actor, title, (taken, context) => Job.create({ title }, taken, context)))

const since = Timestamp.make("2000-01-01T00:00:00.000Z")

const titles = ({ organization_id }: Actor) =>
  Effect.map(
    Effect.flatMap(Events, ({ page }) => page(organization_id, { after: 0, types: undefined, limit: 1000, since })),
    ({ events }) => events.map(({ data }) => data?.["title"])
  )

/** Stops the hands of the clock, so that nobody who waits loses patience. Sleeping takes its time. */
const withoutHaste = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.updateService(effect, Clock.Clock, (clock): Clock.Clock => ({
    currentTimeMillisUnsafe: () => Date.UTC(2026, 0, 1),
    currentTimeMillis: Effect.succeed(Date.UTC(2026, 0, 1)),
    currentTimeNanosUnsafe: () => clock.currentTimeNanosUnsafe(),
    currentTimeNanos: clock.currentTimeNanos,
    monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
    monotonicTimeNanos: clock.monotonicTimeNanos,
    sleep: (duration) => clock.sleep(duration)
  }))

/** A page is asked for while an earlier change is being saved, which ends when the reader has looked several times. */
const whileSaving = Effect.fnUntraced(function*(looks: () => number) {
  const { actor } = yield* World.organization({ name: "Acme" })
  const sql = yield* SqlClient.SqlClient
  const outside = Effect.runPromiseWith(yield* Effect.context<Jobs | Events>())
  let read: ReadonlyArray<unknown> | undefined
  const reading = yield* sql.withTransaction(Effect.gen(function*() {
    yield* newJob(actor, "Slow")
    yield* Effect.promise(() => outside(newJob(actor, "Fast")))
    const before = looks()
    const reading = outside(titles(actor)).then((titles) => read = titles)
    yield* Effect.repeat(Effect.sleep("5 millis"), { until: () => read !== undefined || looks() > before + 3 })
    return reading
  }))
  expect(yield* Effect.promise(() => reading)).toEqual(["Slow", "Fast"])
})

// A transaction that is under way while others commit needs sessions; PGlite has one.
for (const database of databases.filter((database) => database !== pglite)) {
  test(`on ${database.name} a page waits for an earlier change that is being saved`, () =>
    Effect.runPromise(withoutHaste(Effect.suspend(() => {
      let looks = 0
      const counting = Tracer.make({
        span: (options) => {
          if (options.kind === "client") looks++
          return new Tracer.NativeSpan(options)
        }
      })
      return Effect.provide(
        whileSaving(() => looks),
        Layer.provideMerge(Repositories.layer, database.layer).pipe(
          Layer.provideMerge(Layer.succeed(Tracer.Tracer, counting))
        )
      )
    }))))

  test(`on ${database.name} a transaction that is open in another database holds up nothing`, () =>
    runOn(database)(
      Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const elsewhere = yield* Layer.build(PgClient.layer({ url: Redacted.make(administration!) }))
        const outside = Effect.runPromiseWith(yield* Effect.context<Jobs | Events>())
        const during = yield* Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          return yield* sql.withTransaction(Effect.gen(function*() {
            yield* sql`SELECT pg_current_xact_id()::text`
            yield* Effect.promise(() => outside(newJob(actor, "Engineer")))
            // What the server itself does in the database can hold it up for a moment.
            const found = Effect.repeat(titles(actor), { until: (titles) => titles.length > 0 })
            return yield* Effect.promise(() => outside(found))
          }))
        }).pipe(Effect.provideContext(elsewhere))
        expect(during).toEqual(["Engineer"])
      }).pipe(Effect.scoped)
    ))
}
