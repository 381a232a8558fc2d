/** Bulk writes: one request with many items, each of which creates or changes a row independently (decision 0112). */
import { Schema } from "effect"
import { described } from "./Described.ts"
import { ExternalIdFilter } from "./ExternalId.ts"
import { because } from "./IssueReason.ts"

/** The most rows of one request. */
export const maxItems = 1000

/** An item as it arrives. Each is decoded separately, so that an invalid item does not fail the others. */
const Item = Schema.Record(Schema.String, Schema.Json)

/** Returns the schema of a request's items. `about` describes the fields of an item. */
export const bulkItems = (about: string, ...example: ReadonlyArray<Schema.Json>) =>
  Schema.Array(Item).check(
    Schema.isMinLength(1, { expected: "at least 1 item" }),
    Schema.isMaxLength(maxItems, { expected: `at most ${maxItems} items` })
  ).pipe(described(about, example))

/** The fields by which an item names a row. An item without either creates a row without an external id. */
export const identity = <Id extends Schema.Top>(id: Id, row: string) => ({
  id: Schema.optionalKey(id).pipe(described(`The ${row} to change`)),
  external_id: Schema.optionalKey(ExternalIdFilter).pipe(
    described(`The ${row} that another system has this id for; without one, it is made with this id`, "greenhouse:4000")
  )
})

/** Refuses an item that names its row twice. */
export const namesOneRow = Schema.makeFilter(
  ({ external_id, id }: { readonly id?: unknown; readonly external_id?: unknown }) =>
    id === undefined || external_id === undefined || { path: ["external_id"], issue: "Expected nothing beside id" },
  { ...because("wrong_combination"), toJsonSchema: () => ({}) }
)
