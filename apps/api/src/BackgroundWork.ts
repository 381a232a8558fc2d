/** Whether this process does the background work too. How the queues stand it shows in any case. */
import * as QueueMetrics from "@candor/background/queue/QueueMetrics"
import { reportPause, WebhookSettings } from "@candor/background/webhook/WebhookSettings"
import * as Database from "@candor/sql/database/Database"
import * as Queue from "@candor/sql/queue/Queue"
import { Config, Effect, Layer, Option } from "effect"

/** `CANDOR_WORKER`: `inside` does the background work in this process, `none` leaves it to workers. */
export const wantedWorker = Config.Literals(["inside", "none"], "CANDOR_WORKER").pipe(Config.withDefault("inside"))

/** The background work that this process does. */
export const layer = Layer.unwrap(Effect.gen(function*() {
  const { url } = yield* Database.location
  if ((yield* wantedWorker) === "none") {
    return Layer.merge(QueueMetrics.layer, Layer.effectDiscard(reportPause).pipe(Layer.provide(WebhookSettings.layer)))
  }
  // No other process can have the embedded database open: the locks of the one before are nobody's.
  if (Option.isNone(url)) yield* Effect.orDie(Queue.free)
  // Who leaves it to workers does not load it (decision 0021).
  const { layer } = yield* Effect.promise(() => import("@candor/background/Background"))
  return layer
}))
