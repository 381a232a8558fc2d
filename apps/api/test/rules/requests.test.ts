/** What holds for every request: routes, methods, the order of checks, ids, sizes, and what the log says. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { allowed } from "../../src/middleware/Methods.ts"
import { fill } from "../conformance/calls.ts"
import { names, parts } from "../conformance/operations.ts"
import { type CallOptions, client, type ErrorBody, having } from "../harness/Client.ts"
import { type FilledWorld, worldWith } from "../harness/World.ts"

/** The methods of every path template in the table. */
const templates = [...new Set(names.map((name) => parts(name).template))].map((template) => {
  const known = names.map(parts).filter((one) => one.template === template).map(({ method }) => method)
  return [template, known] as const
})

const nobodys = "0197f3a2-5b1c-7d4e-8f60-123456789abc"

/** Without those that every path answers. */
const ownMethods = (methods: ReadonlyArray<string>) =>
  methods.filter((name) => name !== "HEAD" && name !== "OPTIONS").toSorted()

test("every path has the methods of its operations", () => {
  const all = templates.map(([template]) => {
    const path = `/api/v1${template.replaceAll(/\{\w+\}/g, nobodys)}`
    return [template, ownMethods(allowed(path))]
  })
  expect(all).toEqual(templates.map(([template, known]) => [template, known.toSorted()]))
})

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: FilledWorld
    beforeAll(async () => {
      here = await worldWith(database, "noteId")
    })
    afterAll(() => here.backend.close())

    test.each([
      ["PUT", "/jobs", ["GET", "POST"]],
      ["PATCH", "/candidates/search", ["GET"]],
      ["POST", `/jobs/${nobodys}`, ["DELETE", "GET", "PATCH"]]
    ])("%s %s is 405, which names its own methods", async (method, path, known) => {
      const { headers } = having(405)(await here.call<ErrorBody>(method, path, { key: here.own.keys.admin }))
      expect(ownMethods(headers.get("allow")!.split(", "))).toEqual(known)
    })

    test.each(["/nowhere", "/jobs/1/nowhere", "/", "/applications/1/notes/2/3", "/sourcing", "/..%2f..%2fetc", "/%zz"])(
      "%s is no route: 404, with a key and without",
      async (path) => {
        having(404)(await here.call("GET", path, { key: here.own.keys.read }))
        having(404)(await here.call("POST", path))
      }
    )

    test.each([
      ["PATCH", "/jobs/", "jobId"],
      ["DELETE", "/candidates/", "candidateId"],
      ["GET", "/applications//notes", "id"],
      ["DELETE", `/applications/${nobodys}/notes/`, "noteId"]
    ])("%s %s lacks an id: 400 that names it", async (method, path, parameter) => {
      const { body } = having(400)(await here.call<ErrorBody>(method, path, { key: here.own.keys.admin }))
      expect(body.error.details?.["issues"]).toMatchObject([{
        path: [parameter],
        message: expect.stringContaining("missing")
      }])
    })

    test("a slash at the end of a path does not count", async () => {
      const { ids, keys } = here.own
      for (
        const path of [
          "/jobs",
          `/jobs/${ids.jobId}`,
          "/applications",
          `/applications/${ids.id}/notes`,
          "/me",
          "/openapi.json"
        ]
      ) {
        const { text } = having(200)(await here.call("GET", path, { key: keys.read }))
        const slashed = having(200)(await here.call("GET", `${path}/?`.replace("me/?", "me/"), { key: keys.read }))
        if (path !== "/me") expect(slashed.text, path).toBe(text)
      }
      having(201)(await here.call("POST", "/jobs/?dry_run=true", { key: keys.write, body: { title: "Clerk" } }))
      having(404)(await here.call("GET", "/nowhere/", { key: keys.read }))
    })

    test.each([
      ["GET", "/applications?jobId=1", undefined, "jobId", "job_id"],
      ["GET", "/applications?job-id=1", undefined, "job-id", "job_id"],
      ["GET", "/applications?sort=1", undefined, "sort", undefined],
      ["GET", "/jobs?stauts=draft", undefined, "stauts", "status"],
      ["POST", "/jobs", { title: "Clerk", employmentType: "full_time" }, "employmentType", "employment_type"],
      ["POST", "/jobs", { title: "Clerk", discription_md: "" }, "discription_md", "description_md"],
      ["POST", "/jobs", { title: "Clerk", surprise: 1 }, "surprise", undefined]
    ])("%s %s names what %p may mean", async (method, path, sent, name, meant) => {
      const body = sent === undefined ? {} : { body: sent }
      const { error } =
        having(400)(await here.call<ErrorBody>(method, path, { key: here.own.keys.write, ...body })).body
      const hint = meant === undefined ? "Unknown; accepted are " : `Unknown; did you mean ${meant}? Accepted are `
      expect(error.details?.["issues"]).toContainEqual(
        expect.objectContaining({ path: [name], message: expect.stringContaining(hint) })
      )
    })

    test("HEAD answers as GET does, with the length of the body in place of the body", async () => {
      const application = fill("/applications/:id", here.own.ids)
      for (const path of ["/jobs", "/me", `/jobs/${nobodys}`, "/applications", application, "/openapi.json"]) {
        const get = await here.call("GET", path, { key: here.own.keys.read })
        const headers = { authorization: `Bearer ${here.own.keys.read}`, "accept-encoding": "gzip" }
        const whole = await fetch(here.server.base_url + path, { headers, decompress: false })
        const head = await fetch(here.server.base_url + path, { method: "HEAD", headers })
        expect([head.status, await head.text()]).toEqual([get.status, ""])
        expect(head.headers.get("content-length")).toBe(String((await whole.arrayBuffer()).byteLength))
        expect(head.headers.get("x-ratelimit-remaining")).toMatch(/^\d+$/)
      }
    })

    test("no route outside of the base path is an operation", async () => {
      having(404)(await client(here.server.origin)("GET", "/jobs", { key: here.own.keys.read }))
    })

    test("checks come in their order: key, rate limit, scope, input, resource, rule", async () => {
      const { ids, keys } = here.own
      const limited = client((await here.backend.serve({ rate_limit: 1 })).base_url)
      await limited("GET", "/me", { key: keys.read })
      const wrong = { rawBody: "{", key: "nonsense" } satisfies CallOptions
      const nobody = `/applications/${ids.id}/notes/${nobodys}`
      const somebody = `/applications/${ids.id}/notes/${ids.noteId}`
      const body = { note: "Mine now." }
      having(401)(await limited("PATCH", `${nobody}?surprise=1`, wrong))
      having(429)(await limited("PATCH", `${nobody}?surprise=1`, { ...wrong, key: keys.read }))
      having(403)(await here.call("PATCH", `${nobody}?surprise=1`, { ...wrong, key: keys.read }))
      having(400)(await here.call("PATCH", `${nobody}?surprise=1`, { key: keys.other_author, body }))
      having(400)(await here.call("PATCH", nobody, { ...wrong, key: keys.other_author }))
      having(404)(await here.call("PATCH", nobody, { key: keys.other_author, body }))
      having(403)(await here.call("PATCH", somebody, { key: keys.other_author, body }))
      having(200)(await here.call("PATCH", somebody, { key: keys.write, body }))
    })

    test.each(["a", "req-42", "0197f3a2-5b1c-7d4e-8f60-123456789abc", "a.b:c~d_e", "x".repeat(128)])(
      "a sane X-Request-Id is kept: %s",
      async (id) => {
        const answer = await here.call("GET", "/jobs", { key: here.own.keys.read, headers: { "x-request-id": id } })
        expect(answer.headers.get("x-request-id")).toBe(id)
        expect(here.server.logs.some((line) => JSON.parse(line).annotations.request_id === id)).toBe(true)
      }
    )

    test.each(["", " ", "a b", "x".repeat(129), "<script>", "a\"b", "ä", "a,b"])(
      "an insane X-Request-Id is replaced: %j",
      async (id) => {
        const answer = await here.call("GET", "/jobs", { key: here.own.keys.read, headers: { "x-request-id": id } })
        expect(answer.headers.get("x-request-id")).not.toBe(id)
      }
    )

    test("application/json may name its charset", async () => {
      const headers = { "content-type": "application/json; charset=utf-8" }
      having(201)(await here.call("POST", "/jobs", { key: here.own.keys.write, body: { title: "Clerk" }, headers }))
    })

    test("a key is good with any case of letters in its scheme", async () => {
      for (const scheme of ["Bearer", "bearer", "BEARER"]) {
        const authorization = `${scheme} ${here.own.keys.read}`
        having(200)(await here.call("GET", "/jobs", { headers: { authorization } }))
      }
    })

    test("the routes of those who run the service ask for no key and have none of its limit", async () => {
      const limited = await here.backend.serve({ rate_limit: 1 })
      for (const path of ["/health/live", "/health/ready", "/metrics", "/docs", "/api/v1/openapi.json"]) {
        for (let n = 0; n < 3; n++) expect((await fetch(limited.origin + path)).status, path).toBe(200)
      }
    })

    describe("strictness", () => {
      const get = (path: string) => here.call("GET", path, { key: here.own.keys.write })

      test("an id in upper case is the same id: in a path, in a query and in a body", async () => {
        const { applicationId, id: application, jobId, stageId } = { applicationId: here.own.ids.id, ...here.own.ids }
        having(200)(await get(`/jobs/${jobId.toUpperCase()}`))
        const filtered = having(200)(await get(`/applications?job_id=${jobId.toUpperCase()}`)).body["applications"]
        expect((filtered as ReadonlyArray<unknown>).length).toBeGreaterThan(0)
        expect(applicationId).toBe(application)
        having(200)(
          await here.call("POST", `/applications/${application}/move`, {
            key: here.own.keys.write,
            body: { stage_id: stageId.toUpperCase() }
          })
        )
      })

      test.each(["/Jobs", "//jobs", "/JOBS"])("%s is no path of the interface", async (path) => {
        having(404)(await get(path))
      })

      test("the largest offset there is answers with nothing", async () => {
        expect(having(200)(await get("/applications?offset=9007199254740991")).body["applications"]).toEqual([])
      })

      test("bytes that are no UTF-8 are refused, not replaced", async () => {
        const bytes = new Uint8Array([
          ...new TextEncoder().encode("{\"title\":\"a"),
          0xff,
          0xfe,
          ...new TextEncoder().encode("\"}")
        ])
        const response = await fetch(`${here.server.base_url}/jobs`, {
          method: "POST",
          headers: { authorization: `Bearer ${here.own.keys.write}`, "content-type": "application/json" },
          body: bytes
        })
        expect(response.status).toBe(400)
        expect(await response.text()).toContain("UTF-8")
        // The character that decoders write for such bytes is text.
        having(201)(await here.call("POST", "/jobs", { key: here.own.keys.write, body: { title: "R\ufffdder" } }))
      })
    })
  })
}
