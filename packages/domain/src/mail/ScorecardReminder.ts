/** Reminders of scorecards that are due: to their interviewer, then again, and then to who made the interview. */
import type { InterviewId, OrganizationId, UserId } from "../Id.ts"
import type { NoticeReference } from "./AutomaticMail.ts"

/**
 * The hours after the end of an interview at which its interviewers are reminded once and again, and its author is
 * told.
 */
export const reminderHours = [1, 24, 48] as const

/** The days after the end of an interview from which on nobody is reminded any more, as where mail is set up later. */
export const reminderDays = 7

export interface ScorecardReminder {
  readonly organization_id: OrganizationId
  readonly interview_id: InterviewId
  /** The interviewer whose scorecard is due. */
  readonly member_id: UserId
  /** Who made the interview. */
  readonly author_id: UserId
  /** The number of the reminder, from 1. */
  readonly number: number
}

/** Returns the notice of a reminder; null where its author is the interviewer, who was reminded before. */
export const noticeOf = (
  { author_id, interview_id: subject_id, member_id, number }: ScorecardReminder
): NoticeReference | null => {
  if (number < reminderHours.length)
    return { about: "scorecard", subject_id, member_id, ...(number === 1 ? {} : { number }) }
  return author_id === member_id ? null : { about: "missing_scorecard", subject_id, member_id: author_id }
}
