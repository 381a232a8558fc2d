/**
 * Parameters of queries that several lists have. The filters of a list are a struct of such parameters beside its port:
 * the contract has them in the query, and statements select rows by their names (packages/sql, `Filtering.ts`).
 */
import { Schema } from "effect"
import { described } from "./Described.ts"
import { ExternalIdFilter } from "./ExternalId.ts"
import { TimestampFromText } from "./Timestamp.ts"

/** The row that another system has an id for. */
export const externalIdFilter = (rows: string) => ({
  external_id: Schema.optionalKey(ExternalIdFilter).pipe(
    described(
      `The one of the ${rows} that another system has this id for: its name, a colon and the id`,
      "greenhouse:4000"
    )
  )
})

/** Rows that were created between two times; both are exclusive. */
export const createdBetween = (rows: string) => ({
  created_after: Schema.optionalKey(TimestampFromText).pipe(
    described(`${rows} after this time only`, "2026-10-01T00:00:00Z")
  ),
  created_before: Schema.optionalKey(TimestampFromText).pipe(
    described(`${rows} before this time only`, "2026-11-01T00:00:00Z")
  )
})

/** Rows that were changed at a time or later, the oldest change first. */
export const updatedSince = (rows: string) => ({
  updated_since: Schema.optionalKey(TimestampFromText).pipe(
    described(`${rows} that changed at this time or later, the oldest change first`, "2026-10-08T00:00:00Z")
  )
})
