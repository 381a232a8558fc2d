/**
 * The worker. It has nothing to process yet: it walks the state machine that its work will follow,
 * with the domain alone, and says so.
 */
import { aiProfileStatus } from "@candor/domain/AiProfileStatus"
import { Effect } from "effect"

const main = Effect.gen(function*() {
  const started = yield* Effect.fromResult(aiProfileStatus.next(aiProfileStatus.initial, "start"))
  const completed = yield* Effect.fromResult(aiProfileStatus.next(started, "complete"))
  yield* Effect.logInfo(`${aiProfileStatus.name}: ${[aiProfileStatus.initial, started, completed].join(" → ")}`)
})

await Effect.runPromise(main)
