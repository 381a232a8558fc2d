/** The shared part of erasing candidates and prospects: the person's other records (decision 0036). */
import { described } from "@candor/domain/Described"
import { maxRelated, Related } from "@candor/domain/person/Related"
import { Schema } from "effect"
import { Deleted } from "./Endpoint.ts"

/** The query parameter that includes related records in an erasure. It is a parameter like `dry_run`. */
export const erasureQuery = Schema.Struct({
  include_related: Schema.optionalKey(Schema.Literals(["true", "false"])).pipe(
    described("With `true`, related records are erased too; `false` by default")
  )
})

export const related = Related.pipe(
  described("The person's other records. They are kept unless `include_related` is `true`")
)

/** The response to the deletion of a person's record. */
export const DeletedRecord = Schema.Struct({ ...Deleted.fields, related })

/** The sentences about related records in the description of an erasure. */
export const erasesRelated =
  "`related` lists the person's other candidates and prospects. They are kept unless `include_related=true`: " +
  "then, before this record, the other candidates are treated as this operation treats a candidate (anonymised " +
  `or deleted), and the prospects are deleted. \`dry_run=true\` previews them. With more than ${maxRelated} of ` +
  "them `include_related` is 400, with `details.limit`."
