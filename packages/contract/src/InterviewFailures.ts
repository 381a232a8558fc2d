/** Maps each failure of interviews to an error of the interface. */
import type { CalendarAddressRefused } from "@candor/domain/calendar/BusyCalendar"
import type { FeedbackOfScorecard } from "@candor/domain/feedback/InterviewFeedback"
import type { UnknownFocus, UnknownScorecardTemplate } from "@candor/domain/interview/Interview"
import type { InterviewersRefused, NotInterviewer } from "@candor/domain/interview/Interviewer"
import type { CandidateTaken, SlotTaken, TimeRefused } from "@candor/domain/interview/InterviewTime"
import type { ReplacementNotFound, ReplacementRefused } from "@candor/domain/scheduling/Replacement"
import type { EvaluationRefused } from "@candor/domain/scorecard/Evaluation"
import type { NoScorecardAsked, NotScoring, ScorecardIncomplete } from "@candor/domain/scorecard/Scorecard"
import { Forbidden, InvalidRequest, NotFound } from "./Errors.ts"
import { invalidInput } from "./Issues.ts"

const becauseOf = {
  inactive: "not_active",
  not_in_team: "not_in_team",
  too_few: "too_few"
} as const

const notInterviewing = {
  inactive: "Expected an active member of the organization",
  not_in_team: "Expected a member who sees the job: first add the member to its team, as interviewer",
  too_few: "Expected as many different members as are needed"
} satisfies Record<InterviewersRefused["reason"], string>

/** Returns the path of the meeting (of a scheduling link) that a failure concerns, if any. */
const inMeeting = ({ meeting }: { readonly meeting?: number }) => meeting === undefined ? [] : ["meetings", meeting]

export const interviewErrors = {
  ReplacementNotFound: (_: ReplacementNotFound) =>
    new NotFound({
      error: { message: "There is no such interviewer, or no such member in the planned interview who could be one." }
    }),
  ReplacementRefused: (_: ReplacementRefused) =>
    invalidInput([{
      path: ["by"],
      message: "Expected a member who is free at the time of the interview",
      reason: "not_free"
    }]),
  CalendarAddressRefused: ({ reason }: CalendarAddressRefused) =>
    invalidInput([{
      path: ["url"],
      message: reason === "private"
        ? "Expected an address on the Internet, not one of a private network"
        : "Expected an https address",
      reason: reason === "private" ? "not_public_address" : "not_https_address"
    }]),
  InterviewersRefused: ({ paths, reason }: InterviewersRefused) =>
    invalidInput(paths.map((path) => ({ path, message: notInterviewing[reason], reason: becauseOf[reason] }))),
  NotInterviewer: (_: NotInterviewer) =>
    new Forbidden({
      error: { message: "Only an interviewer can respond. PATCH changes the interviewers with their responses." }
    }),
  UnknownScorecardTemplate: (refused: UnknownScorecardTemplate) =>
    invalidInput([{
      path: [...inMeeting(refused), "scorecard_template_id"],
      message: "Expected the id of a scorecard template of the organization",
      reason: "unknown_reference"
    }]),
  UnknownFocus: (refused: UnknownFocus) =>
    invalidInput(
      refused.indexes.map((index) => ({
        path: [...inMeeting(refused), "focus_attribute_ids", index],
        message: "Expected an attribute of the interview's scorecard template",
        reason: "unknown_reference"
      }))
    ),
  NotScoring: (_: NotScoring) =>
    new NotFound({
      error: { message: "You aren't an interviewer of this interview, so there is no scorecard of yours." }
    }),
  NoScorecardAsked: (_: NoScorecardAsked) =>
    new NotFound({ error: { message: "The interview asks for no scorecard. PATCH it with a scorecard_template_id." } }),
  ScorecardIncomplete: ({ missing }: ScorecardIncomplete) =>
    invalidInput(
      missing.map((field) => ({
        path: [field],
        message: "Expected it before the scorecard is submitted",
        reason: "required"
      }))
    ),
  EvaluationRefused: ({ expected, path, reason, values = {} }: EvaluationRefused) =>
    invalidInput([{ path: [...path], message: `Expected ${expected}`, reason, values }]),
  FeedbackOfScorecard: (_: FeedbackOfScorecard) =>
    new InvalidRequest({
      error: {
        message: "The feedback came from a scorecard. Its author revises that.",
        details: { reason: "invalid_state" }
      }
    }),
  TimeRefused: ({ expected, field, reason, values = {} }: TimeRefused) =>
    invalidInput([{ path: [field], message: `Expected ${expected}`, reason, values }]),
  SlotTaken: ({ taken }: SlotTaken) =>
    new InvalidRequest({
      error: {
        message:
          "Interviewers are busy at this time: details.taken says who, when and by what. Choose another time, or give an override_reason.",
        details: { reason: "slot_taken", taken: taken.map((one) => ({ ...one })) }
      }
    }),
  CandidateTaken: ({ taken }: CandidateTaken) =>
    new InvalidRequest({
      error: {
        message:
          "The candidate isn't available at this time: details.taken has the interviews that you see. Choose another time, or give an override_reason.",
        details: { reason: "slot_taken", taken: taken.map((one) => ({ ...one })) }
      }
    })
}
