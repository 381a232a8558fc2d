/** The status of a prospect (spec, part 3). A request for the present status changes nothing. */
import { described } from "../Described.ts"
import * as StateMachine from "../StateMachine.ts"

export const prospectStatus = StateMachine.make({
  name: "prospect status",
  initial: "discovered",
  events: ["shortlist", "unshortlist"],
  table: {
    discovered: { shortlist: "shortlisted", unshortlist: "discovered" },
    shortlisted: { shortlist: "shortlisted", unshortlist: "discovered" }
  }
})

export const ProspectStatus = prospectStatus.State.pipe(
  described("Whether the prospect is on the shortlist of its search", "shortlisted")
)
export type ProspectStatus = typeof ProspectStatus.Type
