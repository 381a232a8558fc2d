/**
 * Effect's workflow engine with one activity for each job, in a single runner. It has the driver's own
 * types: its ids are 64 bits wide, and this project reads such as numbers.
 */
import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, ManagedRuntime, Redacted, Schema } from "effect"
import { ClusterWorkflowEngine, SingleRunner } from "effect/cluster"
import { Digest } from "effect/crypto"
import { Activity, Workflow } from "effect/workflow"
import { enqueueAll, jobs, measured, tally, withDatabase } from "./Bench.ts"

const Numbers = Workflow.make("Numbers", {
  payload: { n: Schema.Int },
  idempotencyKey: ({ n }) => String(n)
})

// A tenth of the jobs: it does far more for each.
const some = jobs / 10

await withDatabase(async (url) => {
  const { all, did } = tally(some)
  const engine = ClusterWorkflowEngine.layer.pipe(
    Layer.provideMerge(SingleRunner.layer()),
    Layer.provideMerge(Digest.layerWebCrypto),
    Layer.provide(PgClient.layer({ url: Redacted.make(url), maxConnections: 10 }))
  )
  const handler = Numbers.toLayer(Effect.fnUntraced(function*({ n }) {
    yield* Activity.make({ name: "count", execute: Effect.sync(() => did(n)) })
  }))
  const runtime = ManagedRuntime.make(Layer.provideMerge(handler, engine))
  await runtime.context()
  await measured("workflow engine: both", async () => {
    await enqueueAll((n) => runtime.runPromise(Numbers.execute({ n }, { discard: true })), some)
    await all
  }, some)
  await runtime.dispose()
})
