/** What the metrics tell of the connections and of shared statements. */
import * as Batcher from "@candor/sql/statements/Batcher"
import { pglite } from "@candor/sql/testing/Databases"
import { expect, test } from "bun:test"
import { Deferred, Duration, Effect, Exit, Fiber, Metric } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { SqlClient } from "effect/sql"

/** The values of a metric by its labels. */
const values = (name: string) =>
  Effect.map(PrometheusMetrics.format(), (text) =>
    Object.fromEntries([...text.matchAll(new RegExp(`^${name}\\{(.*)\\} (.*)$`, "gm"))].map(([, labels, value]) => [labels, Number(value)])))

const isolated = Effect.provideService(Metric.MetricRegistry, new Map())

test("a transaction uses a connection, a statement beside it waits, and afterwards neither does", () =>
  Effect.runPromise(Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const use = Effect.all([values("candor_database_connections_used"), values("candor_database_statements_waiting")])
    const main = `pool="main"`
    const entered = yield* Deferred.make<void>()
    const ended = yield* Deferred.make<void>()
    const transaction = yield* Effect.forkChild(sql.withTransaction(Effect.andThen(Deferred.succeed(entered, undefined), Deferred.await(ended))))
    yield* Deferred.await(entered)
    const statement = yield* Effect.forkChild(sql`SELECT 1`)
    yield* Effect.yieldNow
    expect(yield* use).toEqual([{ [main]: 1 }, { [main]: 1 }])
    yield* Deferred.succeed(ended, undefined)
    yield* Fiber.awaitAll([transaction, statement])
    expect(yield* use).toEqual([{ [main]: 0 }, { [main]: 0 }])
    // A statement that fails leaves nothing behind.
    yield* Effect.exit(sql`SELECT nothing`)
    expect(yield* use).toEqual([{ [main]: 0 }, { [main]: 0 }])
    expect(yield* values("candor_database_connections_limit")).toEqual({ [main]: 1 })
  }).pipe(Effect.provide(pglite.layer), isolated)))

test("batches are counted with their items", () =>
  Effect.runPromise(Effect.gen(function*() {
    const submit = Batcher.make<number, number, never>({
      name: "read",
      batchKey: () => "",
      maxBatchSize: 8,
      inFlight: Batcher.inFlight({ max: 4, maxWait: Duration.millis(20) }),
      run: (entries) => Effect.sync(() => {
        for (const { complete, item } of entries) complete(Exit.succeed(item))
      })
    })
    const context = yield* Effect.context<never>()
    yield* Effect.all([1, 2, 3].map((item) => submit(item, context)), { concurrency: "unbounded" })
    expect(yield* Effect.all([values("candor_batches_total"), values("candor_batch_items_total")]))
      .toEqual([{ [`batch="read"`]: 1 }, { [`batch="read"`]: 3 }])
  }).pipe(isolated)))
