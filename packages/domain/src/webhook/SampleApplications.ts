/** Sample events of applications, and of the reasons of their rejection. */
import { Result } from "effect"
import * as Application from "../application/Application.ts"
import { update } from "../application/ApplicationPatch.ts"
import { remove } from "../application/ApplicationRemoval.ts"
import * as Lifecycle from "../application/Lifecycle.ts"
import type { CandidateState } from "../candidate/Candidate.ts"
import type { JobState } from "../job/Job.ts"
import * as RejectionReason from "../rejection/RejectionReason.ts"
import { contextFrom, eventsOf } from "./SampleContext.ts"

/** Returns reasons with the events of their changes. */
export const ofReasons = () => {
  const added = Result.getOrThrow(RejectionReason.add([], { name: "Not qualified" }, contextFrom(450)))
  const [reason] = added.entity
  return {
    reasons: added.entity,
    events: eventsOf(
      added,
      Result.getOrThrow(RejectionReason.rename(added.entity, reason!.id, { name: "Other qualifications" })),
      Result.getOrThrow(RejectionReason.remove(added.entity, reason!.id))
    )
  }
}

/** Returns an application with the events of its lifecycle. */
export const ofApplications = (
  job: JobState,
  candidate: CandidateState,
  reasons: RejectionReason.RejectionReasons
) => {
  const stageAt = (index: number): Lifecycle.StageOfJob => {
    const { application_count: _, ...stage } = job.stages[index]!
    return { ...stage, job_id: job.id }
  }
  const { department, id, location, title } = job
  const submitted = Result.getOrThrow(Application.submit({ job_id: id, candidate_id: candidate.id }, {
    job: { id, title, department, location, status: job.status },
    first_stage: stageAt(0),
    requested_stage: null,
    candidate: { ...candidate, ai_profiles: [] },
    merged_into: null,
    existing_id: null
  }, contextFrom(400)))
  const { application } = submitted.entity
  const inJob = (application: Lifecycle.ApplicationInJob["application"]) => ({
    application,
    anonymised_at: null,
    stages: job.stages,
    reasons
  })
  const active = Application.summaryOf(application)
  const rejected = Result.getOrThrow(
    Lifecycle.reject(inJob(active), { reason: reasons[0]!.name }, contextFrom(410))
  )
  return {
    application,
    events: eventsOf(
      submitted,
      Result.getOrThrow(Lifecycle.hire(inJob(active), contextFrom(420))),
      Result.getOrThrow(Lifecycle.withdraw(inJob(active), contextFrom(430))),
      rejected,
      Result.getOrThrow(Lifecycle.reopen(inJob(rejected.entity.application), contextFrom(440))),
      Result.getOrThrow(Lifecycle.move(active, stageAt(1), stageAt(1).id, contextFrom(445))),
      Result.getOrThrow(update(inJob(active), { source_type: "referral" }, contextFrom(460))),
      Result.getOrThrow(remove({ ...active, duplicates: [] }))
    )
  }
}
