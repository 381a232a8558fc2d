/** The conformance tests lean on a client that holds answers against a document: it notices what differs. */
import { describe, expect, test } from "bun:test"
import type { Call } from "../harness/Client.ts"
import { documented } from "../harness/Documented.ts"

const document = {
  openapi: "3.1.0",
  paths: {
    "/api/v1/jobs/{jobId}": {
      patch: {
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Patch" } } } },
        responses: {
          200: { content: { "application/json": { schema: { $ref: "#/components/schemas/Job" } } } },
          404: { $ref: "#/components/responses/NotFound" }
        }
      }
    }
  },
  components: {
    headers: {
      "X-RateLimit-Limit": { required: true, schema: { type: "integer" } },
      Link: { required: false, schema: { type: "string" } }
    },
    responses: {
      NotFound: {
        headers: {
          "X-RateLimit-Limit": { $ref: "#/components/headers/X-RateLimit-Limit" },
          Link: { $ref: "#/components/headers/Link" }
        },
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } }
      }
    },
    schemas: {
      Error: { type: "object", properties: { error: { type: "object" } }, required: ["error"] },
      Job: { type: "object", properties: { id: { type: "string", format: "uuid" } }, required: ["id"], additionalProperties: false },
      Patch: { type: "object", properties: { title: { type: "string", maxLength: 5 } } }
    }
  }
}

/** A server that answers everything with this. */
const answering = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Call =>
  documented(document)(async <Body>() => ({ status, headers: new Headers(headers), text: "", body: body as Body }))

const good = { id: "0197f3a2-5b1c-7d4e-8f60-123456789abc" }
const patch = (call: Call, title = "Chef", path = "/jobs/1?x=y") => call("PATCH", path, { body: { title } })

describe("A documented client", () => {
  test("lets through what is as documented, and what the document does not speak of", async () => {
    expect((await patch(answering(200, good))).body).toMatchObject(good)
    expect((await patch(answering(404, {}), "Chef", "/nowhere")).status).toBe(404)
    expect((await answering(405, {})("PUT", "/jobs/1")).status).toBe(405)
  })

  test("fails on an answer that its schema does not allow", async () => {
    for (const body of [{}, { id: "1" }, { ...good, extra: 1 }, null]) await expect(patch(answering(200, body))).rejects.toThrow()
  })

  test("fails on a status that the operation does not have", async () => {
    await expect(patch(answering(201, good))).rejects.toThrow("not in the document")
  })

  test("follows references to responses and headers: fails on a body, on a header that is missing and on one of another type", async () => {
    const error = { error: {} }
    expect((await patch(answering(404, error, { "X-RateLimit-Limit": "1000" }))).status).toBe(404)
    await expect(patch(answering(404, {}, { "X-RateLimit-Limit": "1000" }))).rejects.toThrow("error")
    await expect(patch(answering(404, error))).rejects.toThrow("X-RateLimit-Limit is missing")
    await expect(patch(answering(404, error, { "X-RateLimit-Limit": "many" }))).rejects.toThrow("must be integer")
  })

  test("fails where a body is accepted that the document does not allow", async () => {
    await expect(patch(answering(200, good), "Chef de cuisine")).rejects.toThrow()
  })
})
