/**
 * Documents the types of events in an OpenAPI document: the message of each under `webhooks`, and `Event` as a union of
 * them.
 */
import { eventTypes, filters } from "@candor/domain/event/EventType"
import { changed, exampleOf } from "@candor/domain/ExampleOf"
import { id } from "@candor/domain/Example"
import { eventForms, eventSchemas } from "@candor/domain/webhook/EventForms"
import { filterFormat } from "@candor/domain/webhook/Webhook"
import type { MessageType } from "@candor/domain/webhook/WebhookDelivery"
import { SchemaAST } from "effect"
import type { OpenApi } from "effect/http-api"
import { type JsonSchema, type JsonSchemas, reference } from "./SchemaDocument.ts"
import { mapValues } from "./SharedParts.ts"

type Document = OpenApi.OpenAPISpec

/** The tag under which the document lists the messages. */
const tag = "Webhooks"

/** Event types with the same data. */
interface Group {
  /** The name of the schema of these events. */
  readonly event: string
  /** The name of the schema of their data. */
  readonly data: string
  readonly types: ReadonlyArray<string>
}

const groups: ReadonlyArray<Group> = eventSchemas.map((schema) => {
  const data = SchemaAST.resolveIdentifier(schema.ast)!
  const types = Object.entries(eventForms).filter(([, form]) => form.data === schema).map(([type]) => type)
  return { data, event: data.replace(/Data$/, ""), types }
})

/** Tells whether the types are in the feed. Test messages are not. */
const isInFeed = ({ types }: Group): boolean => types.some((type) => eventTypes.some((other) => other === type))

const eventOf = ({ data, types }: Group, event: JsonSchema): JsonSchema => ({
  ...event,
  description:
    "An event, with the entity after it, in the form current when it was stored; newer fields may be missing",
  properties: {
    ...event.properties,
    type: { ...event.properties!["type"], examples: [], type: "string", enum: types },
    data: { description: "The data of the event; null once erased", anyOf: [reference(data), { type: "null" }] }
  }
})

const header = (name: string, description: string, example: string) => ({
  name,
  in: "header",
  required: true,
  description,
  example,
  schema: { type: "string" }
})

/** The headers of every message, and the responses to it. */
const shared = {
  parameters: {
    "webhook-id": header(
      "webhook-id",
      "The id of the event, the same in every attempt, so that a receiver can skip duplicates",
      id.event
    ),
    "webhook-timestamp": header(
      "webhook-timestamp",
      "When the attempt was made, in seconds since the Unix epoch",
      "1791455401"
    ),
    "webhook-signature": header(
      "webhook-signature",
      "`v1,` and the HMAC-SHA256 of `id.timestamp.body` in Base64 (Standard Webhooks); several signatures are separated by spaces",
      "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4="
    )
  },
  responses: {
    MessageReceived: { description: "The receiver has accepted the message. Any status from 200 to 299 means this." },
    MessageRefused: { description: "The receiver wants no more messages: the webhook is disabled." }
  }
}

const message = (type: string, { event }: Group, examples: object) => ({
  post: {
    operationId: `webhooks.${type}`,
    tags: [tag],
    summary: eventForms[type as MessageType].summary,
    description:
      `The message of type \`${type}\`, which Candor sends to each webhook that subscribes to it. It is sent ` +
      "again after a response other than 2xx, or none within the time limit.",
    parameters: Object.keys(shared.parameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
    security: [],
    requestBody: {
      required: true,
      content: { "application/json": { schema: reference(event), ...examples } }
    },
    responses: {
      200: { $ref: "#/components/responses/MessageReceived" },
      410: { $ref: "#/components/responses/MessageRefused" }
    }
  }
})

/** Returns the document with each filter format replaced by the list of filters. */
const withFilters = (document: Document): Document =>
  JSON.parse(
    JSON.stringify(document),
    (_, part) => part?.format === filterFormat ? { type: "string", enum: filters } : part
  )

/** Returns the document with the types of events. The schemas of their data are already in it. */
export const withEvents = (generated: Document): Document => {
  const document = withFilters(generated)
  const { Event: event = {}, ...others } = document.components.schemas as JsonSchemas
  const events = Object.fromEntries(groups.map((group) => [group.event, eventOf(group, event)]))
  const schemas = { ...others, ...events }
  const exampleOfType = (type: string, group: Group) => {
    const composed = exampleOf(reference(group.data), schemas)
    const example = exampleOf(reference(group.event), schemas) as { readonly subject_id: string } | undefined
    if (composed === undefined || example === undefined) return undefined
    const data = changed(composed, eventForms[type as MessageType].example) as {
      readonly id?: string
      readonly subject_id?: string
    }
    return { ...example, type, subject_id: data.id ?? data.subject_id ?? example.subject_id, data }
  }
  const messages = groups.flatMap((group) =>
    group.types.map((type) => ({ type, group, example: exampleOfType(type, group) }))
  )
  const moved = messages.find(({ type }) => type === "application.moved")
  const shown: object = {
    ...document,
    components: {
      ...document.components,
      ...shared,
      schemas: {
        ...schemas,
        Event: {
          description: event.description,
          oneOf: groups.filter(isInFeed).map((group) => reference(group.event)),
          ...(moved?.example === undefined ? {} : { examples: [moved.example] })
        }
      }
    },
    webhooks: mapValues(
      Object.fromEntries(messages.map((one) => [one.type, one])),
      ({ example, group, type }) =>
        message(type, group, example === undefined ? {} : { examples: { example: { value: example } } })
    )
  }
  return shown as Document
}
