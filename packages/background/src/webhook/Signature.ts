/** Signatures of messages (Standard Webhooks): over the id, the time and the exact bytes of the body. */
import { Webhook } from "standardwebhooks"

export interface Message {
  readonly id: string
  /** The time of sending, in whole seconds since the Unix epoch. */
  readonly timestamp: number
  readonly body: string
}

/** Returns the headers of a message, with a signature for each secret. A receiver verifies one of them. */
export const headers = ({ body, id, timestamp }: Message, secrets: ReadonlyArray<string>): Record<string, string> => ({
  "webhook-id": id,
  "webhook-timestamp": String(timestamp),
  "webhook-signature": secrets
    .map((secret) => new Webhook(secret).sign(id, new Date(timestamp * 1000), body))
    .join(" ")
})
