/** The tests of the interface lean on a proxy that holds each exchange against a document: it notices what differs. */
import { validated } from "@candor/process/testing/validation/Validated"
import { type ValidatingProxy, validatingProxy } from "@candor/process/testing/validation/ValidatingProxy"
import { validator } from "@candor/process/testing/validation/Validator"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test"
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { join } from "node:path"
import { client } from "../harness/Client.ts"
import { open as connect } from "../harness/Raw.ts"

const json = (schema: string) => ({ "application/json": { schema: { $ref: `#/components/schemas/${schema}` } } })
const error = { $ref: "#/components/responses/Error" }
const limit = { "X-RateLimit-Limit": { $ref: "#/components/headers/X-RateLimit-Limit" } }

const document = {
  openapi: "3.1.0",
  security: [{ bearer: [] }],
  paths: {
    "/api/v1/jobs/{jobId}": {
      get: {
        parameters: [
          { name: "jobId", in: "path", required: true, schema: { type: "string", format: "uuid" } },
          { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 100 } },
          { name: "Idempotency-Key", in: "header", schema: { type: "string", pattern: "^[!-~]+$" } }
        ],
        responses: { 200: { headers: limit, content: json("Job") }, 304: { headers: limit }, 404: error }
      },
      patch: { requestBody: { required: true, content: json("Patch") }, responses: { 200: { content: json("Job") }, 400: error } }
    },
    "/api/v1/files": {
      get: { responses: { 200: { content: { "*/*": { schema: { type: "string" } } } } } },
      post: {
        requestBody: { required: true, content: { "multipart/form-data": { schema: { $ref: "#/components/schemas/Upload" } } } },
        responses: { 200: { content: json("Job") } }
      }
    },
    "/api/v1/events": { get: { responses: { 200: { headers: limit, content: { "text/event-stream": { schema: { type: "string" } } } } } } }
  },
  components: {
    headers: { "X-RateLimit-Limit": { required: true, schema: { type: "integer" } } },
    responses: { Error: { headers: limit, content: json("Error") } },
    schemas: {
      Error: { type: "object", properties: { error: { type: "object" } }, required: ["error"], additionalProperties: false },
      Job: {
        type: "object",
        properties: { id: { type: "string", format: "uuid" }, stages: { type: "array", items: { $ref: "#/components/schemas/Patch" } } },
        required: ["id"],
        additionalProperties: false
      },
      Patch: { type: "object", properties: { title: { type: "string", maxLength: 5 } }, additionalProperties: false },
      Upload: {
        type: "object",
        properties: { file: { type: "string", format: "binary" }, file_type: { type: "string", enum: ["resume"] } },
        required: ["file"],
        additionalProperties: false
      }
    }
  }
}

const id = "0197f3a2-5b1c-7d4e-8f60-123456789abc"
const authorization = "Bearer key"
const good = { id, stages: [{ title: "Offer" }] }
const headers = { "x-ratelimit-limit": "1000" }

/** The answer of the server behind the proxy. */
let answer: () => Response
let found: Array<string>
let server: Bun.Server<undefined>
let proxy: ValidatingProxy

const through = (origin: string) =>
  validatingProxy(origin, { validator: validator(document), report: (violation) => void found.push(violation) })

beforeAll(async () => {
  server = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => answer() })
  proxy = await through(server.url.origin)
})
afterAll(async () => {
  await server.stop(true)
  await proxy.close()
})
beforeEach(() => {
  found = []
})

/** The violations of a request that is answered with this. */
const violations = async (answered: Response, path = `/api/v1/jobs/${id}`, init: RequestInit = {}) => {
  answer = () => answered
  await (await fetch(proxy.origin + path, { ...init, headers: { authorization, ...init.headers } })).bytes()
  return found
}

interface Case {
  readonly answered: () => Response
  readonly path?: string
  readonly init?: RequestInit
}

/** The violations of a change that is answered with `good`. */
const changed = (body: string, init: RequestInit = {}) =>
  violations(Response.json(good), undefined, { method: "PATCH", body, headers: { "content-type": "application/json" }, ...init })

const form = (fields: Readonly<Record<string, string | Blob>>) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return { method: "POST", body }
}

const gzipped = (body: object) =>
  new Response(Bun.gzipSync(JSON.stringify(body)), { headers: { ...headers, "content-type": "application/json", "content-encoding": "gzip" } })

const refusal = (status: number, more: Readonly<Record<string, string>> = {}) =>
  Response.json({ error: {} }, { status, headers: { ...headers, ...more } })

const allow = "GET, PATCH, HEAD, OPTIONS"

describe("A validating proxy finds nothing in", () => {
  test.each<readonly [string, Case]>([
    ["an answer as documented", { answered: () => Response.json(good, { headers }) }],
    ["parameters as documented", { answered: () => Response.json(good, { headers }), path: `/api/v1/jobs/${id}?limit=5`, init: { headers: { "idempotency-key": "k" } } }],
    ["an answer that is compressed", { answered: () => gzipped(good) }],
    ["an answer to HEAD", { answered: () => new Response(null, { headers: { ...headers, "content-type": "application/json" } }), init: { method: "HEAD" } }],
    ["304 without a body", { answered: () => new Response(null, { status: 304, headers }) }],
    ["a refused request, whatever was wrong with it", { answered: () => refusal(404), path: "/api/v1/jobs/1?limit=0&more=1" }],
    ["a path that is not documented", { answered: () => refusal(404), path: "/api/v1/nowhere" }],
    ["a method that is not documented", { answered: () => refusal(405, { allow }), init: { method: "DELETE" } }],
    ["OPTIONS", { answered: () => new Response(null, { status: 204, headers: { allow } }), init: { method: "OPTIONS" } }],
    ["a path that is left out on purpose", { answered: () => new Response("up 1"), path: "/metrics" }],
    ["a file", { answered: () => new Response("%PDF"), path: "/api/v1/files" }],
    ["a form", { answered: () => Response.json(good), path: "/api/v1/files", init: form({ file: new File(["x"], "x.txt"), file_type: "resume" }) }]
  ])("%s", async (_, { answered, init, path }) => {
    expect(await violations(answered(), path, init)).toEqual([])
  })

  test("a change with a body as documented", async () => {
    expect(await changed(`{"title":"Chef"}`)).toEqual([])
    // Texts are cleaned: the document shows the form that is stored.
    expect(await changed(`{"title":" Chef  "}`)).toEqual([])
  })
})

describe("A validating proxy reports", () => {
  test("where in the answer, and where in the document", async () => {
    expect(await violations(Response.json({ id, stages: [{ title: "Interview" }] }, { headers }))).toEqual([
      `GET /api/v1/jobs/${id}, answered with 200: /stages/0/title must NOT have more than 5 characters {"limit":5}: "Interview" ` +
      "(/components/schemas/Job)"
    ])
  })

  test.each<readonly [string, Case & { readonly violation: RegExp }]>([
    ["a field that is missing", { answered: () => Response.json({}, { headers }), violation: /must have required property 'id'/ }],
    ["a field of another format", { answered: () => Response.json({ id: "1" }, { headers }), violation: /\/id must match format "uuid"/ }],
    ["a field that is not documented", { answered: () => Response.json({ ...good, extra: 1 }, { headers }), violation: /additionalProperty":"extra"/ }],
    ["the same in a compressed answer", { answered: () => gzipped({ ...good, extra: 1 }), violation: /additionalProperty":"extra"/ }],
    ["what is no JSON", { answered: () => new Response("{", { headers: { ...headers, "content-type": "application/json" } }), violation: /the body is no JSON/ }],
    ["another content type", { answered: () => new Response("<p>", { headers: { ...headers, "content-type": "text/html" } }), violation: /content type text\/html is not in/ }],
    ["a status that the operation does not have", { answered: () => Response.json(good, { status: 201, headers }), violation: /status 201 is not in \/paths\/~1api~1v1~1jobs/ }],
    ["an error that is not as documented", { answered: () => Response.json({}, { status: 404, headers }), violation: /must have required property 'error'/ }],
    ["a header that is missing", { answered: () => Response.json(good), violation: /header X-RateLimit-Limit is missing/ }],
    ["a header of another type", { answered: () => Response.json(good, { headers: { "x-ratelimit-limit": "many" } }), violation: /header X-RateLimit-Limit: \/ must be integer/ }],
    ["a header that an answer to HEAD lacks", { answered: () => new Response(null, { headers: { "content-type": "application/json" } }), violation: /X-RateLimit-Limit is missing/, init: { method: "HEAD" } }],
    ["a header that a stream lacks", { answered: () => new Response("", { headers: { "content-type": "text/event-stream" } }), violation: /X-RateLimit-Limit is missing/, path: "/api/v1/events" }],
    ["a path that is not documented and answers", { answered: () => Response.json({}), violation: /is not in the document/, path: "/api/v1/secret" }],
    ["a method that is not documented and answers", { answered: () => Response.json({}), violation: /is not in the document/, init: { method: "PUT" } }],
    ["another list of methods", { answered: () => refusal(405, { allow: "GET" }), violation: /Allow is GET, and the document has GET, HEAD, OPTIONS, PATCH/, init: { method: "PUT" } }],
    ["a request without a key that is accepted", { answered: () => Response.json(good, { headers }), violation: /without a key/, init: { headers: { authorization: "" } } }],
    ["an id that is accepted", { answered: () => Response.json(good, { headers }), violation: /path parameter jobId: \/ must match format/, path: "/api/v1/jobs/1" }],
    ["a query that is accepted", { answered: () => Response.json(good, { headers }), violation: /query parameter limit: \/ must be <= 100/, path: `/api/v1/jobs/${id}?limit=101` }],
    ["a text for a number that is accepted", { answered: () => Response.json(good, { headers }), violation: /limit: \/ must be integer/, path: `/api/v1/jobs/${id}?limit=1e1` }],
    ["a query twice that is accepted", { answered: () => Response.json(good, { headers }), violation: /limit was sent 2 times/, path: `/api/v1/jobs/${id}?limit=1&limit=2` }],
    ["an unknown query that is accepted", { answered: () => Response.json(good, { headers }), violation: /query parameter more is not in/, path: `/api/v1/jobs/${id}?more=1` }],
    ["a header that is accepted", { answered: () => Response.json(good, { headers }), violation: /header parameter Idempotency-Key/, init: { headers: { "idempotency-key": "a b" } } }],
    ["a form that is accepted", { answered: () => Response.json(good), violation: /request's body: .*additionalProperty":"kind"/, path: "/api/v1/files", init: form({ file: new File(["x"], "x"), kind: "photo" }) }],
    ["a form without its file that is accepted", { answered: () => Response.json(good), violation: /must have required property 'file'/, path: "/api/v1/files", init: form({ file_type: "resume" }) }]
  ])("%s", async (_, { answered, init, path, violation }) => {
    expect(await violations(answered(), path, init)).toEqual([expect.stringMatching(violation)])
  })

  test("a body that is accepted", async () => {
    expect(await changed(`{"title":5}`)).toEqual([expect.stringContaining("the request's body: /title")])
  })

  test("a content type that is accepted", async () => {
    expect(await changed("{}", { headers: { "content-type": "text/plain" } })).toEqual([expect.stringContaining("text/plain is not in")])
  })
})

test("A stream is passed on while it goes on", async () => {
  const stream = new TransformStream<string, string>()
  const writer = stream.writable.getWriter()
  void writer.write(": 1\n\n")
  answer = () => new Response(stream.readable, { headers: { ...headers, "content-type": "text/event-stream" } })
  const { body: received } = await fetch(`${proxy.origin}/api/v1/events`, { headers: { authorization } })
  const reader = received!.getReader()
  expect(new TextDecoder().decode((await reader.read()).value)).toBe(": 1\n\n")
  expect(found).toEqual([])
  await writer.close()
  expect((await reader.read()).done).toBe(true)
})

/** A server that answers every connection with these bytes, and a proxy to it. */
const answering = async (bytes: string) => {
  let sent = ""
  const raw = createServer((socket) => socket.on("data", (data) => {
    sent += data.toString("latin1")
    socket.end(bytes, "latin1")
  }))
  raw.listen(0, "127.0.0.1")
  await once(raw, "listening")
  const front = await through(`http://127.0.0.1:${(raw.address() as AddressInfo).port}`)
  return {
    exchange: async (text: string) => {
      const { closed, send } = await connect(Number(new URL(front.origin).port))
      send(text)
      const received = await closed
      raw.close()
      await front.close()
      return { received, sent }
    }
  }
}

test("Bytes are passed on as they came, in both directions", async () => {
  const request = `GET /api/v1/jobs/${id} HTTP/1.1\r\nhOST: candor\r\nX-Odd:  a \r\n\r\n`
  const bytes = "HTTP/1.1 404 Nothing Here\r\nX-RateLimit-Limit:  7\r\nContent-Type: application/json\r\n" +
    "Transfer-Encoding: chunked\r\n\r\n3\r\n{\"e\r\nb\r\nrror\":{}}  \r\n0\r\n\r\n"
  const { exchange } = await answering(bytes)
  expect(await exchange(request)).toEqual({ sent: request, received: bytes })
  expect(found).toEqual([])
})

test("A body in the answer to HEAD, and what is no HTTP, are reported", async () => {
  const head = `HTTP/1.1 200 OK\r\nX-RateLimit-Limit: 7\r\nContent-Type: application/json\r\nContent-Length: ${JSON.stringify(good).length}\r\n\r\n`
  const { exchange } = await answering(`${head}${JSON.stringify(good)}\r\n`)
  await exchange(`HEAD /api/v1/jobs/${id} HTTP/1.1\r\nHost: candor\r\nAuthorization: ${authorization}\r\n\r\n`)
  expect(found).toEqual([expect.stringContaining("no HTTP/1.1")])
})

test("A test fails that meets a violation", async () => {
  const served = Bun.file(join(import.meta.dir, "../../../../docs/openapi.json"))
  const wrong = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ url }) => url.endsWith("/openapi.json") ? new Response(served) : Response.json({ jobs: [], extra: 1 })
  })
  const { close, origin } = await validated(wrong.url.origin)
  await expect(client(`${origin}/api/v1`)("GET", "/jobs", { key: "key" })).rejects.toThrow("Not as the OpenAPI document says")
  await wrong.stop(true)
  await close()
})
