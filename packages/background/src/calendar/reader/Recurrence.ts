/**
 * The times of a recurrence rule (RFC 5545, section 3.3.10), by rrule-temporal. They are calculated in the event's
 * local time, as if it were UTC.
 */
import { RRuleTemporal } from "rrule-temporal"

/** Bounds the work for a rule: beyond it, the library throws. */
const bounds = { maxIterations: 20_000, maxCandidateEvaluations: 200_000, cache: false } as const

const stamp = (local: number): string => new Date(local).toISOString().replace(/[-:]|\.\d+/g, "")

/** Converts the end of a rule from UTC to the event's local time. A date includes its last second. */
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
 * Returns the local times of a rule within a span, both ends included, in milliseconds. The event's first time is one
 * of them. Throws if the rule is invalid or exceeds the bounds.
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
