/**
 * Sequences events that nobody reads, because the hash chain does not protect an event before it has a sequence number.
 */
import { Duration, Effect, Layer } from "effect"
import { whereWritable } from "../database/SqlFailures.ts"
import { Wakeups } from "../database/Wakeups.ts"
import { Sequencer } from "./Sequencer.ts"
import * as SequencingLag from "./SequencingLag.ts"

/** The minimum pause between runs. */
const interval = Duration.seconds(1)

/**
 * Sequences the events of all organizations after a change and while some wait, at most once a second, and reports the
 * lag.
 */
export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const { sequenceAll } = yield* Sequencer
  const { subscribe, wait } = yield* Wakeups
  const changed = yield* subscribe("events")
  const report = yield* SequencingLag.make
  const run = Effect.gen(function*() {
    changed.closeUnsafe()
    const eventsWait = (yield* whereWritable(sequenceAll)) ?? true
    yield* report(eventsWait)
    return eventsWait
  })
  yield* run.pipe(
    Effect.catchCause((cause) => Effect.as(Effect.logWarning("Could not sequence events", cause), true)),
    Effect.tap(Effect.sleep(interval)),
    Effect.flatMap((eventsWait) => eventsWait ? Effect.void : wait(changed)),
    Effect.forever,
    Effect.forkScoped
  )
}))
