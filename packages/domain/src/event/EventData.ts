/**
 * The forms of the `data` of events: the changed entity after the event, or the ids of a deleted one. A field that is added
 * later is optional here, because stored events are never rewritten.
 */
import { Schema } from "effect"
import { ApiKey } from "../access/ApiKey.ts"
import { ApplicationListItem } from "../application/Application.ts"
import { CandidateState } from "../candidate/Candidate.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { CandidateId, JobId, SearchId, StageId, Uuid } from "../Id.ts"
import { JobDetail } from "../job/Job.ts"
import { Stage, StageDetail } from "../job/Stage.ts"
import { Member } from "../organization/Member.ts"
import { Organization, OrganizationDetail } from "../organization/Organization.ts"
import { ProspectState } from "../sourcing/Prospect.ts"
import { SourcingSearch } from "../sourcing/SourcingSearch.ts"
import { Webhook } from "../webhook/Webhook.ts"

const version = Schema.Int.pipe(described("The number of changes of the entity, with the first", 2))

const { last_used_at: _, ...ofKey } = ApiKey.fields
export const ApiKeyData = Schema.Struct(ofKey).pipe(named("ApiKeyEventData", "An API key without its text"))

const { candidate: _candidate, duplicate_of: _duplicate, job: _job, stage: _stage, ...listed } = ApplicationListItem.fields

/** A stage as an event names it. */
const NamedStage = Schema.Struct({ id: StageId, name: Stage.fields.name })

/** The names that a reader needs to say what happened. Events from before they were added have none. */
const names = {
  candidate: Schema.optionalKey(
    Schema.Struct({ id: CandidateId, full_name: CandidateState.fields.full_name }).pipe(described("The candidate, by the name of that time"))
  ),
  job: Schema.optionalKey(Schema.Struct({ id: JobId, title: JobDetail.fields.title }).pipe(described("The job, by the title of that time"))),
  stage: Schema.optionalKey(
    NamedStage.pipe(described("The stage, by the name of that time", { id: example.stages[2].id, name: example.stages[2].name }))
  )
}
const ofApplication = { ...listed, job_id: JobId, candidate_id: CandidateId, version, ...names }
export const ApplicationData = Schema.Struct(ofApplication).pipe(named("ApplicationEventData", "An application without its texts"))

export const MovedApplicationData = Schema.Struct({
  ...ofApplication,
  from_stage_id: StageId.pipe(described("The stage that the application was in before", example.stages[1].id)),
  from_stage: Schema.optionalKey(
    NamedStage.pipe(
      described("The stage that it was in before, by the name of that time", { id: example.stages[1].id, name: example.stages[1].name })
    )
  )
}).pipe(named("MovedApplicationEventData", "An application without its texts, in its new stage"))

export const DeletedApplicationData = Schema.Struct({ id: listed.id, job_id: JobId, candidate_id: CandidateId }).pipe(
  named("DeletedApplicationEventData", "The ids of an application that is deleted")
)

export const ErasureData = Schema.Struct({
  subject_id: Uuid.pipe(described("The id of the entity whose events lost their data", example.id.candidate)),
  sequences: Schema.Array(Schema.Int).pipe(described("The sequence numbers of these events", [4_652, 4_653]))
}).pipe(named("ErasureEventData", "The events whose data was erased"))

const { type: typeOfStage, ...ofStage } = StageDetail.fields
export const JobData = Schema.Struct({
  ...JobDetail.fields,
  stages: Schema.Array(Schema.Struct({ ...ofStage, type: Schema.optionalKey(typeOfStage) })).pipe(
    described("The stages of the job's pipeline, in their order", example.stageDetails)
  ),
  updated_at: Schema.optionalKey(JobDetail.fields.updated_at),
  version
}).pipe(named("JobEventData", "A job"))
export const MemberData = Schema.Struct(Member.fields).pipe(named("MemberEventData", "A member"))
export const OrganizationData = Schema.Struct(Organization.fields).pipe(named("OrganizationEventData", "The organization"))

export const RetentionData = Schema.Struct({ id: Organization.fields.id, retention: OrganizationDetail.fields.retention }).pipe(
  named("RetentionEventData", "The retention rule of the organization")
)

export const ProspectData = Schema.Struct({ ...ProspectState.fields, version }).pipe(named("ProspectEventData", "A prospect"))

export const DeletedProspectData = Schema.Struct({ id: ProspectState.fields.id, search_id: SearchId }).pipe(
  named("DeletedProspectEventData", "The ids of a prospect that is deleted")
)

export const SourcingSearchData = Schema.Struct(SourcingSearch.fields).pipe(named("SourcingSearchEventData", "A sourcing search"))
export const WebhookData = Schema.Struct(Webhook.fields).pipe(named("WebhookEventData", "A webhook without its secret"))

export const TestData = Schema.Struct({
  message: Schema.String.pipe(described("A text for people", "This webhook can be reached."))
}).pipe(named("TestEventData", "A test message"))
