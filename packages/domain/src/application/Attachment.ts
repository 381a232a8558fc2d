/** Attachments: the names and types of an application's files. Their content is not stored. */
import { Schema } from "effect"
import { AttachmentId } from "../Id.ts"

export const Attachment = Schema.Struct({
  id: AttachmentId,
  file_type: Schema.String,
  original_filename: Schema.String
}).annotate({ identifier: "Attachment" })
export interface Attachment extends Schema.Schema.Type<typeof Attachment> {}
