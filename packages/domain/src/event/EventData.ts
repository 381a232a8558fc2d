/**
 * The form of the `data` of each type of event: the changed entity after the event, or the ids of a deleted one. The OpenAPI
 * document shows it for each type. A field that is added later is optional here, because stored events are never rewritten.
 */
import { Schema } from "effect"
import { ApiKey } from "../access/ApiKey.ts"
import { ApplicationDetail } from "../application/Application.ts"
import { AttachmentDetail } from "../attachment/Attachment.ts"
import { CandidateState } from "../candidate/Candidate.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { FeedbackState } from "../feedback/InterviewFeedback.ts"
import { ApplicationId, CandidateId, JobId, SearchId, StageId, Uuid } from "../Id.ts"
import { JobDetail } from "../job/Job.ts"
import { NoteState } from "../note/Note.ts"
import { Member } from "../organization/Member.ts"
import { Organization, OrganizationDetail } from "../organization/Organization.ts"
import { AiProfileState, RequestedProfile } from "../profile/AiProfile.ts"
import { RejectionReason } from "../rejection/RejectionReason.ts"
import { ProspectState } from "../sourcing/Prospect.ts"
import { SourcingSearch } from "../sourcing/SourcingSearch.ts"
import { Timestamp } from "../Timestamp.ts"
import { Webhook } from "../webhook/Webhook.ts"
import type { MessageType } from "../webhook/WebhookDelivery.ts"

const version = Schema.Int.pipe(described("The number of changes of the entity, with the first", 2))
const author_id = NoteState.fields.author_id.pipe(described("The member who wrote it"))

const RequestedProfileData = Schema.Struct({ ...RequestedProfile.fields, candidate_id: CandidateId }).pipe(
  named("RequestedAiProfileEventData", "An AI profile that is to be processed")
)

const AiProfileData = Schema.Struct({ ...AiProfileState.fields, version }).pipe(
  named("AiProfileEventData", "An AI profile after an attempt, with its provenance")
)

const DeletedProfileData = Schema.Struct({ id: AiProfileState.fields.id, candidate_id: CandidateId }).pipe(
  named("DeletedAiProfileEventData", "The ids of an AI profile that is deleted")
)

const { last_used_at: _, ...ofKey } = ApiKey.fields
const ApiKeyData = Schema.Struct(ofKey).pipe(named("ApiKeyEventData", "An API key without its text"))

const { closed_at, created_at, id, rejection_reason, source_type, stage_id, status, updated_at } = ApplicationDetail.fields
const ofApplication = {
  id,
  job_id: JobId,
  candidate_id: CandidateId,
  stage_id,
  source_type,
  status,
  rejection_reason,
  created_at,
  updated_at,
  closed_at,
  version
}
const ApplicationData = Schema.Struct(ofApplication).pipe(named("ApplicationEventData", "An application without its texts"))

const MovedApplicationData = Schema.Struct({
  ...ofApplication,
  from_stage_id: StageId.pipe(described("The stage that the application was in before", example.stages[1].id))
}).pipe(named("MovedApplicationEventData", "An application without its texts, in its new stage"))

const DeletedApplicationData = Schema.Struct({ id, job_id: JobId, candidate_id: CandidateId }).pipe(
  named("DeletedApplicationEventData", "The ids of an application that is deleted")
)

const AttachmentData = Schema.Struct({ ...AttachmentDetail.fields, application_id: ApplicationId }).pipe(
  named("AttachmentEventData", "A file of an application, without its content")
)

/** A part of an application that is deleted: a note, feedback or a file. */
const DeletedPartData = Schema.Struct({
  id: Uuid.pipe(described("The id of the part", example.id.note)),
  application_id: ApplicationId
}).pipe(named("DeletedPartEventData", "The ids of a note, of feedback or of a file that is deleted"))

const ErasureData = Schema.Struct({
  subject_id: Uuid.pipe(described("The id of the entity whose events lost their data", example.id.candidate)),
  sequences: Schema.Array(Schema.Int).pipe(described("The sequence numbers of these events", [4_652, 4_653]))
}).pipe(named("ErasureEventData", "The events whose data was erased"))

const CandidateData = Schema.Struct({ ...CandidateState.fields, version }).pipe(named("CandidateEventData", "A candidate"))

const MergedCandidateData = Schema.Struct({
  ...CandidateState.fields,
  version,
  candidate_id: CandidateId.pipe(described("The candidate that was merged into this one", example.id.duplicate))
}).pipe(named("MergedCandidateEventData", "The candidate that stays after a merge"))

const UnmergedCandidateData = Schema.Struct({
  ...CandidateState.fields,
  version,
  into: CandidateId.pipe(described("The candidate that this one was merged into", example.id.duplicate))
}).pipe(named("UnmergedCandidateEventData", "The candidate that is restored"))

const AnonymisedCandidateData = Schema.Struct({
  id: CandidateId,
  anonymised_at: Timestamp.pipe(described("When the data of the person was removed", example.time.closed))
}).pipe(named("AnonymisedCandidateEventData", "A candidate of whom nothing is known any more"))

/** A deleted entity that belongs to no other one. */
const DeletedData = Schema.Struct({ id: Uuid.pipe(described("The id of the deleted entity", example.id.job)) }).pipe(
  named("DeletedEventData", "The id of an entity that is deleted")
)

const FeedbackData = Schema.Struct({ ...FeedbackState.fields, author_id, version }).pipe(
  named("InterviewFeedbackEventData", "Interview feedback with its author")
)

const JobData = Schema.Struct({ ...JobDetail.fields, version }).pipe(named("JobEventData", "A job"))
const MemberData = Schema.Struct(Member.fields).pipe(named("MemberEventData", "A member"))
const NoteData = Schema.Struct({ ...NoteState.fields, author_id, version }).pipe(named("NoteEventData", "A note with its author"))
const OrganizationData = Schema.Struct(Organization.fields).pipe(named("OrganizationEventData", "The organization"))

const RetentionData = Schema.Struct({ id: Organization.fields.id, retention: OrganizationDetail.fields.retention }).pipe(
  named("RetentionEventData", "The retention rule of the organization")
)

const ProspectData = Schema.Struct({ ...ProspectState.fields, version }).pipe(named("ProspectEventData", "A prospect"))

const DeletedProspectData = Schema.Struct({ id: ProspectState.fields.id, search_id: SearchId }).pipe(
  named("DeletedProspectEventData", "The ids of a prospect that is deleted")
)

const RejectionReasonData = Schema.Struct(RejectionReason.fields).pipe(named("RejectionReasonEventData", "A rejection reason"))
const SourcingSearchData = Schema.Struct(SourcingSearch.fields).pipe(named("SourcingSearchEventData", "A sourcing search"))
const WebhookData = Schema.Struct(Webhook.fields).pipe(named("WebhookEventData", "A webhook without its secret"))

const TestData = Schema.Struct({
  message: Schema.String.pipe(described("A text for people", "This webhook can be reached."))
}).pipe(named("TestEventData", "A test message"))

/** What a type of event means, and the schema of its `data`. */
export interface EventForm {
  readonly summary: string
  readonly data: Schema.Codec<object, object>
}

const form = (data: Schema.Codec<object, object>, summary: string): EventForm => ({ data, summary })

/** Each type of event, and of webhook message. */
export const eventForms: Readonly<Record<MessageType, EventForm>> = {
  "ai_profile.requested": form(RequestedProfileData, "An AI profile was requested"),
  "ai_profile.completed": form(AiProfileData, "An AI profile was completed"),
  "ai_profile.failed": form(AiProfileData, "An AI profile failed after its last attempt"),
  "ai_profile.superseded": form(AiProfileData, "An AI profile was not made, because the LinkedIn URL was changed before"),
  "ai_profile.deleted": form(DeletedProfileData, "An AI profile was deleted"),
  "api_key.created": form(ApiKeyData, "An API key was created"),
  "api_key.updated": form(ApiKeyData, "An API key was renamed"),
  "api_key.rotated": form(ApiKeyData, "Another API key was made in the place of this one"),
  "api_key.revoked": form(ApiKeyData, "An API key was revoked"),
  "application.created": form(ApplicationData, "A candidate applied for a job"),
  "application.updated": form(ApplicationData, "An application was changed"),
  "application.moved": form(MovedApplicationData, "An application was moved to another stage"),
  "application.rejected": form(ApplicationData, "An application was rejected"),
  "application.withdrawn": form(ApplicationData, "An application was withdrawn"),
  "application.hired": form(ApplicationData, "The candidate of an application was hired"),
  "application.reopened": form(ApplicationData, "A closed application was made active again"),
  "application.deleted": form(DeletedApplicationData, "An application was deleted"),
  "attachment.added": form(AttachmentData, "A file was added to an application"),
  "attachment.text_extracted": form(AttachmentData, "The text of a file can be searched"),
  "attachment.text_failed": form(AttachmentData, "The text of a file could not be extracted"),
  "attachment.deleted": form(DeletedPartData, "A file was deleted"),
  "audit.erased": form(ErasureData, "The data of an entity's events was erased"),
  "candidate.created": form(CandidateData, "A candidate was added"),
  "candidate.updated": form(CandidateData, "A candidate was changed"),
  "candidate.merged": form(MergedCandidateData, "Another candidate was merged into this one"),
  "candidate.unmerged": form(UnmergedCandidateData, "The merge of a candidate was undone"),
  "candidate.anonymised": form(AnonymisedCandidateData, "The data of a candidate's person was removed"),
  "candidate.deleted": form(DeletedData, "A candidate was deleted"),
  "interview_feedback.submitted": form(FeedbackData, "Interview feedback was given"),
  "interview_feedback.revised": form(FeedbackData, "Interview feedback was revised"),
  "interview_feedback.deleted": form(DeletedPartData, "Interview feedback was deleted"),
  "job.created": form(JobData, "A job was created as a draft"),
  "job.updated": form(JobData, "A job was changed"),
  "job.stages_changed": form(JobData, "The stages of a job were changed"),
  "job.published": form(JobData, "A job was published"),
  "job.withdrawn": form(JobData, "A job was made a draft again"),
  "job.closed": form(JobData, "A job was closed"),
  "job.deleted": form(DeletedData, "A job was deleted with its applications"),
  "member.added": form(MemberData, "A member was added"),
  "member.updated": form(MemberData, "A member's name was changed"),
  "member.role_changed": form(MemberData, "A member's role was changed"),
  "member.deactivated": form(MemberData, "A member was deactivated"),
  "member.reactivated": form(MemberData, "A member was made active again"),
  "note.created": form(NoteData, "A note was written"),
  "note.updated": form(NoteData, "A note was edited"),
  "note.deleted": form(DeletedPartData, "A note was deleted"),
  "organization.updated": form(OrganizationData, "The organization's name was changed"),
  "organization.plan_changed": form(OrganizationData, "The organization got another plan"),
  "organization.retention_changed": form(RetentionData, "The retention rule was set, changed or ended"),
  "prospect.discovered": form(ProspectData, "A prospect was added to a search"),
  "prospect.updated": form(ProspectData, "A prospect was changed"),
  "prospect.email_changed": form(ProspectData, "A prospect's e-mail address was set or replaced"),
  "prospect.shortlisted": form(ProspectData, "A prospect was put on the shortlist"),
  "prospect.unshortlisted": form(ProspectData, "A prospect was removed from the shortlist"),
  "prospect.converted": form(ProspectData, "A prospect became a candidate with an application"),
  "prospect.deleted": form(DeletedProspectData, "A prospect was deleted"),
  "rejection_reason.added": form(RejectionReasonData, "A rejection reason was added"),
  "rejection_reason.renamed": form(RejectionReasonData, "A rejection reason was renamed"),
  "rejection_reason.removed": form(RejectionReasonData, "A rejection reason was removed"),
  "sourcing_search.created": form(SourcingSearchData, "A sourcing search was created"),
  "sourcing_search.updated": form(SourcingSearchData, "A sourcing search was changed"),
  "sourcing_search.deleted": form(DeletedData, "A sourcing search was deleted with its prospects"),
  "webhook.created": form(WebhookData, "A webhook was created"),
  "webhook.updated": form(WebhookData, "A webhook was changed"),
  "webhook.enabled": form(WebhookData, "A webhook was enabled"),
  "webhook.disabled": form(WebhookData, "A webhook was disabled, by an administrator or because it failed for too long"),
  "webhook.secret_rotated": form(WebhookData, "A webhook got a new secret"),
  "webhook.deleted": form(DeletedData, "A webhook was deleted"),
  "webhook.test": form(TestData, "A test message, which an administrator asked for")
}

/** The schemas of all forms, each once. */
export const eventSchemas: ReadonlyArray<Schema.Codec<object, object>> = [
  ...new Set(Object.values(eventForms).map(({ data }) => data))
]
