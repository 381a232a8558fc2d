/** Makes merges of candidates permanent once they are too old to be undone: what undoing needs is deleted. */
import { Candidates } from "@candor/domain/candidate/Candidates"
import { Effect, Layer } from "effect"
import { repeating } from "../Repeating.ts"

/** Deletes it every hour. */
export const layer = Layer.unwrap(Effect.map(Candidates, ({ forgetMerges }) =>
  repeating("1 hour", "Merges of candidates could not be made permanent", forgetMerges)))
