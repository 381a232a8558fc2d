/** Attachments: the files of an application. The row is the database's, the content is the file store's. */
import { Schema } from "effect"
import { type Decision, decided, type DecisionContext, type DomainEvent } from "../Decision.ts"
import { ApplicationId, AttachmentId } from "../Id.ts"
import { line } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { ContentType } from "./FileContent.ts"
import { isReadable, TextFailure, TextStatus, textStatus } from "./TextStatus.ts"

/** The purpose of a file: `resume`, `cover_letter`, or any other text of one line. */
export const FileType = line(100)

/** An attachment as its application shows it (spec, part 2). */
export const Attachment = Schema.Struct({
  id: AttachmentId,
  file_type: Schema.String,
  original_filename: Schema.String
}).annotate({ identifier: "Attachment" })
export interface Attachment extends Schema.Schema.Type<typeof Attachment> {}

/** An attachment by itself. Type and size are null where no content is stored: before contents were, only names were. */
export const AttachmentDetail = Schema.Struct({
  ...Attachment.fields,
  content_type: Schema.NullOr(ContentType),
  /** Bytes of the content. */
  size_bytes: Schema.NullOr(Schema.Int),
  /** Null where no text is extracted: of other types than PDF, DOCX and plain text, and without content. */
  text_status: Schema.NullOr(TextStatus),
  /** Why the extraction failed; else null. */
  text_failure: Schema.NullOr(TextFailure),
  /** The text was longer than what is kept of it. */
  text_is_cut: Schema.Boolean,
  created_at: Timestamp
}).annotate({ identifier: "AttachmentDetail" })
export interface AttachmentDetail extends Schema.Schema.Type<typeof AttachmentDetail> {}

/** An attachment with its application, which decisions need. */
export interface AttachmentState extends AttachmentDetail {
  readonly application_id: ApplicationId
}

/** An attachment whose content is stored. */
export interface StoredAttachment extends AttachmentState {
  readonly content_type: ContentType
  readonly size_bytes: number
}

/** A file whose content was received, and found to be of this type. */
export interface ReceivedFile {
  readonly file_type: string
  readonly original_filename: string
  readonly content_type: ContentType
  readonly size_bytes: number
}

export class AttachmentNotFound
  extends Schema.TaggedError<AttachmentNotFound>()("AttachmentNotFound", { id: Schema.String })
{}

/** The attachment has a name only: it was entered before contents were stored. */
export class ContentNotStored extends Schema.TaggedError<ContentNotStored>()("ContentNotStored", { id: Schema.String }) {}

/** Adds a received file to an application, with the id under which its content is stored. */
export const add = (
  application_id: ApplicationId,
  id: AttachmentId,
  file: ReceivedFile,
  context: DecisionContext
): Decision<StoredAttachment, never> => {
  const text_status = isReadable(file.content_type) ? textStatus.initial : null
  const text = { text_status, text_failure: null, text_is_cut: false }
  const attachment: StoredAttachment = { id, application_id, ...file, ...text, created_at: context.now }
  return decided(attachment, event("attachment.added", { ...attachment }, id))
}

/** Deletes an attachment with its content. The event has the id without the name. */
export const remove = (attachment: AttachmentState): Decision<AttachmentState, never> => {
  const { application_id, id } = attachment
  return decided(attachment, event("attachment.deleted", { id, application_id }, id))
}

const event = (type: DomainEvent["type"], data: DomainEvent["data"], subject_id: AttachmentId): DomainEvent => ({
  type,
  subject_id,
  data
})
