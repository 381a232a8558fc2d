/** The status of a delivery: pending until an attempt succeeds or the attempts are used up. */
import * as StateMachine from "../StateMachine.ts"

export const deliveryStatus = StateMachine.make({
  name: "webhook delivery status",
  initial: "pending",
  events: ["succeed", "retry", "give_up"],
  table: {
    pending: { succeed: "succeeded", retry: "pending", give_up: "failed" },
    succeeded: {},
    failed: {}
  }
})

export const DeliveryStatus = deliveryStatus.State
export type DeliveryStatus = typeof DeliveryStatus.Type
