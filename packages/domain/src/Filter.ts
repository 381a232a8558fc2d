/**
 * Query parameters that several lists share. The filters of a list are a struct of such parameters, declared with its
 * port: the contract adds them to the query, and `Filtering.ts` of packages/sql turns them into conditions by name.
 */
import { Schema } from "effect"
import { described } from "./Described.ts"
import { ExternalIdFilter } from "./ExternalId.ts"
import { TimestampFromText } from "./Timestamp.ts"

/** The filter by the id of a row in another system. */
export const externalIdFilter = (rows: string) => ({
  external_id: Schema.optionalKey(ExternalIdFilter).pipe(
    described(
      `Only ${rows} with this external id: the system's name, a colon and the id`,
      "greenhouse:4000"
    )
  )
})

/** Filters by time of creation; both bounds are exclusive. */
export const createdBetween = (rows: string) => ({
  created_after: Schema.optionalKey(TimestampFromText).pipe(
    described(`Only ${rows} after this time`, "2026-10-01T00:00:00Z")
  ),
  created_before: Schema.optionalKey(TimestampFromText).pipe(
    described(`Only ${rows} before this time`, "2026-11-01T00:00:00Z")
  )
})

/** The filter by time of the last change, which also sorts by that time, oldest first. */
export const updatedSince = (rows: string) => ({
  updated_since: Schema.optionalKey(TimestampFromText).pipe(
    described(`Only ${rows} that changed at this time or later, oldest change first`, "2026-10-08T00:00:00Z")
  )
})
