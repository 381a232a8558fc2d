/** The tests of the interface lean on a proxy that holds each exchange against a document: it notices what differs. */
import { type ValidatingProxy, validatingProxy } from "@candor/process/testing/validation/ValidatingProxy"
import { validator } from "@candor/process/testing/validation/Validator"
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "bun:test"

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
      patch: {
        requestBody: { required: true, content: json("Patch") },
        responses: { 200: { content: json("Job") }, 400: error }
      }
    },
    "/api/v1/files": {
      get: { responses: { 200: { content: { "*/*": { schema: { type: "string" } } } } } },
      post: {
        requestBody: {
          required: true,
          content: { "multipart/form-data": { schema: { $ref: "#/components/schemas/Upload" } } }
        },
        responses: { 200: { content: json("Job") } }
      }
    },
    "/api/v1/events": {
      get: { responses: { 200: { headers: limit, content: { "text/event-stream": { schema: { type: "string" } } } } } }
    }
  },
  components: {
    headers: { "X-RateLimit-Limit": { required: true, schema: { type: "integer" } } },
    responses: { Error: { headers: limit, content: json("Error") } },
    schemas: {
      Error: {
        type: "object",
        properties: { error: { type: "object" } },
        required: ["error"],
        additionalProperties: false
      },
      Job: {
        type: "object",
        properties: {
          id: { type: "string", format: "uuid" },
          stages: { type: "array", items: { $ref: "#/components/schemas/Patch" } }
        },
        required: ["id"]
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
  violations(Response.json(good), undefined, {
    method: "PATCH",
    body,
    headers: { "content-type": "application/json" },
    ...init
  })

const form = (fields: Readonly<Record<string, string | Blob>>) => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) body.append(name, value)
  return { method: "POST", body }
}

const refusal = (status: number, more: Readonly<Record<string, string>> = {}) =>
  Response.json({ error: {} }, { status, headers: { ...headers, ...more } })

describe("A validating proxy reports", () => {
  test("where in the answer, and where in the document", async () => {
    expect(await violations(Response.json({ id, stages: [{ title: "Interview" }] }, { headers }))).toEqual([
      `GET /api/v1/jobs/${id}, answered with 200: /stages/0/title must NOT have more than 5 characters {"limit":5}: "Interview" ` +
      "(/components/schemas/Job)"
    ])
  })

  test.each<readonly [string, Case & { readonly violation: RegExp }]>([
    ["a field that is missing", {
      answered: () => Response.json({}, { headers }),
      violation: /must have required property 'id'/
    }],
    ["a field of another format", {
      answered: () => Response.json({ id: "1" }, { headers }),
      violation: /\/id must match format "uuid"/
    }],
    ["a field that is not documented", {
      answered: () => Response.json({ ...good, extra: 1 }, { headers }),
      violation: /additionalProperty":"extra"/
    }],
    ["a status that the operation does not have", {
      answered: () => Response.json(good, { status: 201, headers }),
      violation: /status 201 is not in \/paths\/~1api~1v1~1jobs/
    }],
    ["an error that is not as documented", {
      answered: () => Response.json({}, { status: 404, headers }),
      violation: /must have required property 'error'/
    }],
    ["a header that is missing", {
      answered: () => Response.json(good),
      violation: /header X-RateLimit-Limit is missing/
    }],
    ["a path that is not documented and answers", {
      answered: () => Response.json({}),
      violation: /is not in the document/,
      path: "/api/v1/secret"
    }],
    ["another list of methods", {
      answered: () => refusal(405, { allow: "GET" }),
      violation: /Allow is GET, and the document has GET, HEAD, OPTIONS, PATCH/,
      init: { method: "PUT" }
    }],
    ["a request without a key that is accepted", {
      answered: () => Response.json(good, { headers }),
      violation: /without a key/,
      init: { headers: { authorization: "" } }
    }],
    ["an id that is accepted", {
      answered: () => Response.json(good, { headers }),
      violation: /path parameter jobId: \/ must match format/,
      path: "/api/v1/jobs/1"
    }],
    ["a query that is accepted", {
      answered: () => Response.json(good, { headers }),
      violation: /query parameter limit: \/ must be <= 100/,
      path: `/api/v1/jobs/${id}?limit=101`
    }],
    ["an unknown query that is accepted", {
      answered: () => Response.json(good, { headers }),
      violation: /query parameter more is not in/,
      path: `/api/v1/jobs/${id}?more=1`
    }],
    ["a header that is accepted", {
      answered: () => Response.json(good, { headers }),
      violation: /header parameter Idempotency-Key/,
      init: { headers: { "idempotency-key": "a b" } }
    }],
    ["a form that is accepted", {
      answered: () => Response.json(good),
      violation: /request's body: .*additionalProperty":"kind"/,
      path: "/api/v1/files",
      init: form({ file: new File(["x"], "x"), kind: "photo" })
    }]
  ])("%s", async (_, { answered, init, path, violation }) => {
    expect(await violations(answered(), path, init)).toEqual([expect.stringMatching(violation)])
  })

  test("a body that is accepted", async () => {
    expect(await changed(`{"title":5}`)).toEqual([expect.stringContaining("the request's body: /title")])
  })

  test("a content type that is accepted", async () => {
    expect(await changed("{}", { headers: { "content-type": "text/plain" } })).toEqual([
      expect.stringContaining("text/plain is not in")
    ])
  })
})
