/** Many rows in one request, each of which is made or changed by itself (decision 0112). */
import { Schema } from "effect"
import { described } from "./Described.ts"
import { ExternalIdFilter } from "./ExternalId.ts"
import { because } from "./IssueReason.ts"

/** The most rows of one request. */
export const maxItems = 1000

/** An item as it arrives: it is decoded by itself, so that one that is wrong leaves the others. */
const Item = Schema.Record(Schema.String, Schema.Json)

/** The items of a request. `about` says which fields one has. */
export const bulkItems = (about: string, ...example: ReadonlyArray<Schema.Json>) =>
  Schema.Array(Item).check(
    Schema.isMinLength(1, { expected: "at least 1 item" }),
    Schema.isMaxLength(maxItems, { expected: `at most ${maxItems} items` })
  ).pipe(described(about, example))

/** The fields by which an item names a row: neither is in an item that is to be made without an external id. */
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
