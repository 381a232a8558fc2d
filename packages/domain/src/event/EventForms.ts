/** The types of events, each with its meaning and the form of its `data`. The OpenAPI document shows them. */
import type { Schema } from "effect"
import type { EventForm } from "../Noun.ts"
import { type NounEventType, nouns } from "../nouns.ts"
import type { MessageType } from "../webhook/WebhookDelivery.ts"
import * as Data from "./EventData.ts"

const form = (data: EventForm["data"], summary: string, changed: Schema.JsonObject = {}): EventForm => ({
  data,
  summary,
  example: changed
})

const ofNouns = Object.fromEntries(nouns.flatMap(({ forms, subject }) =>
  Object.entries<EventForm>(forms).map(([verb, form]) => [`${subject}.${verb}`, form] as const)
)) as Readonly<Record<NounEventType, EventForm>>

/** Each type of event, and of webhook message. */
export const eventForms: Readonly<Record<MessageType, EventForm>> = {
  ...ofNouns,
  "audit.erased": form(Data.ErasureData, "The data of an entity's events was erased"),
  "webhook.test": form(Data.TestData, "A test message, which an administrator asked for")
}

/** The schemas of all forms, each once. */
export const eventSchemas: ReadonlyArray<Schema.Codec<object, object>> = [
  ...new Set(Object.values(eventForms).map(({ data }) => data))
]
