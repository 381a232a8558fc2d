/**
 * Checks that never more jobs were published than the plan allows, and never more requests admitted than a key's limit.
 */
import type { Window } from "../Cluster.ts"
import type { Hour } from "../Hammer.ts"
import { type Violation, violation } from "../History.ts"

/** Checks the maximum number of jobs that were published at the same time. */
export const checkPublished = (max: number, limit: number): ReadonlyArray<Violation> =>
  max <= limit ? [] : [violation("publish limit")(`${max} jobs were published at a time, and the plan allows ${limit}`)]

/** The limit of a key, and the periods in which its requests were not counted as usual, as decision 0018 says. */
interface Limited {
  readonly limit: number
  /** The number of servers that authenticate requests. */
  readonly servers: number
  /** The periods in which a fault could lose the counts of admitted requests. */
  readonly uncounted: ReadonlyArray<Window>
  /** The periods without writes to the database, in which each server knew only its own requests. */
  readonly readOnly: ReadonlyArray<Window>
}

const within = (at: number) => ({ from, to }: Window): boolean => from <= at && at <= to

/** Checks each hour of a key over all servers. */
export const checkRate = (
  hours: Iterable<Hour>,
  { limit, readOnly, servers, uncounted }: Limited
): ReadonlyArray<Violation> =>
  [...hours].flatMap(({ letThrough, reset }) => {
    const counted = letThrough.filter((at) => !uncounted.some(within(at)))
    const repeated = readOnly.map((window) => {
      const left = Math.max(0, limit - counted.filter((at) => at < window.from).length)
      const meanwhile = counted.filter((at) => within(at)(window)).length
      // Each server admits what was left of the hour, instead of all servers together.
      return (servers - 1) * Math.min(left, meanwhile)
    })
    const allowed = limit + repeated.reduce((total, requests) => total + requests, 0)
    return counted.length <= allowed ? [] : [
      violation("rate limit")(
        `${counted.length} requests of a key were let through in the hour to ${reset}, besides ${
          letThrough.length - counted.length
        } ` +
          `whose counts a fault could lose; its limit is ${limit}, and ${allowed} with what a read-only database allows`
      )
    ]
  })
