/** The status of an AI profile. */
import { described } from "../Described.ts"
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

export const AiProfileStatus = aiProfileStatus.State.pipe(
  described(
    "The processing state of the profile. `superseded`: the LinkedIn URL changed before processing began",
    "completed"
  )
)
export type AiProfileStatus = typeof AiProfileStatus.Type
