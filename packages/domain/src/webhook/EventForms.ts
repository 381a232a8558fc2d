/** The types of events, each with its meaning and the form of its `data`. The OpenAPI document shows them. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { Uuid } from "../Id.ts"
import type { EventForm } from "../Noun.ts"
import { type NounEventType, nouns } from "../nouns.ts"
import type { MessageType } from "./WebhookDelivery.ts"

/** Events without a noun: an erasure in the audit log, and a test of a webhook. */
const ErasureData = Schema.Struct({
  subject_id: Uuid.pipe(described("The id of the entity whose events lost their data", example.id.candidate)),
  sequences: Schema.Array(Schema.Int).pipe(described("The sequence numbers of these events", [4_652, 4_653]))
}).pipe(named("ErasureEventData", "The events whose data was erased"))

const TestData = Schema.Struct({
  message: Schema.String.pipe(described("A text for people", "This webhook can be reached."))
}).pipe(named("TestEventData", "A test message"))

const form = (data: EventForm["data"], summary: string, changed: Schema.JsonObject = {}): EventForm => ({
  data,
  summary,
  example: changed
})

const ofNouns = Object.fromEntries(
  nouns.flatMap(({ forms, subject }) =>
    Object.entries<EventForm>(forms).map(([verb, form]) => [`${subject}.${verb}`, form] as const)
  )
) as Readonly<Record<NounEventType, EventForm>>

/** Each type of event, and of webhook message. */
export const eventForms: Readonly<Record<MessageType, EventForm>> = {
  ...ofNouns,
  "audit.erased": form(ErasureData, "The data of an entity's events was erased"),
  "webhook.test": form(TestData, "A test message, which an administrator asked for")
}

/** The schemas of all forms, without duplicates. */
export const eventSchemas: ReadonlyArray<Schema.Codec<object, object>> = [
  ...new Set(Object.values(eventForms).map(({ data }) => data))
]
