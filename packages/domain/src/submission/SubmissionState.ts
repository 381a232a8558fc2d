/**
 * The state of a submission: an application is made from it at once, or after somebody released it from the quarantine.
 */
import { described } from "../Described.ts"
import * as StateMachine from "../StateMachine.ts"

export const submissionState = StateMachine.make({
  name: "submission",
  initial: "received",
  events: ["process", "quarantine", "release", "delete"],
  table: {
    received: { process: "processed", quarantine: "quarantined", delete: "deleted" },
    quarantined: { release: "released", delete: "deleted" },
    released: { process: "processed", quarantine: "quarantined", delete: "deleted" },
    processed: {},
    deleted: {}
  }
})

export const SubmissionState = submissionState.State.pipe(described(
  "`received` until it becomes an application, then `processed`; `quarantined` until it is `released`, which " +
    "creates the application, or `deleted`",
  "quarantined"
))
export type SubmissionState = typeof SubmissionState.Type
