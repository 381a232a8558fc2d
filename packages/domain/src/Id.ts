/**
 * Identifiers: UUIDs, which repositories make in version 7. Each noun has a brand of its own, so that the type checker
 * tells a candidate's id from a job's.
 */
import { Schema, SchemaTransformation } from "effect"
import { described } from "./Described.ts"
import { id as example } from "./Example.ts"
import { because } from "./IssueReason.ts"

const pattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Tells whether a text is a UUID, in lower or upper case (RFC 9562, section 4). */
export const isUuid = (text: string): boolean => pattern.test(text.toLowerCase())

/** Returns the UUID with these 32 hexadecimal digits, by adding the dashes. */
export const uuidOfDigits = (digits: string): string =>
  digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")

const readable = Schema.makeFilter<string>(isUuid, {
  expected: "a UUID, for example 0197f3a2-5b1c-7d4e-8f60-123456789abc",
  ...because("not_id"),
  toJsonSchema: () => ({ format: "uuid" })
})

/** A UUID of any version. Decoding converts it to lower case. */
export const Uuid = Schema.String.check(readable).pipe(
  Schema.decodeTo(
    Schema.String.check(Schema.isPattern(pattern, { ...because("not_id"), toJsonSchema: () => ({ format: "uuid" }) })),
    SchemaTransformation.transform({ decode: (text: string) => text.toLowerCase(), encode: (id: string) => id })
  )
)

/** Makes the schema of a noun's ids, to which its brand is added. */
export const idOf = (noun: string, exampleId: string) => Uuid.pipe(described(`The id of ${noun}`, exampleId))

export const OrganizationId = idOf("an organization", example.organization).pipe(Schema.brand("OrganizationId"))
export type OrganizationId = typeof OrganizationId.Type

export const UserId = idOf("a member of the organization", example.user).pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type

export const ApiKeyId = idOf("an API key", example.apiKey).pipe(Schema.brand("ApiKeyId"))
export type ApiKeyId = typeof ApiKeyId.Type

export const PasskeyId = idOf("a passkey", "01a0e6f0-2a10-7c4b-9d52-8f1b6c3e7a45").pipe(Schema.brand("PasskeyId"))
export type PasskeyId = typeof PasskeyId.Type

export const JobId = idOf("a job", example.job).pipe(Schema.brand("JobId"))
export type JobId = typeof JobId.Type

export const StageId = idOf("a stage of a job", example.stage).pipe(Schema.brand("StageId"))
export type StageId = typeof StageId.Type

export const CandidateId = idOf("a candidate", example.candidate).pipe(Schema.brand("CandidateId"))
export type CandidateId = typeof CandidateId.Type

export const AiProfileId = idOf("an AI profile", "01a10c60-6b1e-7f58-a04d-ba41ecccc3fc").pipe(
  Schema.brand("AiProfileId")
)
export type AiProfileId = typeof AiProfileId.Type

export const ApplicationId = idOf("an application", example.application).pipe(Schema.brand("ApplicationId"))
export type ApplicationId = typeof ApplicationId.Type

export const ApplicationAnswerId = idOf("an answer", "01a10c60-6b1e-78bb-b33f-eff9243a8f50").pipe(
  Schema.brand("ApplicationAnswerId")
)
export type ApplicationAnswerId = typeof ApplicationAnswerId.Type

export const QuestionId = idOf("a question of an application form", example.question).pipe(Schema.brand("QuestionId"))
export type QuestionId = typeof QuestionId.Type

export const AttachmentId = idOf("an attachment", example.attachment).pipe(Schema.brand("AttachmentId"))
export type AttachmentId = typeof AttachmentId.Type

export const SubmissionId = idOf("a submission", example.submission).pipe(Schema.brand("SubmissionId"))
export type SubmissionId = typeof SubmissionId.Type

export const SignalId = idOf("a signal", example.signal).pipe(Schema.brand("SignalId"))
export type SignalId = typeof SignalId.Type

export const MailTemplateId = idOf("a mail template", "01a0e7a1-3c52-7b90-8d1e-42f6a07c95e8").pipe(
  Schema.brand("MailTemplateId")
)
export type MailTemplateId = typeof MailTemplateId.Type

export const MessageId = idOf("a message", "01a11b12-60d4-7e3f-95a8-c1740b2de693").pipe(Schema.brand("MessageId"))
export type MessageId = typeof MessageId.Type

export const MailRuleId = idOf("a rule of automatic emails", "019c1dce-2a40-7c18-9b6d-40f2d5a7e381").pipe(
  Schema.brand("MailRuleId")
)
export type MailRuleId = typeof MailRuleId.Type

export const CriterionId = idOf("a criterion of a job", example.criterion).pipe(Schema.brand("CriterionId"))
export type CriterionId = typeof CriterionId.Type

export const AssessmentId = idOf("an assessment", "01a10c60-7d20-7b14-9e63-2c8f5a0d71b4").pipe(
  Schema.brand("AssessmentId")
)
export type AssessmentId = typeof AssessmentId.Type

export const HistoryEntryId = idOf("an entry of a history", "01a11b10-1220-7f0f-a23c-6f5da2cec255").pipe(
  Schema.brand("HistoryEntryId")
)
export type HistoryEntryId = typeof HistoryEntryId.Type

export const RejectionReasonId = idOf("a rejection reason", "019bb153-8740-797a-ad41-bed440e50454").pipe(
  Schema.brand("RejectionReasonId")
)
export type RejectionReasonId = typeof RejectionReasonId.Type

export const NoteId = idOf("a note", example.note).pipe(Schema.brand("NoteId"))
export type NoteId = typeof NoteId.Type

export const FeedbackId = idOf("interview feedback", "01a13b00-3258-7404-b4fb-440034d66086").pipe(
  Schema.brand("FeedbackId")
)
export type FeedbackId = typeof FeedbackId.Type

export const FeedbackRequestId = idOf("a request for feedback", "01a11b10-1a40-7c3d-9e58-6b7f0a2d4c91").pipe(
  Schema.brand("FeedbackRequestId")
)
export type FeedbackRequestId = typeof FeedbackRequestId.Type

export const InterviewId = idOf("an interview", "01a11b10-3f80-7b26-8c4d-9a5e0f1d6b72").pipe(
  Schema.brand("InterviewId")
)
export type InterviewId = typeof InterviewId.Type

export const ScorecardTemplateId = idOf("a template of scorecards", example.scorecardTemplate).pipe(
  Schema.brand("ScorecardTemplateId")
)
export type ScorecardTemplateId = typeof ScorecardTemplateId.Type

export const ScorecardId = idOf("a scorecard", "01a13aff-7c40-7e19-b3d8-61f0a4c29e57").pipe(Schema.brand("ScorecardId"))
export type ScorecardId = typeof ScorecardId.Type

export const AttributeId = idOf("an attribute of scorecards", example.attribute).pipe(Schema.brand("AttributeId"))
export type AttributeId = typeof AttributeId.Type

export const SchedulingLinkId = idOf("a scheduling link", "01a11b10-4c20-7d35-9b1e-8f6a2c0d7e43").pipe(
  Schema.brand("SchedulingLinkId")
)
export type SchedulingLinkId = typeof SchedulingLinkId.Type

export const PlannedInterviewId = idOf("a planned interview", "01a11b10-5d31-7e46-8c2f-903b7d1e8f54").pipe(
  Schema.brand("PlannedInterviewId")
)
export type PlannedInterviewId = typeof PlannedInterviewId.Type

export const ConnectedAppId = idOf("a connected app", "01a0e74b-2c10-7b54-9d3e-8a1f5c7e2b60").pipe(
  Schema.brand("ConnectedAppId")
)
export type ConnectedAppId = typeof ConnectedAppId.Type

export const HolidayCalendarId = idOf("a holiday calendar", "01a11b10-5d70-7b38-9c41-2e7f6a0d9b57").pipe(
  Schema.brand("HolidayCalendarId")
)
export type HolidayCalendarId = typeof HolidayCalendarId.Type

export const BusyCalendarId = idOf("a busy calendar", "01a11b10-5d70-7a16-8e2f-7c9d1b4a6f35").pipe(
  Schema.brand("BusyCalendarId")
)
export type BusyCalendarId = typeof BusyCalendarId.Type

export const TeamMemberId = idOf("a place in the team of a job", "01a0e74a-91c2-7b38-8d60-4f1e92ab70d5").pipe(
  Schema.brand("TeamMemberId")
)
export type TeamMemberId = typeof TeamMemberId.Type

export const ImportId = idOf("an import", "01a1a2b3-4c50-7d1e-8f2a-3b4c5d6e7f80").pipe(Schema.brand("ImportId"))
export type ImportId = typeof ImportId.Type

export const SearchId = idOf("a sourcing search", example.search).pipe(Schema.brand("SearchId"))
export type SearchId = typeof SearchId.Type

export const ProspectId = idOf("a prospect", example.prospect).pipe(Schema.brand("ProspectId"))
export type ProspectId = typeof ProspectId.Type

/** The id of queued work, for example of the processing of a profile. */
export const WorkId = idOf("queued work", "01a10c60-6b80-74b4-a4e7-3cf575dcad6b").pipe(Schema.brand("WorkId"))
export type WorkId = typeof WorkId.Type

export const WebhookId = idOf("a webhook", "019c1dcb-7900-7a2b-8aee-0ca923732881").pipe(Schema.brand("WebhookId"))
export type WebhookId = typeof WebhookId.Type

export const DeliveryId = idOf("a delivery", "01a11b10-14f0-7584-b8c4-fa2815d28028").pipe(Schema.brand("DeliveryId"))
export type DeliveryId = typeof DeliveryId.Type
