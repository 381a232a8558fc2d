/** Files of an application. Only what is known about them is kept here. */
import { Schema } from "effect"
import { AttachmentId } from "../Id.ts"

export const Attachment = Schema.Struct({
  id: AttachmentId,
  file_type: Schema.String,
  original_filename: Schema.String
}).annotate({ identifier: "Attachment" })
export interface Attachment extends Schema.Schema.Type<typeof Attachment> {}
