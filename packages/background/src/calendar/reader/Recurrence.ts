/**
 * The times of a rule of recurrence (RFC 5545, section 3.3.10), by rrule-temporal on the clocks of the event, as if
 * they were in UTC.
 */
import { RRuleTemporal } from "rrule-temporal"

/** Bounds the work on a rule: beyond it, the library throws. */
const bounds = { maxIterations: 20_000, maxCandidateEvaluations: 200_000, cache: false } as const

const stamp = (local: number): string => new Date(local).toISOString().replace(/[-:]|\.\d+/g, "")

/** Writes the end of a rule, which is in UTC, on the clocks of the event. A day includes its last second. */
const localRule = (rule: string, localAt: (instant: number) => number): string =>
  rule.replace(
    /UNTIL=(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d))?(Z)?/i,
    (_, year, month, day, hours = "23", minutes = "59", seconds = "59", isUtc?: string) => {
      const until = Date.UTC(
        Number(year),
        Number(month) - 1,
        Number(day),
        Number(hours),
        Number(minutes),
        Number(seconds)
      )
      return `UNTIL=${stamp(isUtc === undefined ? until : localAt(until))}`
    }
  )

/**
 * Returns the local times of a rule within a span, both ends included, in milliseconds; the first time of the event is
 * one. Throws for a rule that is none, or costs more than the bounds.
 */
export const occurrences = (
  rule: string,
  first: number,
  from: number,
  to: number,
  localAt: (instant: number) => number
): ReadonlyArray<number> =>
  new RRuleTemporal({
    ...bounds,
    includeDtstart: true,
    rruleString: `DTSTART:${stamp(first)}\nRRULE:${localRule(rule.trim(), localAt)}`
  })
    .between(new Date(from), new Date(to), true)
    .map(({ epochMilliseconds }) => epochMilliseconds)
