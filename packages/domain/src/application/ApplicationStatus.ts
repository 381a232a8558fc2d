/**
 * The status of an application: active until it is rejected, withdrawn or hired, and again once it is reopened. A
 * request for the present status changes nothing.
 */
import { described } from "../Described.ts"
import * as StateMachine from "../StateMachine.ts"

export const applicationStatus = StateMachine.make({
  name: "application status",
  initial: "active",
  events: ["reject", "withdraw", "hire", "reopen"],
  table: {
    active: { reject: "rejected", withdraw: "withdrawn", hire: "hired", reopen: "active" },
    rejected: { reject: "rejected", reopen: "active" },
    withdrawn: { withdraw: "withdrawn", reopen: "active" },
    hired: { hire: "hired", reopen: "active" }
  }
})

export const ApplicationStatus = applicationStatus.State.pipe(
  described(
    "The status: `active` until the application is rejected, withdrawn or hired, and again after it is reopened",
    "active"
  )
)
export type ApplicationStatus = typeof ApplicationStatus.Type
