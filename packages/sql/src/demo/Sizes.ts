/** Adds the counters to rows of applications and searches, which the statements of changes otherwise maintain. */
import * as ApplicationSize from "@candor/domain/application/ApplicationSize"
import { type SizedProspect, sizeOf } from "@candor/domain/sourcing/Prospect"
import type * as Applications from "./Applications.ts"
import type * as Interviews from "./Interviews.ts"
import type * as Reviews from "./Reviews.ts"
import * as Scorecards from "./Scorecards.ts"
import type * as Sourcing from "./Sourcing.ts"
import type * as Teams from "./Teams.ts"

interface Parts {
  readonly application_answers: ReturnType<typeof Applications.answers>
  readonly interview_feedback: ReturnType<typeof Reviews.feedback>
  readonly notes: ReturnType<typeof Reviews.notes>
  readonly feedback_requests: ReturnType<typeof Teams.requests>
  readonly interviews: ReturnType<typeof Interviews.make>
  readonly scorecards: ReturnType<typeof Scorecards.make>
}

export const ofApplications = (
  applications: ReadonlyArray<Applications.DemoApplication>,
  { application_answers, feedback_requests, interview_feedback, interviews, notes, scorecards }: Parts
) => {
  const sizes = new Map<string, ApplicationSize.ApplicationSize>()
  const add = (id: string, size: ApplicationSize.ApplicationSize) =>
    sizes.set(id, ApplicationSize.sum(sizes.get(id) ?? ApplicationSize.nothing, size))
  for (const answer of application_answers) add(answer.application_id, ApplicationSize.ofAnswers([answer]))
  for (const note of notes) add(note.application_id, ApplicationSize.ofNote(note))
  for (const scorecard of scorecards) add(scorecard.application_id, ApplicationSize.ofScorecard(scorecard))
  for (const feedback of [...interview_feedback, ...Scorecards.feedbackOf(scorecards)])
    add(feedback.application_id, ApplicationSize.ofFeedback(feedback))
  const asked = new Set(feedback_requests.map(({ application_id }) => application_id))
  const interviewed = new Set(interviews.map(({ application_id }) => application_id))
  return applications.map(({ row }) => ({
    ...row,
    ...(sizes.get(row.id) ?? ApplicationSize.nothing),
    requests_counted: asked.has(row.id) ? 1 : 0,
    interviews_counted: interviewed.has(row.id) ? 1 : 0
  }))
}

export const ofSearches = (
  searches: ReturnType<typeof Sourcing.searches>,
  prospects: ReadonlyArray<SizedProspect & { readonly search_id: string }>
) => searches.map(({ row }) => ({ ...row, ...sizeOf(prospects.filter(({ search_id }) => search_id === row.id)) }))
