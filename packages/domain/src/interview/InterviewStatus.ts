/** The status of an interview. */
import { described } from "../Described.ts"
import * as StateMachine from "../StateMachine.ts"

/**
 * The event `end` happens by time alone, when the status is read (`atTime`), so that no worker can be late. A canceled
 * interview, or one that the candidate missed, can be rescheduled.
 */
export const interviewStatus = StateMachine.make({
  name: "interview",
  initial: "to_schedule",
  events: ["invite", "schedule", "respond", "end", "complete", "miss", "cancel", "reopen"],
  table: {
    to_schedule: {
      invite: "invited",
      schedule: "scheduled",
      respond: "to_schedule",
      cancel: "cancelled",
      reopen: "to_schedule"
    },
    invited: { invite: "invited", schedule: "scheduled", respond: "invited", cancel: "cancelled", reopen: "invited" },
    scheduled: {
      schedule: "scheduled",
      respond: "scheduled",
      end: "awaiting_feedback",
      complete: "complete",
      miss: "no_show",
      cancel: "cancelled",
      reopen: "scheduled"
    },
    awaiting_feedback: {
      schedule: "scheduled",
      respond: "awaiting_feedback",
      complete: "complete",
      miss: "no_show",
      cancel: "cancelled",
      reopen: "awaiting_feedback"
    },
    complete: { complete: "complete", reopen: "awaiting_feedback" },
    cancelled: { schedule: "scheduled", cancel: "cancelled", reopen: "to_schedule" },
    no_show: { schedule: "scheduled", miss: "no_show", reopen: "awaiting_feedback" }
  }
})

export const InterviewStatus = interviewStatus.State.pipe(described(
  "`to_schedule`: it has no time. `invited`: the candidate is asked to choose a time. `scheduled`: until it " +
    "ends; then `awaiting_feedback`",
  "scheduled"
))
export type InterviewStatus = typeof InterviewStatus.Type
