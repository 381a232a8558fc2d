/**
 * Moves the demo to the day on which it is loaded: by whole days, so that times of day stay the same, and only so far
 * that nothing is in the future.
 */
import { Timestamp } from "@candor/domain/Timestamp"
import { Clock, Effect, Schema } from "effect"
import { day, timestamp, today } from "./Times.ts"

/** The days between the demo's present and now. */
export const days = Effect.map(Clock.currentTimeMillis, (now) => Math.floor((now - today) / day))

const isTime = Schema.is(Timestamp)

/** Moves all times in rows of the demo by this many days. */
export const rows = <A extends object>(all: ReadonlyArray<A>, days: number): ReadonlyArray<object> =>
  all.map((row) =>
    Object.fromEntries(
      Object.entries(row).map((
        [column, value]
      ) => [column, isTime(value) ? timestamp(Date.parse(value) + days * day) : value])
    )
  )
