import { describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"
import { eventForms } from "../src/event/EventForms.ts"
import { idOf, now } from "../src/webhook/SampleContext.ts"
import { sampleEvent } from "../src/webhook/SampleEvent.ts"
import { MessageType } from "../src/webhook/WebhookDelivery.ts"

const dataOf = (type: MessageType) =>
  sampleEvent(type, { id: idOf(1), subject_id: idOf(2), request_id: "test", occurred_at: now }).data

const decode = (type: MessageType, data: unknown) =>
  Schema.decodeUnknownResult(eventForms[type].data)(data, { onExcessProperty: "error" })

describe.each(MessageType.literals)("%s", (type) => {
  test("has data as the decisions make it: with each field of its schema, and no other", () => {
    const decoded = decode(type, dataOf(type))
    expect(decoded).toEqual(Result.succeed(dataOf(type) as never))
    expect(Schema.encodeSync(eventForms[type].data)(dataOf(type)!)).toEqual(dataOf(type)!)
  })

  test("has a schema that refuses a field too many, and one too few", () => {
    const data = dataOf(type)!
    const [first] = Object.keys(data)
    const { [first!]: _, ...less } = data
    expect(Result.isFailure(decode(type, { ...data, more: 1 }))).toBe(true)
    expect(Result.isFailure(decode(type, less))).toBe(true)
  })
})
