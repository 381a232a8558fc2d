/** Sequences what nobody reads: an event without a sequence number is not protected by the hash chain yet. */
import { Duration, Effect, Layer } from "effect"
import { whereWritable } from "../database/SqlFailures.ts"
import { Wakeups } from "../database/Wakeups.ts"
import { Sequencer } from "./Sequencer.ts"
import * as SequencingLag from "./SequencingLag.ts"

/** The pause between runs, at least. */
const interval = Duration.seconds(1)

/**
 * Sequences the events of all organizations after a change, once a second at most and while some wait, and reports how
 * far that is behind.
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
