/** The states of the processing of a candidate's LinkedIn profile. */
import * as StateMachine from "../StateMachine.ts"

export const aiProfileStatus = StateMachine.make({
  name: "AI profile status",
  initial: "pending",
  events: ["start", "complete", "fail", "hand_back", "retry"],
  table: {
    pending: { start: "processing" },
    processing: { complete: "completed", fail: "failed", hand_back: "pending" },
    completed: {},
    failed: { retry: "pending" }
  }
})

export const AiProfileStatus = aiProfileStatus.State
export type AiProfileStatus = typeof AiProfileStatus.Type
