/** The way of a delivery to a webhook: attempts until one succeeds, or until there are enough of them. */
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
