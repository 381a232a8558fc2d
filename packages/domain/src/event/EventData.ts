/**
 * The forms of the `data` of events: the changed entity after the event, or the ids of a deleted one. A field that is added
 * later is optional here, because stored events are never rewritten.
 */
import { Schema } from "effect"
import { ApplicationDetail, ApplicationListItem } from "../application/Application.ts"
import { AttachmentDetail } from "../attachment/Attachment.ts"
import { CandidateState } from "../candidate/Candidate.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { Stage } from "../job/Stage.ts"
import { AiProfileState, RequestedProfile } from "../profile/AiProfile.ts"
import { ApplicationId, CandidateId, JobId, StageId, Uuid } from "../Id.ts"
import { JobDetail } from "../job/Job.ts"

const version = Schema.Int.pipe(described("The number of changes of the entity, with the first", 2))

export const RequestedProfileData = Schema.Struct({ ...RequestedProfile.fields, candidate_id: CandidateId }).pipe(
  named("RequestedAiProfileEventData", "An AI profile that is to be processed")
)

export const AiProfileData = Schema.Struct({ ...AiProfileState.fields, version }).pipe(
  named("AiProfileEventData", "An AI profile after an attempt, with its provenance")
)

export const DeletedProfileData = Schema.Struct({ id: AiProfileState.fields.id, candidate_id: CandidateId }).pipe(
  named("DeletedAiProfileEventData", "The ids of an AI profile that is deleted")
)

const { candidate: _candidate, duplicate_of, job: _job, stage: _stage, ...listed } = ApplicationListItem.fields

/** A stage as an event names it. */
const NamedStage = Schema.Struct({ id: StageId, name: Stage.fields.name })

/** What other entities change of an application. Events from before it was added have none. */
const links = { duplicate_of: Schema.optionalKey(duplicate_of), prospect_id: Schema.optionalKey(ApplicationDetail.fields.prospect_id) }

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
const ofApplication = { ...listed, job_id: JobId, candidate_id: CandidateId, version, ...links, ...names }
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

export const AttachmentData = Schema.Struct({ ...AttachmentDetail.fields, application_id: ApplicationId }).pipe(
  named("AttachmentEventData", "A file of an application, without its content")
)

export const ErasureData = Schema.Struct({
  subject_id: Uuid.pipe(described("The id of the entity whose events lost their data", example.id.candidate)),
  sequences: Schema.Array(Schema.Int).pipe(described("The sequence numbers of these events", [4_652, 4_653]))
}).pipe(named("ErasureEventData", "The events whose data was erased"))


export const TestData = Schema.Struct({
  message: Schema.String.pipe(described("A text for people", "This webhook can be reached."))
}).pipe(named("TestEventData", "A test message"))
