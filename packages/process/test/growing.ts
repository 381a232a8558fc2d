/** A program that has grown to 400 MiB of garbage before it bounds its memory, and then says what it holds. */
import * as Memory from "@candor/process/Memory"
import { Effect } from "effect"

const mebibytes = () => process.memoryUsage.rss() / 2 ** 20

/** Keeps objects, which are on the engine's own heap, and gives them up. */
const grow = () => {
  const kept: Array<object> = []
  for (let n = 0; mebibytes() < 400; n++) {
    for (let k = 0; k < 20_000; k++) kept.push({ k, text: `number ${k}`, list: [n] })
  }
}

grow()

/** Long enough for a look, and too short for the engine to collect by itself. */
const look = Effect.sleep("300 millis").pipe(
  Effect.andThen(Effect.sync(() => console.log(`Resident ${Math.round(mebibytes())} MiB`)))
)

await Effect.runPromise(Effect.provide(look, Memory.layer))
