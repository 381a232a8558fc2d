/**
 * Attachments: the files of an application, or of a candidate. The row is in the database, the content in the file
 * store.
 */
import { Result, Schema } from "effect"
import { memberOf } from "../access/Actor.ts"
import { type AnyContext, type Decision, decided } from "../Decision.ts"
import { named } from "../Described.ts"
import * as example from "../Example.ts"
import { AttachmentId, UserId } from "../Id.ts"
import { addedLater, hidden, id, inLists, managed, required, searchedAs, time } from "../Field.ts"
import { declare } from "../Noun.ts"
import { DeletedPart, type Owner, ownerFields } from "../part/Owner.ts"
import { line } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { ContentType } from "./FileKinds.ts"
import { TextFailure, TextStatus, textStatus } from "./TextStatus.ts"

export const noun = declare({
  subject: "attachment",
  label: ["File", "Datei"],
  description: "A file of an application or of a candidate, without its content",
  table: "attachments",
  partOf: ["application", "candidate"],
  sees: "owner",
  fields: {
    id: id(AttachmentId),
    ...ownerFields,
    file_type: required(Schema.String, line(100), {
      description: "The purpose of the file: `resume`, `cover_letter`, or any other text of one line",
      example: "resume",
      privacy: "removed"
    }),
    original_filename: managed(Schema.String, {
      description: "The name that the file was uploaded with",
      example: "maya-okafor-resume.pdf",
      privacy: "removed"
    }).pipe(inLists),
    content_type: managed(Schema.NullOr(ContentType), {
      description: "The type detected from the content; null if no content is stored",
      example: "application/pdf",
      privacy: "removed"
    }),
    size_bytes: managed(Schema.NullOr(Schema.Int), {
      description: "The size of the content in bytes; null if no content is stored",
      example: 184_320,
      privacy: "removed"
    }),
    text_status: managed(Schema.NullOr(TextStatus), {
      description:
        "The state of text extraction for search: `pending`, then `extracted` or `failed`; null if no content is stored",
      example: "extracted",
      privacy: "removed"
    }),
    text_failure: managed(Schema.NullOr(TextFailure), {
      description: "Why text extraction failed; null unless `text_status` is `failed`",
      example: null,
      privacy: "removed"
    }),
    text_is_cut: managed(Schema.Boolean, {
      description: "Whether the text was longer than the searched part",
      example: false,
      privacy: "removed"
    }),
    text: hidden(Schema.NullOr(Schema.String), {
      description: "What is searched; null until it is read",
      example: "Built the services that turn ship positions into arrival times.",
      privacy: "removed"
    }).pipe(searchedAs("attachment")),
    content_digest: hidden(Schema.NullOr(Schema.String), {
      description: "A digest of the content; null until it is read",
      example: null,
      privacy: "removed"
    }),
    hidden_text: hidden(Schema.NullOr(Schema.String), {
      description:
        "The beginning of the text that people do not see, since it is white or tiny; null where there is none",
      example: null,
      privacy: "removed"
    }),
    user_id: managed(Schema.NullOr(UserId), {
      description: "The member who added the file; null if unknown",
      example: example.id.user,
      privacy: "kept"
    }).pipe(addedLater),
    created_at: time(Timestamp, "When the file was added", example.time.attached)
  },
  events: {
    added: {
      summary: "A file was added to an application or to a candidate",
      news: ["{actor} added a file.", "{actor} eine Datei hinzugefügt."],
      example: { text_status: "pending" }
    },
    text_extracted: { summary: "The text of a file can be searched" },
    text_failed: {
      summary: "The text of a file could not be extracted",
      example: { text_status: "failed", text_failure: "encrypted" }
    },
    deleted: {
      summary: "A file was deleted",
      news: ["{actor} deleted a file.", "{actor} eine Datei gelöscht."],
      data: DeletedPart
    }
  }
})

/** An attachment as its application shows it (spec, part 2). */
export const Attachment = noun.listed.pipe(named("Attachment", "A file of an application, as the application shows it"))
export interface Attachment extends Schema.Schema.Type<typeof Attachment> {}

/** An attachment with its details. Type and size are null if no content is stored: at first only names were. */
export const AttachmentDetail = noun.json.pipe(named("AttachmentDetail", noun.description))
export interface AttachmentDetail extends Schema.Schema.Type<typeof AttachmentDetail> {}

export const AttachmentState = noun.row
export type AttachmentState = typeof AttachmentState.Type & Owner
export type AttachmentWithoutText = Omit<typeof AttachmentState.Type, "content_digest" | "hidden_text" | "text"> & Owner

/** An attachment whose content is stored. */
export type StoredAttachment = AttachmentState & {
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
export class ContentNotStored
  extends Schema.TaggedError<ContentNotStored>()("ContentNotStored", { id: Schema.String })
{}

/** Adds a received file. Its content is already stored under the id. */
export const add = (
  owner: Owner,
  id: AttachmentId,
  file: ReceivedFile,
  context: AnyContext
): Decision<StoredAttachment, never> => {
  const text = {
    text: null,
    text_status: textStatus.initial,
    text_failure: null,
    text_is_cut: false,
    content_digest: null,
    hidden_text: null
  }
  const attachment: StoredAttachment = {
    ...owner,
    id,
    ...file,
    ...text,
    user_id: memberOf(context.actor),
    created_at: context.now
  }
  return decided(attachment, noun.event("added", attachment))
}

/** Deletes an attachment with its content. The event has the id without the name. */
export const remove = (attachment: AttachmentWithoutText): Decision<AttachmentWithoutText, never> =>
  decided(attachment, noun.event("deleted", attachment))

/** Returns a file of a submission or mail. */
export const fileOf = <File extends { readonly id: AttachmentId }>(
  { files }: { readonly files: ReadonlyArray<File> },
  id: AttachmentId
): Result.Result<File, AttachmentNotFound> => {
  const file = files.find((one) => one.id === id)
  return file === undefined ? Result.fail(new AttachmentNotFound({ id })) : Result.succeed(file)
}
