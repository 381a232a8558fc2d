/** The times of the demo, before they are moved to the day on which it is loaded. */
import * as Timestamp from "@candor/domain/Timestamp"

/** The demo's present, in Unix milliseconds. Loading moves it to the current day; nothing in the demo is later. */
export const today = Date.UTC(2026, 9, 30, 5)

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** A time in the form of rows. */
export const timestamp = Timestamp.fromMillis
