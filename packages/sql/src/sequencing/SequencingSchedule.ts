/** Sequences what nobody reads: an event without a sequence number is not protected by the hash chain yet. */
import { Duration, Effect, Layer, Schedule } from "effect"
import { whereWritable } from "../database/SqlFailures.ts"
import { Sequencer } from "./Sequencer.ts"
import * as SequencingLag from "./SequencingLag.ts"

/** The pause between runs. */
const interval = Duration.seconds(1)

/** Sequences the events of all organizations every second, and reports how far that is behind. */
export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const { sequenceAll } = yield* Sequencer
  const report = yield* SequencingLag.make
  yield* whereWritable(sequenceAll).pipe(
    Effect.flatMap((eventsWait) => report(eventsWait ?? true)),
    Effect.catchCause((cause) => Effect.logWarning("Could not sequence events", cause)),
    Effect.repeat(Schedule.spaced(interval)),
    Effect.forkScoped
  )
}))
