/** The pace at which a client must read an answer that keeps a slot (decision 0039). */
import { Duration, Effect } from "effect"

/** Bytes that a client must take in each interval. */
export const minBytes = 1024 * 1024

/** So long that the buffers of the connection, some 10 MiB, are filled anew in it by any client that does read. */
export const interval = Duration.minutes(5)

/** Hangs up after each interval in which the client took too little. `taken` counts all bytes so far. */
export const required = (taken: () => number, hangUp: () => void): Effect.Effect<never> =>
  Effect.suspend(() => {
    let before = taken()
    return Effect.sync(() => {
      if (taken() - before < minBytes) hangUp()
      before = taken()
    }).pipe(Effect.delay(interval), Effect.forever)
  })
