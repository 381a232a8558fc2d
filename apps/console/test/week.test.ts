/** The layout of interviews in a day of the week view. */
import { expect, test } from "bun:test"
import { pixelsOfHour, placesOf } from "../src/pages/interview/weekPlaces.ts"

/** The first and last hour of entries. */
type Hours = ReadonlyArray<readonly [from: number, to: number]>

const entries = (...hours: Hours) => hours.map(([from, to]) => ({ from: from * 60, to: to * 60 }))

const shown = (...hours: Hours) =>
  placesOf(entries(...hours)).map(({ column, columns, from, to }) => [from / 60, to / 60, column, columns])

test("two interviews at a time stand side by side", () => {
  expect(shown([9, 10], [9.5, 10.5], [11, 12])).toEqual([[9, 10, 0, 2], [9.5, 10.5, 1, 2], [11, 12, 0, 1]])
})

test("interviews that overlap keep their times, however many they are", () => {
  expect(shown([9, 17], [10, 10.5], [10.25, 10.75], [16, 16.5])).toEqual([
    [9, 17, 0, 3],
    [10, 10.5, 1, 3],
    [10.25, 10.75, 2, 3],
    [16, 16.5, 1, 3]
  ])
})

test("more than two from the same time to the same time have a row each, high enough for a name", () => {
  const atOnce = [[9, 10], [9, 10], [9, 10], [9, 10]] as const
  expect(shown(...atOnce, [13, 14])).toEqual([
    [9, 9.25, 0, 1],
    [9.25, 9.5, 0, 1],
    [9.5, 9.75, 0, 1],
    [9.75, 10, 0, 1],
    [13, 14, 0, 1]
  ])
  expect(pixelsOfHour(placesOf(entries(...atOnce)))).toBe(96)
})
