/** The status of a member: the keys of a deactivated one are refused, and valid again once the member is reactivated. */
import { described } from "../Described.ts"
import * as StateMachine from "../StateMachine.ts"

export const memberStatus = StateMachine.make({
  name: "member status",
  initial: "active",
  events: ["deactivate", "reactivate"],
  table: {
    active: { deactivate: "deactivated", reactivate: "active" },
    deactivated: { deactivate: "deactivated", reactivate: "active" }
  }
})

export const MemberStatus = memberStatus.State.pipe(
  described("The keys of a `deactivated` member are refused until the member is `active` again")
)
export type MemberStatus = typeof MemberStatus.Type

/** The event that leads to each status. */
export const eventFor = { active: "reactivate", deactivated: "deactivate" } as const satisfies Record<MemberStatus, string>
