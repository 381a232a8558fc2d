/** The state machine of imports of an organization. */
import * as StateMachine from "../StateMachine.ts"

export const importState = StateMachine.make({
  name: "import",
  initial: "running",
  events: ["resume", "complete"],
  table: {
    // A process that is killed leaves it running; the same command goes on with it.
    running: { resume: "running", complete: "completed" },
    // The same command again adds what is missing by then.
    completed: { resume: "running" }
  }
})

export const ImportState = importState.State
export type ImportState = typeof ImportState.Type
