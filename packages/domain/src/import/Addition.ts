/** The result of importing a row: a new person, with an application and a note. */
import { Result } from "effect"
import { submit, type SubmissionContext, type Submitted } from "../application/Submission.ts"
import type { StageOfJob } from "../application/Lifecycle.ts"
import * as Candidate from "../candidate/Candidate.ts"
import { decided, type DecisionContext } from "../Decision.ts"
import { type NoteState, write } from "../note/Note.ts"
import type { ReadRow } from "./ImportedRow.ts"

/** The job and stage of a row's application. */
export interface Place {
  readonly job: NonNullable<SubmissionContext["job"]>
  readonly stage: StageOfJob
}

export interface Addition {
  readonly created: Candidate.CandidateChange
  readonly submitted: Submitted | null
  readonly note: NoteState | null
}

/** Adds the person of a row, as of the day on which they applied. */
export const add = (row: ReadRow, place: Place | null, source_type: string, context: DecisionContext) =>
  Result.gen(function*() {
    const applied_at = row.applied_at ?? context.now
    const { entity: created, events } = yield* Candidate.create(row.candidate, context, applied_at)
    const applied = place === null ? null : yield* submit(
      { job_id: place.job.id, stage_id: place.stage.id, candidate: row.applicant, source_type },
      {
        job: place.job,
        first_stage: place.stage,
        requested_stage: place.stage,
        existing_id: null,
        merged_into: null,
        candidate: { ...created.candidate, ai_profiles: [] }
      },
      context,
      null,
      applied_at
    )
    const submitted: Submitted | null = applied &&
      { ...applied.entity, application: { ...applied.entity.application, candidate_match: "new" } }
    const owner = submitted === null
      ? { candidate_id: created.candidate.id }
      : { application_id: submitted.application.id }
    const noted = row.note === null ? null : yield* write(owner, { note: row.note }, context)
    return yield* decided(
      { created, submitted, note: noted?.entity ?? null } satisfies Addition,
      ...events,
      ...applied?.events ?? [],
      ...noted?.events ?? []
    )
  })
