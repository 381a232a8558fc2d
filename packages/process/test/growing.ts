/** A program that first grows to 400 MiB of garbage, then bounds its memory, and reports its usage. */
import * as Memory from "@candor/process/Memory"
import { Effect } from "effect"

const mebibytes = () => process.memoryUsage.rss() / 2 ** 20

/** Allocates objects on the engine's own heap, and drops them. */
const grow = () => {
  const kept: Array<object> = []
  for (let n = 0; mebibytes() < 400; n++) {
    for (let k = 0; k < 20_000; k++) kept.push({ k, text: `number ${k}`, list: [n] })
  }
}

grow()

/** Long enough for a check, but too short for the engine to collect on its own. */
const look = Effect.sleep("300 millis").pipe(
  Effect.andThen(Effect.sync(() => console.log(`Resident ${Math.round(mebibytes())} MiB`)))
)

await Effect.runPromise(Effect.provide(look, Memory.layer))
