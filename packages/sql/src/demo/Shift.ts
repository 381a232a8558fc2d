/**
 * Moves the demo to the day on which it is loaded: by whole days, so that times of day stay, as far that nothing is in
 * the future.
 */
import { Timestamp } from "@candor/domain/Timestamp"
import { Clock, Effect, Schema } from "effect"
import { day, timestamp, today } from "./Times.ts"

/** Days from the demo's present to the present. */
export const days = Effect.map(Clock.currentTimeMillis, (now) => Math.floor((now - today) / day))

const isTime = Schema.is(Timestamp)

/** Rows of the demo with all their times later by this many days. */
export const rows = <A extends object>(all: ReadonlyArray<A>, days: number): ReadonlyArray<object> =>
  all.map((row) =>
    Object.fromEntries(
      Object.entries(row).map((
        [column, value]
      ) => [column, isTime(value) ? timestamp(Date.parse(value) + days * day) : value])
    )
  )
