/** The status of a member: the keys of a deactivated one are refused, and work again once the member is reactivated. */
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

export const MemberStatus = memberStatus.State
export type MemberStatus = typeof MemberStatus.Type

/** The event that leads to each status. */
export const eventFor = { active: "reactivate", deactivated: "deactivate" } as const satisfies Record<
  MemberStatus,
  string
>
