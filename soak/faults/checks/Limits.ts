/** No more jobs were published at a time than the plan allows, and no more requests let through than a key has. */
import type { Window } from "../Cluster.ts"
import type { Hour } from "../Hammer.ts"
import { type Violation, violation } from "../History.ts"

/** Holds the most jobs that were ever published at a time. */
export const checkPublished = (max: number, limit: number): ReadonlyArray<Violation> =>
  max <= limit ? [] : [violation("publish limit")(`${max} jobs were published at a time, and the plan allows ${limit}`)]

/** What a key may use, and when its requests were not counted as usual, as decision 0018 says. */
interface Limited {
  readonly limit: number
  /** Servers that authenticate requests. */
  readonly servers: number
  /** When requests were let through whose counts a fault could lose. */
  readonly uncounted: ReadonlyArray<Window>
  /** When the database took no writes, so that each server knew of its own requests alone. */
  readonly readOnly: ReadonlyArray<Window>
}

const within = (at: number) => ({ from, to }: Window): boolean => from <= at && at <= to

/** Holds each hour of a key over all servers. */
export const checkRate = (
  hours: Iterable<Hour>,
  { limit, readOnly, servers, uncounted }: Limited
): ReadonlyArray<Violation> =>
  [...hours].flatMap(({ letThrough, reset }) => {
    const counted = letThrough.filter((at) => !uncounted.some(within(at)))
    const repeated = readOnly.map((window) => {
      const left = Math.max(0, limit - counted.filter((at) => at < window.from).length)
      const meanwhile = counted.filter((at) => within(at)(window)).length
      // Every server gives what was left of the hour, where one alone should.
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
