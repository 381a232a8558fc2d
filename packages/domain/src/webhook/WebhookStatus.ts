/** The status of a webhook: users enable and disable it, and a long failure disables it. */
import * as StateMachine from "../StateMachine.ts"

export const webhookStatus = StateMachine.make({
  name: "webhook status",
  initial: "enabled",
  events: ["enable", "disable"],
  table: {
    enabled: { enable: "enabled", disable: "disabled" },
    disabled: { enable: "enabled", disable: "disabled" }
  }
})

export const WebhookStatus = webhookStatus.State
export type WebhookStatus = typeof WebhookStatus.Type

/** The event that leads to each status. */
export const eventFor = { enabled: "enable", disabled: "disable" } as const satisfies Record<WebhookStatus, string>
