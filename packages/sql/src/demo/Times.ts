/** The times of the demo, before they are moved to the day of its load. */
import * as Timestamp from "@candor/domain/Timestamp"

/**
 * The demo's present, which a load moves to its own day; nothing in it is younger. Milliseconds since the Unix epoch.
 */
export const today = Date.UTC(2026, 9, 30, 5)

export const minute = 60_000
export const hour = 60 * minute
export const day = 24 * hour

/** A time as rows hold it. */
export const timestamp = Timestamp.fromMillis
