/** The result of importing a row: a new person, with an application and a note. */
import { Result } from "effect"
import { type Past, submit, type SubmissionContext, type Submitted } from "../application/Submission.ts"
import type { StageOfJob } from "../application/Lifecycle.ts"
import * as Candidate from "../candidate/Candidate.ts"
import { decided, type DecisionContext } from "../Decision.ts"
import { type NoteState, write } from "../note/Note.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { ReadRow } from "./ImportedRow.ts"

/** The job of a row's application, the stage in which it was or is active, and its end. */
export interface Place {
  readonly job: NonNullable<SubmissionContext["job"]>
  readonly stage: StageOfJob
  /** How the application ended, and in which stage; null if it is active. */
  readonly ended: Pick<NonNullable<Past["ended"]>, "stage" | "status"> | null
}

export interface Addition {
  readonly created: Candidate.CandidateChange
  readonly submitted: Submitted | null
  readonly note: NoteState | null
}

/**
 * Returns when a row's application came, and how and when it ended: now, if no column says it. Without a day of its own
 * it came on the day on which it ended.
 */
export const pastOf = (
  { applied_at, closed_at }: Pick<ReadRow, "applied_at" | "closed_at">,
  ended: Place["ended"],
  now: Timestamp
): Required<Past> => ({
  applied_at: applied_at ?? (ended === null ? null : closed_at) ?? now,
  ended: ended === null ? null : { ...ended, at: closed_at ?? now }
})

/** Adds the person of a row, as of the day on which they applied. */
export const add = (row: ReadRow, place: Place | null, source_type: string, context: DecisionContext) =>
  Result.gen(function*() {
    const past = pastOf(row, place?.ended ?? null, context.now)
    const { entity: created, events } = yield* Candidate.create(row.candidate, context, past.applied_at)
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
      past
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
