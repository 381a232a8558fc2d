/**
 * Limits of lists that are returned without pages. They keep every response under 4 MiB (decision 0027). A decision
 * that would exceed one fails; the repository checks the same limit again when it saves, against concurrent requests.
 */
import { Result, Schema } from "effect"

/** A limit with the name that the error message shows. */
export interface Limit {
  /** A plural noun with its owner: "notes on an application". Programs get it as `notes_on_an_application`. */
  readonly what: string
  readonly limit: number
}

/** The request would exceed a limit. */
export class LimitReached extends Schema.TaggedError<LimitReached>()("LimitReached", {
  what: Schema.String,
  limit: Schema.Int,
  present: Schema.Int,
  added: Schema.Int
}) {}

/** Fails if `present` and `added` together exceed the limit. A request that adds nothing never fails. */
export const withinLimit = (
  { limit, what }: Limit,
  present: number,
  added: number
): Result.Result<void, LimitReached> =>
  added <= 0 || present + added <= limit
    ? Result.void
    : Result.fail(new LimitReached({ what, limit, present, added }))
