/** The state machine of mails. */
import { described } from "../Described.ts"
import * as StateMachine from "../StateMachine.ts"

export const messageStatus = StateMachine.make({
  name: "message",
  initial: "queued",
  events: ["send", "succeed", "postpone", "fail", "deliver", "bounce", "cancel", "withdraw", "retry"],
  table: {
    // A report may arrive while a mail waits for another attempt, if the server accepted it before the connection
    // ended.
    queued: { send: "sending", fail: "failed", cancel: "cancelled", deliver: "delivered", bounce: "bounced" },
    // A process may die after the server accepted the mail. The mail is sent again under the same Message-ID, unless a
    // delivery report arrives first. It is withdrawn if it no longer applies when it is composed.
    sending: {
      send: "sending",
      succeed: "sent",
      postpone: "queued",
      fail: "failed",
      withdraw: "cancelled",
      deliver: "delivered",
      bounce: "bounced"
    },
    sent: { deliver: "delivered", bounce: "bounced" },
    delivered: { bounce: "bounced", deliver: "delivered" },
    bounced: { bounce: "bounced" },
    failed: { retry: "queued" },
    cancelled: { cancel: "cancelled" },
    received: {}
  }
})

export const MessageStatus = messageStatus.State.pipe(described(
  "An outgoing mail is `queued` until its time, then `sending`, and `sent` once the server has accepted it; " +
    "`delivered` if the recipient's server confirmed it; `bounced` if it was returned; `failed` if the server " +
    "permanently refused it; `cancelled` if somebody cancelled it. An incoming mail is `received`",
  "sent"
))
export type MessageStatus = typeof MessageStatus.Type
