/** Runs several copies of an effect at the same time. */
import { Effect } from "effect"

export const atOnce = <A, E, R>(count: number, effect: Effect.Effect<A, E, R>) =>
  Effect.all(Array.from({ length: count }, () => effect), { concurrency: "unbounded" })
