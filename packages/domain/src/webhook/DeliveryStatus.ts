/** The status of a delivery: pending until an attempt succeeds or the attempts are used up. */
import { Result } from "effect"
import { described } from "../Described.ts"
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

export const DeliveryStatus = deliveryStatus.State.pipe(
  described(
    "Whether the message was accepted: `pending` until an attempt succeeds or the attempts are used up",
    "succeeded"
  )
)
export type DeliveryStatus = typeof DeliveryStatus.Type

/** The status of a delivery that is still to be attempted. */
export const pending: DeliveryStatus = deliveryStatus.initial

/** Returns the status of a pending delivery after an attempt that succeeded, will be repeated, or was the last. */
export const statusAfter = (event: typeof deliveryStatus.events[number]): DeliveryStatus =>
  Result.getOrThrow(deliveryStatus.next(pending, event))
