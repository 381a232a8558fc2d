/**
 * Time zones as lists of offset changes, from 2000 until 2100; times beyond have the nearest offset. Nothing here uses
 * the runtime's data, which is as old as the runtime (docs/decisions/0088-time-zones.md).
 */
import { DateTime } from "effect"

const dayMillis = 86_400_000
export const [firstYear, endYear] = [2000, 2100] as const

/** A time zone. Times are in milliseconds: an instant since 1970, a local time as if it were UTC. */
export interface Zone {
  readonly name: string
  /** Returns the offset from UTC at an instant, in milliseconds; east is positive. */
  readonly offsetAt: (instant: number) => number
  readonly localAt: (instant: number) => number
  /** Returns the instants of a local time: two where clocks go back, none in the gap where they go forward. */
  readonly instantsOf: (local: number) => ReadonlyArray<number>
  /**
   * Returns the first instant of a local time; in a gap, the instant as if clocks had not gone forward yet (RFC 5545,
   * section 3.3.5).
   */
  readonly instantOf: (local: number) => number
  /** Returns the next instant at which the offset changes. */
  readonly nextChange: (instant: number) => number | undefined
}

/** The data of a zone, in seconds, as in TZif files (RFC 9636). */
export interface ZoneData {
  /** The offset before the first change. */
  readonly offset: number
  /** The instants at which the offset changes, with the offset from then on, in order. */
  readonly changes: ReadonlyArray<readonly [instant: number, offset: number]>
  /** The rule after the last change, such as `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX, `TZ`). */
  readonly rule: string
}

const dayOf = (year: number, month: number): number =>
  DateTime.toEpochMillis(DateTime.makeUnsafe({ year, month, day: 1 })) / dayMillis

/** Returns the seconds of `hours`, `hours:minutes` or `hours:minutes:seconds`, ignoring a sign. */
const seconds = (text: string): number => {
  const [hours, minutes = 0, rest = 0] = text.replace(/^[-+]/, "").split(":").map(Number) as [number, number?, number?]
  return (text.startsWith("-") ? -1 : 1) * (hours * 3600 + minutes * 60 + rest)
}

/** Returns the local time in a year, in seconds, for `Mm.w.d/time`, `Jn/time` or `n/time`. */
const changeOf = (text: string, year: number): number => {
  const [date = "", time = "2"] = text.split("/")
  const [one, week, weekday] = date.replace(/^[JM]/, "").split(".").map(Number) as [number, number?, number?]
  if (week === undefined || weekday === undefined) {
    const isLater = date.startsWith("J") && (one < 60 || dayOf(year, 3) - dayOf(year, 1) === 59)
    return (dayOf(year, 1) + one - (isLater ? 1 : 0)) * 86_400 + seconds(time)
  }
  // The fifth week means the last one: the seven days before the next month.
  const start = week === 5 ? dayOf(one === 12 ? year + 1 : year, one % 12 + 1) - 7 : dayOf(year, one) + (week - 1) * 7
  return (start + (weekday - (start + 4) % 7 + 7) % 7) * 86_400 + seconds(time)
}

const name = "(?:<[^>]+>|[A-Za-z]+)"
const time = "[-+]?\\d+(?::\\d+){0,2}"
const ruleForm = new RegExp(`^${name}(${time})(?:${name}(${time})?,([^,]+),([^,]+))?$`)

/** Returns the changes in the data from `firstYear` on, and those of its rule until `endYear`. */
export const changesOf = ({ changes, offset, rule }: ZoneData): Pick<ZoneData, "offset" | "changes"> => {
  const [, standard, summer, begin, finish] = ruleForm.exec(rule) ?? []
  const from = dayOf(firstYear, 1) * 86_400
  const all = [...changes]
  if (standard !== undefined && begin !== undefined && finish !== undefined) {
    // POSIX counts west as positive. Subtracts from zero, because negating zero gives -0.
    const winter = 0 - seconds(standard)
    const other = summer === undefined ? winter + 3600 : 0 - seconds(summer)
    const last = changes.at(-1)?.[0] ?? -Infinity
    const years = Array.from({ length: endYear - firstYear }, (_, index) => firstYear + index)
    all.push(
      ...years
        .flatMap((year) => [[changeOf(begin, year) - winter, other], [changeOf(finish, year) - other, winter]] as const)
        .filter(([instant]) => instant > last).toSorted(([one], [two]) => one - two)
    )
  }
  const known = all.findIndex(([instant]) => instant >= from)
  const before = (known === -1 ? all.at(-1) : all[known - 1])?.[1] ?? offset
  // Drops changes of the name or the daylight saving flag only.
  const kept = (known === -1 ? [] : all.slice(known)).reduce<Array<readonly [number, number]>>((kept, change) => {
    if (change[1] !== (kept.at(-1)?.[1] ?? before)) kept.push(change)
    return kept
  }, [])
  return { offset: before, changes: kept }
}

/** Makes the zone of a name and its data. */
export const zoneOf = (name: string, data: ZoneData): Zone => {
  const { changes, offset } = changesOf(data)
  const instants = changes.map(([instant]) => instant * 1000)
  const offsets = [offset, ...changes.map(([, offset]) => offset)].map((offset) => offset * 1000)

  /** Returns the number of changes up to an instant, inclusive. */
  const indexAt = (instant: number): number => {
    let [low, high] = [0, instants.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (instants[middle]! <= instant) low = middle + 1
      else high = middle
    }
    return low
  }
  const offsetAt = (instant: number): number => offsets[indexAt(instant)]!
  /** The offsets that may apply around a local time: none is a day or more. */
  const near = (local: number) => offsets.slice(indexAt(local - dayMillis), indexAt(local + dayMillis) + 1)
  const instantsOf = (local: number): ReadonlyArray<number> =>
    [...new Set(near(local).map((offset) => local - offset))].filter((instant) => instant + offsetAt(instant) === local)
      .toSorted((one, two) => one - two)

  return {
    name,
    offsetAt,
    localAt: (instant) => instant + offsetAt(instant),
    instantsOf,
    instantOf: (local) => instantsOf(local)[0] ?? local - Math.min(...near(local)),
    nextChange: (instant) => instants[indexAt(instant)]
  }
}
