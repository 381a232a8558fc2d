/** Effect's persisted queue, as this project uses it. */
import { consume } from "@candor/background/queue/Consumer"
import * as Database from "@candor/sql/database/Database"
import * as Migrations from "@candor/sql/migrations/Migrations"
import * as Queue from "@candor/sql/queue/Queue"
import { Effect, Layer, ManagedRuntime, Redacted, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { concurrency, enqueueAll, measured, tally, withDatabase, workers } from "./Bench.ts"

await withDatabase(async (url) => {
  const database = Migrations.layer.pipe(
    Layer.provideMerge(Database.server({ url: Redacted.make(url), maxConnections: 10 }))
  )
  const runtime = ManagedRuntime.make(database)
  const { all, did } = tally()
  await measured("persisted queue: enqueue", () =>
    enqueueAll((n) =>
      runtime.runPromise(Effect.flatMap(SqlClient.SqlClient, (sql) =>
        sql`
          WITH saved AS (SELECT 1), ${
          Queue.enqueued(sql, [{ queue: "bench", id: crypto.randomUUID(), element: { n } }])
        } SELECT FROM saved`))
    ))
  const worker = () =>
    ManagedRuntime.make(
      Layer.effectDiscard(consume({
        queue: "bench",
        element: Schema.Struct({ n: Schema.Int }),
        concurrency,
        maxAttempts: 5,
        handle: ({ n }) => Effect.sync(() => did(n))
      })).pipe(
        Layer.provide(Queue.layer),
        Layer.provide(Database.server({ url: Redacted.make(url), maxConnections: 10 }))
      )
    )
  const running = Array.from({ length: workers }, worker)
  await measured("persisted queue: process", async () => {
    await Promise.all(running.map((worker) => worker.context()))
    await all
    // Stopped, they have stored what they did.
    await Promise.all(running.map((worker) => worker.dispose()))
  })
  await runtime.dispose()
})
