/** Sample events for tests of webhooks: each has the type and form of a real event, with example values. */
import type { Event } from "../event/Event.ts"
import { eventForms } from "./EventForms.ts"
import { exampleWith } from "../ExampleOf.ts"
import type { MessageType } from "./WebhookDelivery.ts"

/** Returns a sample event of a type with these ids and this time. Its sequence number is 0, which no real event has. */
export const sampleEvent = (
  type: MessageType,
  fields: Pick<Event, "id" | "subject_id" | "request_id" | "occurred_at">
): Event => {
  const { data, example } = eventForms[type]
  return {
    ...fields,
    type,
    sequence: 0,
    actor: { user_id: null, api_key_id: null, worker: "webhooks" },
    data: exampleWith(data, example)
  }
}
