/** The scorecards that an interview requires from its interviewers. */
import { Result } from "effect"
import type { AttributeId, UserId } from "../Id.ts"
import { type InterviewState, UnknownFocus, UnknownScorecardTemplate } from "./Interview.ts"

const isScored: Readonly<Record<InterviewState["status"], boolean>> = {
  to_schedule: true,
  invited: true,
  scheduled: true,
  awaiting_feedback: true,
  complete: true,
  cancelled: false,
  no_show: false
}

/** The interview fields that decide who submits scorecards. */
export type Judged = Pick<InterviewState, "interviewers" | "status">

/**
 * Returns the members who submit scorecards for an interview, if it has a template: those who have not declined, unless
 * it did not take place.
 */
export const judgesOf = ({ interviewers, status }: Judged): ReadonlyArray<UserId> =>
  isScored[status] ? interviewers.flatMap(({ member_id, response }) => response === "declined" ? [] : [member_id]) : []

/** Returns the members from whom an interview requires a scorecard. */
export const scoredBy = (interview: InterviewState): ReadonlyArray<UserId> =>
  interview.scorecard_template_id === null ? [] : judgesOf(interview)

type Asking = Pick<InterviewState, "focus_attribute_ids" | "scorecard_template_id">

/**
 * Returns the scorecard settings of an interview after a request. Present focus attributes stay if the template still
 * has them.
 */
export const scorecardsOf = (
  { focus_attribute_ids: requested, scorecard_template_id: template }: Partial<Asking>,
  { focus_attribute_ids: focus, scorecard_template_id: present }: Asking,
  { attributes }: { readonly attributes: ReadonlyArray<AttributeId> | null }
): Result.Result<Asking, UnknownFocus | UnknownScorecardTemplate> => {
  if (template === undefined && requested === undefined)
    return Result.succeed({ scorecard_template_id: present, focus_attribute_ids: focus })
  const scorecard_template_id = template === undefined ? present : template
  const asked = new Set<AttributeId>(scorecard_template_id === null ? [] : attributes ?? [])
  if (scorecard_template_id !== null && attributes === null) return Result.fail(new UnknownScorecardTemplate())
  const indexes = (requested ?? []).flatMap((id, index) => asked.has(id) || focus.includes(id) ? [] : [index])
  return indexes.length > 0
    ? Result.fail(new UnknownFocus({ indexes }))
    : Result.succeed({ scorecard_template_id, focus_attribute_ids: (requested ?? focus).filter((id) => asked.has(id)) })
}
