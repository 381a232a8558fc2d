/** Makes merges of candidates permanent once they are too old to be undone: what undoing needs is deleted. */
import { Candidates } from "@candor/domain/candidate/Candidates"
import { Effect, Layer, Schedule } from "effect"

/** Deletes it every hour. */
export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const candidates = yield* Candidates
  yield* candidates.forgetMerges.pipe(
    Effect.catchCause((cause) => Effect.logWarning("Merges of candidates could not be made permanent", cause)),
    Effect.repeat(Schedule.spaced("1 hour")),
    Effect.forkScoped
  )
}))
