/** Reminders of scorecards that are due: to the interviewer, once more, and then to the creator of the interview. */
import type { InterviewId, OrganizationId, UserId } from "../Id.ts"
import type { NoticeReference } from "./AutomaticMail.ts"

/** When reminders are sent, in hours after the end of an interview: two to its interviewers, and one to its author. */
export const reminderHours = [1, 24, 48] as const

/** How many days after the end of an interview reminders stop, for example if mail is set up later. */
export const reminderDays = 7

export interface ScorecardReminder {
  readonly organization_id: OrganizationId
  readonly interview_id: InterviewId
  /** The interviewer whose scorecard is due. */
  readonly member_id: UserId
  /** The creator of the interview. */
  readonly author_id: UserId
  /** The number of the reminder, from 1. */
  readonly number: number
}

/** Returns the notice of a reminder; null if its author is the interviewer, who was already reminded. */
export const noticeOf = (
  { author_id, interview_id: subject_id, member_id, number }: ScorecardReminder
): NoticeReference | null => {
  if (number < reminderHours.length)
    return { about: "scorecard", subject_id, member_id, ...(number === 1 ? {} : { number }) }
  return author_id === member_id ? null : { about: "missing_scorecard", subject_id, member_id: author_id }
}
