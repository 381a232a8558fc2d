/** Attachments: the files of an application. The row is the database's, the content is the file store's. */
import { Schema } from "effect"
import { type Decision, decided, type DecisionContext, type DomainEvent } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { ApplicationId, AttachmentId } from "../Id.ts"
import { line } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { ContentType } from "./FileKinds.ts"
import { TextFailure, TextStatus, textStatus } from "./TextStatus.ts"

const fileType = described("The purpose of the file: `resume`, `cover_letter`, or any other text of one line", "resume")

export const FileType = line(100).pipe(fileType)

/** An attachment as its application shows it (spec, part 2). */
export const Attachment = Schema.Struct({
  id: AttachmentId,
  file_type: Schema.String.pipe(fileType),
  original_filename: Schema.String.pipe(described("The name that the file was uploaded with", "maya-okafor-resume.pdf"))
}).pipe(named("Attachment", "A file of an application, as the application shows it"))
export interface Attachment extends Schema.Schema.Type<typeof Attachment> {}

/** An attachment by itself. Type and size are null where no content is stored: before contents were, only names were. */
export const AttachmentDetail = Schema.Struct({
  ...Attachment.fields,
  content_type: Schema.NullOr(ContentType).pipe(
    described("The type that was found in the content; null where no content is stored", "application/pdf")
  ),
  size_bytes: Schema.NullOr(Schema.Int).pipe(
    described("The bytes of the content; null where no content is stored", 184_320)
  ),
  text_status: Schema.NullOr(TextStatus).pipe(
    described(
      "Whether the text of the file can be searched: `pending` until it is read, then `extracted` or `failed`; null where no " +
        "content is stored",
      "extracted"
    )
  ),
  text_failure: Schema.NullOr(TextFailure).pipe(
    described("Why a file whose `text_status` is `failed` has no text that can be searched; null for all others", null)
  ),
  text_is_cut: Schema.Boolean.pipe(described("Whether the text was longer than what is searched of it", false)),
  created_at: Timestamp.pipe(described("When the file was added", example.time.attached))
}).pipe(named("AttachmentDetail", "A file of an application, without its content"))
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
  const text = { text_status: textStatus.initial, text_failure: null, text_is_cut: false }
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
