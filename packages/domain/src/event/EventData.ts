/**
 * The forms of the `data` of events: the changed entity after the event, or the ids of a deleted one. A field that is added
 * later is optional here, because stored events are never rewritten.
 */
import { Schema } from "effect"
import { ApiKey } from "../access/ApiKey.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { SearchId, Uuid } from "../Id.ts"
import { JobDetail } from "../job/Job.ts"
import { StageDetail } from "../job/Stage.ts"
import { Member } from "../organization/Member.ts"
import { Organization, OrganizationDetail } from "../organization/Organization.ts"
import { ProspectState } from "../sourcing/Prospect.ts"
import { SourcingSearch } from "../sourcing/SourcingSearch.ts"
import { Webhook } from "../webhook/Webhook.ts"

const version = Schema.Int.pipe(described("The number of changes of the entity, with the first", 2))

const { last_used_at: _, ...ofKey } = ApiKey.fields
export const ApiKeyData = Schema.Struct(ofKey).pipe(named("ApiKeyEventData", "An API key without its text"))

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
