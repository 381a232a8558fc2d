/** The status of an AI profile. */
import * as StateMachine from "../StateMachine.ts"

export const aiProfileStatus = StateMachine.make({
  name: "AI profile status",
  initial: "pending",
  events: ["start", "supersede", "complete", "fail", "release", "retry"],
  table: {
    pending: { start: "processing", supersede: "superseded" },
    processing: { complete: "completed", fail: "failed", release: "pending" },
    completed: {},
    failed: { retry: "pending" },
    superseded: {}
  }
})

export const AiProfileStatus = aiProfileStatus.State
export type AiProfileStatus = typeof AiProfileStatus.Type
