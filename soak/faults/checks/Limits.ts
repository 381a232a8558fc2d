/** No more jobs were published at a time than the plan allows, and no more requests let through than a key has. */
import type { Hour } from "../Hammer.ts"
import { type Violation, violation } from "../History.ts"

/** Holds the most jobs that were ever published at a time. */
export const checkPublished = (most: number, limit: number): ReadonlyArray<Violation> =>
  most <= limit ? [] : [violation("publish limit")(`${most} jobs were published at a time, and the plan allows ${limit}`)]

/** Holds each hour of a key over all servers. */
export const checkRate = (hours: Iterable<Hour>, limit: number): ReadonlyArray<Violation> =>
  [...hours].filter(({ letThrough }) => letThrough > limit).map(({ letThrough, reset }) =>
    violation("rate limit")(`${letThrough} requests of a key were let through in the hour to ${reset}; its limit is ${limit}`)
  )
