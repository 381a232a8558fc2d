/** Signatures of messages, as Standard Webhooks has them: over the id, the time and exactly the bytes that are sent. */
import { Webhook } from "standardwebhooks"

export interface Message {
  readonly id: string
  /** When it is sent, in whole seconds since the Unix epoch. */
  readonly timestamp: number
  readonly body: string
}

/** The headers of a message, with one signature for each secret; a receiver needs one that it knows. */
export const headers = ({ body, id, timestamp }: Message, secrets: ReadonlyArray<string>): Record<string, string> => ({
  "webhook-id": id,
  "webhook-timestamp": String(timestamp),
  "webhook-signature": secrets
    .map((secret) => new Webhook(secret).sign(id, new Date(timestamp * 1000), body))
    .join(" ")
})
