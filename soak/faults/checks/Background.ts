/** Checks that background work is complete: webhooks are delivered in order, profiles are completed or failed. */
import { type Violation, violation } from "../History.ts"
import type { Receipt } from "../Receiver.ts"
import type { DeadLetter, Delivery, FeedEvent } from "../Stored.ts"

/** A webhook with its settings, and the messages that its receiver got. */
export interface Webhook {
  readonly id: string
  readonly name: string
  /** `*`, or types such as `job.*`. */
  readonly types: ReadonlyArray<string>
  readonly receipts: ReadonlyArray<Receipt>
}

/** Returns the events that a webhook has to send: those of its types after its creation. */
export const dueTo = (webhook: Webhook, events: ReadonlyArray<FeedEvent>): ReadonlyArray<FeedEvent> => {
  const created = events.find(({ subject_id, type }) => subject_id === webhook.id && type === "webhook.created")
  const isWanted = (type: string) =>
    webhook.types.some((wanted) => wanted === "*" || wanted === `${type.slice(0, type.indexOf("."))}.*`)
  return events.filter(({ sequence, type }) => created !== undefined && sequence > created.sequence && isWanted(type))
}

/** Returns the events that a webhook's receiver has not accepted. */
export const missing = (webhook: Webhook, events: ReadonlyArray<FeedEvent>): ReadonlyArray<FeedEvent> => {
  const accepted = new Set(webhook.receipts.filter((receipt) => receipt.accepted).map(({ message }) => message))
  return dueTo(webhook, events).filter(({ id }) => !accepted.has(id))
}

/** Returns messages that arrived before an earlier one about the same subject was accepted. */
const early = ({ name, receipts }: Webhook, due: ReadonlyArray<FeedEvent>): ReadonlyArray<string> => {
  const waiting = new Map([...Map.groupBy(due, ({ subject_id }) => subject_id)]
    .map(([subject, events]) => [subject, events.map(({ id }) => id)]))
  return receipts.flatMap(({ accepted, message, sequence, subject }) => {
    const queue = waiting.get(subject) ?? []
    const index = queue.indexOf(message)
    if (index > 0) return [`${name} was sent the event ${sequence} before an earlier one of ${subject} was accepted`]
    if (index === 0 && accepted) queue.shift()
    return []
  })
}

const ofWebhook = (
  webhook: Webhook,
  events: ReadonlyArray<FeedEvent>,
  deliveries: ReadonlyArray<Delivery>
): ReadonlyArray<string> => {
  const { name, receipts } = webhook
  const due = dueTo(webhook, events)
  const known = new Set(due.map(({ id }) => id))
  const times = Map.groupBy(receipts, ({ message }) => message)
  const attempts = new Map(deliveries.map((delivery) => [delivery.message_id, delivery]))
  return [
    ...missing(webhook, events).map(({ sequence, type }) => {
      const status = [...attempts.values()].find((one) => one.sequence === sequence)?.status ?? "no delivery"
      return `${name} never accepted the event ${sequence}, ${type}: ${status}`
    }),
    ...early(webhook, due),
    ...[...times].filter(([message]) => !known.has(message)).map(([message]) =>
      `${name} was sent ${message}, which is no event for it`
    ),
    ...[...times].flatMap(([message, all]) => {
      const logged = attempts.get(message)?.attempts ?? 0
      return all.length > logged ? [`${name} was sent ${message} ${all.length} times, and its log says ${logged}`] : []
    }),
    ...deliveries.filter(({ status }) => status === "failed").map(({ last_error, sequence }) =>
      `The delivery of the event ${sequence} to ${name} failed for good: ${last_error}`
    )
  ]
}

/** Compares the receivers' messages and the delivery logs with the feed. */
export const checkWebhooks = (
  webhooks: ReadonlyArray<Webhook>,
  events: ReadonlyArray<FeedEvent>,
  deliveries: ReadonlyMap<string, ReadonlyArray<Delivery>>
): ReadonlyArray<Violation> =>
  webhooks.flatMap((webhook) => ofWebhook(webhook, events, deliveries.get(webhook.id) ?? [])).map(violation("webhooks"))

/** Returns the requested profiles, with how often each ended. */
export const profileEnds = (events: ReadonlyArray<FeedEvent>): ReadonlyMap<string, number> => {
  const ends = new Map<string, number>()
  for (const { subject_id, type } of events) {
    if (type === "ai_profile.requested") ends.set(subject_id, 0)
    if (["ai_profile.completed", "ai_profile.failed", "ai_profile.superseded"].includes(type)) {
      ends.set(subject_id, (ends.get(subject_id) ?? 0) + 1)
    }
  }
  return ends
}

/** Checks that each profile ended exactly once, and that no background work was given up. */
export const checkProfiles = (
  events: ReadonlyArray<FeedEvent>,
  deadLetters: ReadonlyArray<DeadLetter>
): ReadonlyArray<Violation> =>
  [
    ...[...profileEnds(events)].filter(([, ends]) => ends !== 1).map(([id, ends]) =>
      `The profile ${id} came to an end ${ends} times`
    ),
    ...deadLetters.map(({ id, last_failure, queue }) =>
      `Work ${id} of ${queue} was given up: ${last_failure ?? "no reason"}`
    )
  ].map(violation("profiles"))
