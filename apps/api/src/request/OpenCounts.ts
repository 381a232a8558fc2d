/** Counts what is open at a time, each under several names, and refuses what would be too much under one of them. */
import { RateLimitExceeded } from "@candor/contract/Errors"
import { Effect, type Scope } from "effect"
import { retryAfterSeconds } from "../answer/Responses.ts"
import { CurrentRequest } from "./CurrentRequest.ts"

/** A number of things that are open, and how many may be. */
export interface Count {
  readonly name: string
  /** Whose they are, as the refusal says it. */
  readonly of: string
  readonly limit: number
}

/** Makes the function that counts one more until the scope closes. `things` and `advice` are what a refusal says. */
export const openCounts = (things: string, advice: string) => {
  const open = new Map<string, number>()
  const openOf = ({ name }: Count): number => open.get(name) ?? 0

  const refusal = ({ limit, of }: Count) =>
    new RateLimitExceeded({
      error: { message: `${of} has ${limit} ${things}, and may have no more. ${advice}`, details: { limit } }
    })

  const refused = (count: Count) =>
    Effect.flatMap(CurrentRequest, (current) => {
      current.retry_after = retryAfterSeconds
      return Effect.fail(refusal(count))
    })

  const enter = (counts: ReadonlyArray<Count>): Effect.Effect<void, RateLimitExceeded> =>
    Effect.suspend(() => {
      const full = counts.find((count) => openOf(count) >= count.limit)
      if (full !== undefined) return refused(full)
      for (const count of counts) open.set(count.name, openOf(count) + 1)
      return Effect.void
    })

  const leave = (counts: ReadonlyArray<Count>) =>
    Effect.sync(() => {
      for (const count of counts) {
        if (openOf(count) === 1) open.delete(count.name)
        else open.set(count.name, openOf(count) - 1)
      }
    })

  return (counts: ReadonlyArray<Count>): Effect.Effect<void, RateLimitExceeded, Scope.Scope> =>
    Effect.acquireRelease(enter(counts), () => leave(counts))
}
