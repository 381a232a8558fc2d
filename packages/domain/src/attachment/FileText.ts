/** The searchable text of a file, page by page. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { AttachmentId } from "../Id.ts"
import { maxTextLength } from "./TextLength.ts"
import { TextFailure, TextStatus } from "./TextStatus.ts"

/** The code points of a page. */
export const pageLength = 10_000

/** The most pages of a text. */
export const maxPages = maxTextLength / pageLength

export const FileText = Schema.Struct({
  id: AttachmentId.pipe(described("The file", example.id.attachment)),
  text_status: Schema.NullOr(TextStatus).pipe(
    described("Whether the text was extracted; null if no content is stored", "extracted")
  ),
  text_failure: Schema.NullOr(TextFailure).pipe(described("Why there is no text; null otherwise", null)),
  text_is_cut: Schema.Boolean.pipe(described("Whether the file has more text than was extracted", false)),
  text: Schema.NullOr(Schema.String).pipe(
    described(
      "The text of the page; empty after the last page, null if no text was extracted",
      "Built the services that turn ship positions into arrival times."
    )
  ),
  page: Schema.Int.pipe(described("The page, from 1", 1)),
  pages: Schema.Int.pipe(described("How many pages there are", 1))
}).pipe(named("FileText", "A page of the text of a file, without its layout"))
export interface FileText extends Schema.Schema.Type<typeof FileText> {}
