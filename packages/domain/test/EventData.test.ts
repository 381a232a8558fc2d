import { describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"
import { eventForms } from "../src/webhook/EventForms.ts"
import { id } from "../src/Example.ts"
import * as Timestamp from "../src/Timestamp.ts"
import { sampleEvent } from "../src/webhook/SampleEvent.ts"
import { MessageType } from "../src/webhook/WebhookDelivery.ts"

const dataOf = (type: MessageType) =>
  sampleEvent(type, { id: id.event, subject_id: id.job, request_id: "test", occurred_at: Timestamp.fromMillis(0) }).data

const decode = (type: MessageType, data: unknown) =>
  Schema.decodeUnknownResult(eventForms[type].data)(data, { onExcessProperty: "error" })

describe.each(MessageType.literals)("%s", (type) => {
  test("has a sample with each field of its schema, and no other", () => {
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
