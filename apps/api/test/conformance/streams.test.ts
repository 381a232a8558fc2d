/** The proxy of the tests holds each event of a stream against the schema that the document has for its type. */
import { type ValidatingProxy, validatingProxy } from "@candor/process/testing/validation/ValidatingProxy"
import { validator } from "@candor/process/testing/validation/Validator"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test"

const message = (schema: string) => ({
  post: { requestBody: { content: { "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } } }, responses: {} }
})

const event = (data: object) => ({
  type: "object",
  properties: { sequence: { type: "integer" }, type: { type: "string" }, data },
  required: ["sequence", "type", "data"],
  additionalProperties: false
})

const document = {
  openapi: "3.1.0",
  paths: {
    "/api/v1/events": {
      get: { operationId: "Events.follow", responses: { 200: { content: { "text/event-stream": { schema: { type: "string" } } } } } }
    }
  },
  webhooks: { "job.created": message("JobEvent"), "note.created": message("NoteEvent") },
  components: {
    schemas: {
      JobEvent: event({ type: "object", properties: { title: { type: "string" } }, required: ["title"], additionalProperties: false }),
      NoteEvent: event({ type: "object", properties: { body: { type: "string" } }, required: ["body"], additionalProperties: false })
    }
  }
}

const written = (sequence: number, type: string, data: object) =>
  `id: ${sequence}\nevent: ${type}\ndata: ${JSON.stringify({ sequence, type, data })}\n\n`

const job = written(1, "job.created", { title: "Käpt’n" })
const note = written(2, "note.created", { body: "A note" })

/** What the server behind the proxy sends, in these pieces. */
let pieces: ReadonlyArray<string | Uint8Array>
let encoding: Readonly<Record<string, string>>
let found: Array<string>
let server: Bun.Server<undefined>
let proxy: ValidatingProxy

beforeAll(async () => {
  server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: () =>
      new Response(
        new ReadableStream({
          pull: async (stream) => {
            for (const piece of pieces) {
              stream.enqueue(typeof piece === "string" ? new TextEncoder().encode(piece) : piece)
              await new Promise(setImmediate)
            }
            stream.close()
          }
        }),
        { headers: { "content-type": "text/event-stream", ...encoding } }
      )
  })
  proxy = await validatingProxy(server.url.origin, { validator: validator(document), report: (violation) => void found.push(violation) })
})
afterAll(async () => {
  await server.stop(true)
  await proxy.close()
})
beforeEach(() => {
  found = []
  encoding = {}
})

/** The violations of a stream of these pieces, which is passed on as it is. */
const violations = async (...sent: ReadonlyArray<string>) => {
  pieces = sent
  expect(await (await fetch(`${proxy.origin}/api/v1/events`)).text()).toBe(sent.join(""))
  return found
}

const begin = "GET /api/v1/events (Events.follow), answered with 200: "

describe("A validating proxy", () => {
  test("finds nothing in events as documented, beside comments, or in one that is cut off", async () => {
    expect(await violations(": open\n\n", job, `: still here\n\n${note}`, job.slice(0, -1))).toEqual([])
  })

  test("finds nothing in an event that comes byte by byte", async () => {
    pieces = [...new TextEncoder().encode(job + note)].map((byte) => Uint8Array.of(byte))
    expect(await (await fetch(`${proxy.origin}/api/v1/events`)).text()).toBe(job + note)
    expect(found).toEqual([])
  })

  test("reports where in the event, and where in the document, however many are right", async () => {
    const wrong = written(3, "job.created", { title: 7 })
    expect(await violations(job + wrong.slice(0, 20), wrong.slice(20) + note)).toEqual([
      `${begin}the event 3 of the type job.created: /data/title must be string {"type":"string"}: 7 (/components/schemas/JobEvent)`
    ])
  })

  test.each([
    ["a field that is missing", written(3, "job.created", {}), "must have required property 'title'"],
    ["a field that is not documented", written(3, "note.created", { body: "", job: 1 }), `additionalProperty":"job"`],
    ["a type that is not documented", written(3, "job.painted", {}), "the event 3 of the type job.painted: its type is not among the document's webhooks"],
    ["another type in the data", job.replace("event: job", "event: note"), "the type in its data is job.created"],
    ["an event without a type", job.replace("event: job.created\n", ""), "it has no type"],
    ["an event without an id", job.replace("id: 1\n", ""), "it has no id to go on from"],
    ["data that is no JSON", job.replace("data: {", "data: "), "its data is no JSON"],
    ["a field that events do not have", job.replace("id: 1", "key: 1\nid: 1"), "what is no event: Unknown field"]
  ])("reports %s", async (_, sent, violation) => {
    const reported = await violations(sent)
    expect(reported.join("\n")).toContain(violation)
    expect(reported.filter((one) => !one.startsWith(begin))).toEqual([])
  })

  test("reports bytes that are no UTF-8, and a stream that is compressed", async () => {
    pieces = [Uint8Array.of(0xff)]
    await (await fetch(`${proxy.origin}/api/v1/events`)).bytes()
    expect(found).toEqual([expect.stringContaining("what is no event: TypeError")])
    encoding = { "content-encoding": "gzip" }
    pieces = [Bun.gzipSync(job)]
    await (await fetch(`${proxy.origin}/api/v1/events`)).text()
    expect(found.slice(1)).toEqual([`${begin}what is no event: the content encoding gzip of a stream is not known`])
  })
})
