/** The kinds of imports, and the reasons why they end. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import type { AttachmentId } from "../Id.ts"

/** Why a file cannot be read, or an import does not continue. */
export const ImportFailure = Schema.Literals([
  "damaged",
  "encrypted",
  "not_a_table",
  "empty",
  "too_large",
  "too_many_rows",
  "too_many_columns",
  "cell_too_large",
  "timed_out",
  "crashed",
  "not_stored",
  "interrupted",
  "expired",
  "not_an_export",
  "has_problems",
  "touched",
  "too_many_files"
])
export type ImportFailure = typeof ImportFailure.Type

/** The content of an import. */
export const ImportKind = Schema.Literals(["people", "organization"]).pipe(
  described("`people` of a table, or all of an `organization` from an archive of `GET /organization/export`", "people")
)
export type ImportKind = typeof ImportKind.Type

/** An uploaded file. */
export interface UploadedFile {
  readonly content_id: AttachmentId
  readonly original_filename: string
  readonly size_bytes: number
}
