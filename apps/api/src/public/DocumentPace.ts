/**
 * Limits the rate at which large documents are sent. The system copies a document into the connection's buffers within
 * one call, during which nobody else is answered: a hundred copies of 4 MB, one right after the other, took 0.3 s.
 */
import { Effect, Semaphore } from "effect"

/** At this rate, copying takes a fifth of one processor. */
const maxBytesPerSecond = 268_435_456

/** Shorter documents never wait: each takes less than a millisecond. */
const largeBytes = 262_144

/** Makes a function that waits, in the order of the calls, until a document of this many bytes may be sent. */
export const make = () => {
  const turns = Semaphore.makeUnsafe(1)
  return (bytes: number): Effect.Effect<void> =>
    bytes < largeBytes
      ? Effect.void
      : Effect.uninterruptibleMask((restore) =>
        Effect.andThen(
          restore(turns.take(1)),
          Effect.forkDetach(Effect.andThen(Effect.sleep(bytes * 1000 / maxBytesPerSecond), turns.release(1)))
        )
      )
}
