/** Runs the background work in this process, unless workers do it. Reports the state of the queues in any case. */
import * as QueueMetrics from "@candor/background/queue/QueueMetrics"
import { reportPause, WebhookSettings } from "@candor/background/webhook/WebhookSettings"
import { EmbeddedFiles } from "@candor/sql/database/EmbeddedFiles"
import { whereWritable } from "@candor/sql/database/SqlFailures"
import * as Queue from "@candor/sql/queue/Queue"
import { Config, Effect, Layer, Option } from "effect"

/** `CANDOR_WORKER`: `inside` does the background work in this process, `none` leaves it to workers. */
export const worker = Config.Literals(["inside", "none"], "CANDOR_WORKER").pipe(Config.withDefault("inside"))

/** The background work that this process does. */
export const layer = Layer.unwrap(Effect.gen(function*() {
  if ((yield* worker) === "none") {
    return Layer.merge(QueueMetrics.layer, Layer.effectDiscard(reportPause).pipe(Layer.provide(WebhookSettings.layer)))
  }
  const files = yield* EmbeddedFiles
  // No other process can have this database open, so the locks of the previous process are stale.
  if (Option.isSome(files) && files.value.isExclusive) yield* whereWritable(Effect.orDie(Queue.free))
  // A server without background work does not load this code (decision 0018).
  const { layer } = yield* Effect.promise(() => import("@candor/background/Background"))
  return layer
}))
