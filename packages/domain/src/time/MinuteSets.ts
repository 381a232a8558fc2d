/** Minutes since 1970, and sets of them. */
import { DateTime } from "effect"
import { fromMillis, type Timestamp } from "../Timestamp.ts"

/**
 * Sets of minutes since 1970, as sorted lists of boundaries: `[from, to, from, to, …]`, each end excluded. A minute is
 * in a set if an odd number of boundaries is at or before it.
 */
export type MinuteSet = ReadonlyArray<number>
export type Interval = readonly [from: number, to: number]

/** An interval longer than anything that is planned: about 1,900 years. */
export const always: Interval = [-1e9, 1e9]

/** The most busy times of a calendar, or holidays of a member, in a response. */
export const maxTold = 100

/** Returns the minutes since 1970. */
export const minuteOf = (time: Timestamp): number => DateTime.toEpochMillis(DateTime.makeUnsafe(time)) / 60_000

export const timestampOfMinute = (minute: number): Timestamp => fromMillis(minute * 60_000)

/** Combines two sets in one pass: a minute is in the result if `keep` returns true. */
const combined = (one: MinuteSet, other: MinuteSet, keep: (inOne: boolean, inOther: boolean) => boolean): MinuteSet => {
  const result: Array<number> = []
  let [i, j] = [0, 0]
  while (i < one.length || j < other.length) {
    const at = Math.min(one[i] ?? Infinity, other[j] ?? Infinity)
    if (one[i] === at) i++
    if (other[j] === at) j++
    if (keep(i % 2 === 1, j % 2 === 1) !== (result.length % 2 === 1)) result.push(at)
  }
  return result
}

export const intersection = (one: MinuteSet, other: MinuteSet): MinuteSet => combined(one, other, (a, b) => a && b)
export const difference = (one: MinuteSet, other: MinuteSet): MinuteSet => combined(one, other, (a, b) => a && !b)

/** Returns the minutes that are in at least `count` of the intervals, which may overlap and be in any order. */
export const inAtLeast = (count: number, intervals: ReadonlyArray<Interval>): MinuteSet => {
  // Sorts an end before a beginning at the same minute: twice the minute, plus one for a beginning.
  const edges = intervals.flatMap(([from, to]) => from < to ? [from * 2 + 1, to * 2] : []).toSorted((one, other) =>
    one - other
  )
  const result: Array<number> = []
  let depth = 0
  for (const edge of edges) {
    const after = depth + (edge % 2 === 0 ? -1 : 1)
    const at = Math.floor(edge / 2)
    if (after >= count !== depth >= count && result.at(-1) !== at) result.push(at)
    // Adjacent intervals become one.
    else if (after >= count !== depth >= count) result.pop()
    depth = after
  }
  return result
}

export const intervalsOf = (set: MinuteSet): ReadonlyArray<Interval> =>
  Array.from({ length: set.length / 2 }, (_, index) => [set[index * 2]!, set[index * 2 + 1]!])

/** Moves each start by `first` minutes and each end by `last`. */
export const stretched = (set: MinuteSet, first: number, last: number): MinuteSet =>
  inAtLeast(1, intervalsOf(set).map(([from, to]) => [from + first, to + last]))

export const contains = (set: MinuteSet, minute: number): boolean => {
  let [low, high] = [0, set.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (set[middle]! <= minute) low = middle + 1
    else high = middle
  }
  return low % 2 === 1
}
