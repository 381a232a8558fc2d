/** The status of a scorecard. */
import { described } from "../Described.ts"
import * as StateMachine from "../StateMachine.ts"

/** A scorecard is `requested` by its interview, without a row of its own, until the interviewer saves a draft. */
export const scorecardStatus = StateMachine.make({
  name: "scorecard",
  initial: "requested",
  events: ["draft", "submit", "revise"],
  table: {
    requested: { draft: "draft" },
    draft: { draft: "draft", submit: "submitted" },
    submitted: { submit: "submitted", revise: "revised" },
    revised: { submit: "revised", revise: "revised" }
  }
})

export const ScorecardStatus = scorecardStatus.State.pipe(
  described(
    "`requested` before the interviewer saves a draft; `draft`, visible only to the interviewer; `submitted`, " +
      "visible to others; `revised` if changed after that",
    "submitted"
  )
)
export type ScorecardStatus = typeof ScorecardStatus.Type

/** The statuses in which others see a scorecard. */
export const submittedStatuses: ReadonlyArray<ScorecardStatus> = ["submitted", "revised"]

/** Tells whether others see a scorecard. */
export const isSubmitted = (status: ScorecardStatus): boolean => submittedStatuses.includes(status)
