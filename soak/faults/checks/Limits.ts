/** No more jobs were published at a time than the plan allows, and no more requests let through than a key has. */
import type { Window } from "../Cluster.ts"
import type { Hour } from "../Hammer.ts"
import { type Violation, violation } from "../History.ts"

/** Holds the most jobs that were ever published at a time. */
export const checkPublished = (max: number, limit: number): ReadonlyArray<Violation> =>
  max <= limit ? [] : [violation("publish limit")(`${max} jobs were published at a time, and the plan allows ${limit}`)]

/** Holds each hour of a key over all servers, without the requests whose counts a fault could lose. */
export const checkRate = (hours: Iterable<Hour>, limit: number, uncounted: ReadonlyArray<Window>): ReadonlyArray<Violation> =>
  [...hours].flatMap(({ letThrough, reset }) => {
    const counted = letThrough.filter((at) => !uncounted.some(({ from, to }) => from <= at && at <= to)).length
    return counted <= limit ? [] : [violation("rate limit")(
      `${counted} requests of a key were let through in the hour to ${reset}, besides ${letThrough.length - counted} whose ` +
        `counts a crash could lose; its limit is ${limit}`
    )]
  })
