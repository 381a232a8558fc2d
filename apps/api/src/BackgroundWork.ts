/** Whether this process does the background work too. How the queues stand it shows in any case. */
import * as QueueMetrics from "@candor/background/QueueMetrics"
import * as Database from "@candor/sql/Database"
import * as Queue from "@candor/sql/Queue"
import { Config, Effect, Layer, Option } from "effect"

/** `CANDOR_WORKER` */
export const wantedWorker = Config.Literals(["inside", "none"], "CANDOR_WORKER")

/**
 * `CANDOR_WORKER`: `inside` does the background work in this process, `none` leaves it to workers.
 * The embedded database can be opened by one process only, so there the default is `inside`.
 */
export const layer = Layer.unwrap(Effect.gen(function*() {
  const { url } = yield* Database.location
  const worker = yield* wantedWorker.pipe(
    Config.withDefault(Option.isNone(url) ? "inside" : "none")
  )
  if (worker === "none") return QueueMetrics.layer
  if (Option.isNone(url)) yield* Effect.orDie(Queue.free)
  // Who leaves it to workers does not load it (decision 0021).
  const { layer } = yield* Effect.promise(() => import("@candor/background/Background"))
  return layer
}))
