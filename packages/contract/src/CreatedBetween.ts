import { described } from "@candor/domain/Described"
import { TimestampFromText } from "@candor/domain/Timestamp"
import { Schema } from "effect"

/** List parameters that filter by when an application was created; both times are exclusive. */
export const createdBetween = (what: string) => ({
  created_after: Schema.optionalKey(TimestampFromText).pipe(
    described(`${what} after this time only`, "2026-10-01T00:00:00Z")
  ),
  created_before: Schema.optionalKey(TimestampFromText).pipe(
    described(`${what} before this time only`, "2026-11-01T00:00:00Z")
  )
})
