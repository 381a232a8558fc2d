/**
 * Identifiers: UUIDs, which repositories make in version 7. Each noun has a brand of its own, so that the type checker
 * tells a candidate's id from a job's.
 */
import { Schema, SchemaTransformation } from "effect"

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Tells whether a text is a UUID, in lower or upper case (RFC 9562, section 4). */
export const isUuid = (text: string): boolean => pattern.test(text.toLowerCase())

const readable = Schema.makeFilter<string>(isUuid, {
  expected: "a UUID, for example 0197f3a2-5b1c-7d4e-8f60-123456789abc",
  toJsonSchema: () => ({ format: "uuid" })
})

/** A UUID of any version. Decoding converts it to lower case. */
export const Uuid = Schema.String.check(readable).pipe(
  Schema.decodeTo(
    Schema.String.check(Schema.isPattern(pattern, { toJsonSchema: () => ({ format: "uuid" }) })),
    SchemaTransformation.transform({ decode: (text: string) => text.toLowerCase(), encode: (id: string) => id })
  )
)

export const OrganizationId = Uuid.pipe(Schema.brand("OrganizationId"))
export type OrganizationId = typeof OrganizationId.Type

export const UserId = Uuid.pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type

export const ApiKeyId = Uuid.pipe(Schema.brand("ApiKeyId"))
export type ApiKeyId = typeof ApiKeyId.Type

export const JobId = Uuid.pipe(Schema.brand("JobId"))
export type JobId = typeof JobId.Type

export const StageId = Uuid.pipe(Schema.brand("StageId"))
export type StageId = typeof StageId.Type

export const CandidateId = Uuid.pipe(Schema.brand("CandidateId"))
export type CandidateId = typeof CandidateId.Type

export const AiProfileId = Uuid.pipe(Schema.brand("AiProfileId"))
export type AiProfileId = typeof AiProfileId.Type

export const ApplicationId = Uuid.pipe(Schema.brand("ApplicationId"))
export type ApplicationId = typeof ApplicationId.Type

export const ApplicationAnswerId = Uuid.pipe(Schema.brand("ApplicationAnswerId"))
export type ApplicationAnswerId = typeof ApplicationAnswerId.Type

export const AttachmentId = Uuid.pipe(Schema.brand("AttachmentId"))
export type AttachmentId = typeof AttachmentId.Type

export const HistoryEntryId = Uuid.pipe(Schema.brand("HistoryEntryId"))
export type HistoryEntryId = typeof HistoryEntryId.Type

export const RejectionReasonId = Uuid.pipe(Schema.brand("RejectionReasonId"))
export type RejectionReasonId = typeof RejectionReasonId.Type

export const NoteId = Uuid.pipe(Schema.brand("NoteId"))
export type NoteId = typeof NoteId.Type

export const FeedbackId = Uuid.pipe(Schema.brand("FeedbackId"))
export type FeedbackId = typeof FeedbackId.Type

export const SearchId = Uuid.pipe(Schema.brand("SearchId"))
export type SearchId = typeof SearchId.Type

export const ProspectId = Uuid.pipe(Schema.brand("ProspectId"))
export type ProspectId = typeof ProspectId.Type

/** The id of queued work, for example of the processing of a profile. */
export const WorkId = Uuid.pipe(Schema.brand("WorkId"))
export type WorkId = typeof WorkId.Type

export const WebhookId = Uuid.pipe(Schema.brand("WebhookId"))
export type WebhookId = typeof WebhookId.Type

export const DeliveryId = Uuid.pipe(Schema.brand("DeliveryId"))
export type DeliveryId = typeof DeliveryId.Type
