/** `ETag`, `If-None-Match` and `If-Match` (RFC 9110, section 13.1). Two servers share the database. */
import { Jobs } from "@candor/domain/job/Jobs"
import { growthOf, linear } from "@candor/domain/testing/Linear"
import { databases, pglite } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Context, Effect } from "effect"
import { textsIn } from "../src/response/EntityTag.ts"
import { type Call, client, type ErrorBody, having, type JsonObject } from "./harness/Client.ts"
import { type Backend, open, type Ports, type TestServer } from "./harness/TestServer.ts"
import type { Ids, MadeIds } from "./harness/Ids.ts"
import { type FilledTenant, tenant, tenantWith } from "./harness/World.ts"

interface OneJob {
  readonly job: { readonly id: string; readonly title: string }
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let backend: Backend
    let servers: ReadonlyArray<TestServer>
    let calls: ReadonlyArray<Call>
    let call: Call
    let own: FilledTenant
    beforeAll(async () => {
      backend = await open(database)
      servers = [await backend.serve(), await backend.serve()]
      calls = servers.map((server) => client(server.base_url))
      call = calls[0]!
      own = await tenantWith(backend, call, { name: "Acme", plan: "growth" }, new Set<keyof Ids>(["searchId"]))
    })
    afterAll(() => backend.close())

    const tagOf = async (path: string, of: Call = call) => {
      const etag = having(200)(await of("GET", path, { key: own.keys.read })).headers.get("etag")
      expect(etag).toMatch(/^"[\w-]{22}"$/)
      return etag!
    }

    const patch = (path: string, body: JsonObject, match: string, through: Call = call) =>
      through<OneJob & ErrorBody>("PATCH", path, { key: own.keys.write, body, headers: { "if-match": match } })

    /** A GET with `If-None-Match`, whose answer may have no body. */
    const unless = (path: string, tags: string) =>
      fetch(servers[0]!.base_url + path, {
        headers: { authorization: `Bearer ${own.keys.read}`, "if-none-match": tags }
      })

    test("a resource has the same strong tag on every server until it changes, and a list has none", async () => {
      const { id } = await own.make.job()
      const path = `/jobs/${id}`
      const before = await tagOf(path)
      expect(await tagOf(path, calls[1]!)).toBe(before)
      having(200)(await call("PATCH", path, { key: own.keys.write, body: { location: "Oslo" } }))
      expect(await tagOf(path)).not.toBe(before)
      for (
        const list of ["/jobs", `/applications/${own.ids.id}/notes`, `/sourcing/searches/${own.ids.searchId}/prospects`]
      ) {
        expect(having(200)(await call("GET", list, { key: own.keys.read })).headers.get("etag")).toBeNull()
      }
    })

    test("the tag of a resource covers what it shows of others: an application's tag changes with its notes and its candidate", async () => {
      const { candidateId, id } = await own.make.some(new Set(["id"])) as MadeIds
      const path = `/applications/${id}`
      const tags = [await tagOf(path)]
      await own.make.note(id)
      tags.push(await tagOf(path))
      having(200)(
        await call("PATCH", `/candidates/${candidateId}`, {
          key: own.keys.write,
          body: { full_name: "Grace B. M. Hopper" }
        })
      )
      tags.push(await tagOf(path))
      expect(new Set(tags).size).toBe(3)
    })

    test("If-None-Match with the tag, a weak form of it, a list with it or * is 304 without a body; with others it is 200", async () => {
      const path = `/jobs/${(await own.make.job()).id}`
      const tag = await tagOf(path)
      for (const tags of [tag, `W/${tag}`, `"a", ${tag}`, "*"]) {
        const answer = await unless(path, tags)
        expect([answer.status, await answer.text(), answer.headers.get("etag")]).toEqual([304, "", tag])
        expect(answer.headers.get("x-ratelimit-limit")).not.toBeNull()
        expect(answer.headers.get("cache-control")).toBe("no-store")
      }
      for (const tags of ["\"a\"", tag.slice(1, -1), "", "W/\"a\", \"b\""])
        expect((await unless(path, tags)).status).toBe(200)
      expect((await unless("/jobs/1", "*")).status).toBe(404)
    })

    test("If-Match lets a write pass with the tag in any form that names it, or *", async () => {
      const path = `/jobs/${(await own.make.job()).id}`
      const forms: ReadonlyArray<(tag: string) => string> = [
        (tag) => tag,
        (tag) => `"a" , ${tag}`,
        () => "*",
        () => "\"*\"",
        (tag) => `W/${tag}`,
        (tag) => `w/${tag}`,
        (tag) => `"a", W/${tag}`,
        (tag) => tag.slice(1, -1),
        (tag) => `W/${tag.slice(1, -1)}`,
        (tag) => `'${tag.slice(1, -1)}'`,
        (tag) => `\\"${tag.slice(1, -1)}\\"`,
        (tag) => `W/${tag.replace(/"$/, "-gzip\"")}`
      ]
      for (const form of forms) having(200)(await patch(path, { title: crypto.randomUUID() }, form(await tagOf(path))))
    })

    test("If-Match with the tag of another state is 412, and so is what is no tag; the message says which", async () => {
      const path = `/jobs/${(await own.make.job()).id}`
      const before = await tagOf(path)
      having(200)(await patch(path, { title: crypto.randomUUID() }, before))
      const tag = await tagOf(path)
      const refusals: ReadonlyArray<readonly [string, string]> = [
        [before, "has changed"],
        [`W/${before}`, "has changed"],
        [before.slice(1, -1), "has changed"],
        [`"a", ${before}`, "has changed"],
        ["\"a\"", "has \"a\", which is no ETag"],
        [`${tag.slice(0, -2)}"`, "which is no ETag"],
        ["1", "has \"1\", which is no ETag"],
        ["\"\"", "is empty"],
        ["", "is empty"]
      ]
      for (const [other, message] of refusals) {
        const { error } = having(412)(await patch(path, { title: "Other" }, other)).body
        expect([error.code, error.message]).toEqual(["invalid_request", expect.stringContaining(message)])
      }
      expect(await tagOf(path)).toBe(tag)
    })

    test("a deletion and a move take If-Match too", async () => {
      const { id, jobId, stageId } = await own.make.some(new Set(["id"])) as MadeIds
      const path = `/applications/${id}`
      const stale = await tagOf(path)
      const move = (match: string) =>
        call("POST", `${path}/move`, {
          key: own.keys.write,
          body: { stage_id: stageId },
          headers: { "if-match": match }
        })
      await own.make.note(id)
      having(412)(await move(stale))
      having(200)(await move(await tagOf(path)))
      const remove = (match: string) =>
        call("DELETE", `/jobs/${jobId}`, { key: own.keys.write, headers: { "if-match": match } })
      having(412)(await remove(stale))
      having(200)(await remove(await tagOf(`/jobs/${jobId}`)))
      having(404)(await remove("*"))
    })

    test("a write to a part belongs to the nearest resource: a stage's to its job", async () => {
      const { id, stages } = await own.make.job()
      const tag = await tagOf(`/jobs/${id}`)
      const rename = (name: string) => patch(`/jobs/${id}/stages/${stages[0]!.id}`, { name }, tag)
      having(200)(await rename("First"))
      having(412)(await rename("Second"))
    })

    test("a write that belongs to no resource refuses If-Match, and names it", async () => {
      const answer = await call<ErrorBody>("POST", "/jobs", {
        key: own.keys.write,
        body: { title: "Chef" },
        headers: { "if-match": "*" }
      })
      expect(having(400)(answer).body.error.details?.["issues"]).toMatchObject([
        { path: ["If-Match"], message: expect.stringContaining("no resource") }
      ])
    })

    test("a resource that is sent compressed has a tag of its own, which names the same state", async () => {
      const { id } = await own.make.some(new Set(["id"])) as MadeIds
      const path = `/applications/${id}`
      having(201)(await call("POST", `${path}/notes`, { key: own.keys.write, body: { note: "long ".repeat(2000) } }))
      const get = (encoding: string, known = "") =>
        fetch(servers[0]!.base_url + path, {
          headers: { "authorization": `Bearer ${own.keys.read}`, "accept-encoding": encoding, "if-none-match": known }
        })
      const [plain, zipped] = [(await get("identity")).headers.get("etag")!, (await get("gzip")).headers.get("etag")!]
      expect(zipped).toBe(plain.replace(/"$/, `-gzip"`))
      for (const tag of [plain, zipped]) {
        const answer = await get("gzip", tag)
        expect([answer.status, answer.headers.get("etag")]).toEqual([304, tag])
      }
      having(200)(await patch(path, { source_type: "referral" }, zipped))
      having(412)(await patch(path, { source_type: "careers_page" }, zipped))
    })

    test("a write refuses If-None-Match, and names it", async () => {
      const { id } = await own.make.job()
      const headers = { "if-none-match": "*" }
      const answer = await call<ErrorBody>("PATCH", `/jobs/${id}`, {
        key: own.keys.write,
        body: { title: "Chef" },
        headers
      })
      expect(having(400)(answer).body.error.details?.["issues"]).toMatchObject([
        { path: ["If-None-Match"], message: expect.stringContaining("If-Match") }
      ])
    })

    test("a request that fails without its If-Match fails as it would: 404, 403 and 400 come before 412", async () => {
      const { id } = await own.make.job()
      having(404)(await patch("/jobs/0197f3a2-5b1c-7d4e-8f60-123456789abc", { title: "Chef" }, "\"a\""))
      having(400)(await patch(`/jobs/${id}`, { salary_min: 2, salary_max: 1 }, "\"a\""))
      having(400)(await patch(`/jobs/${id}`, { surprise: 1 }, "\"a\""))
      const note = await own.make.note(own.ids.id)
      const headers = { "if-match": "\"a\"" }
      having(403)(
        await call("PATCH", `/applications/${own.ids.id}/notes/${note.id}`, {
          key: own.keys.other_author,
          body: { note: "Not mine." },
          headers
        })
      )
    })

    test("of 12 changes at once that saw the same tag, one is made; each of the others is 412", async () => {
      const { id } = await own.make.job()
      const tag = await tagOf(`/jobs/${id}`)
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, n) => patch(`/jobs/${id}`, { title: `Title ${n}` }, tag, calls[n % 2]!))
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...answers.slice(1).map(() => 412)])
      const made = answers.find(({ status }) => status === 200)!.body.job
      expect(having(200)(await call<OneJob>("GET", `/jobs/${id}`, { key: own.keys.read })).body.job.title).toBe(
        made.title
      )
    })
  })
}

// An embedded database has one session, so that nothing can come between.
for (const database of databases.filter((database) => database !== pglite)) {
  test(`on ${database.name}, a change that comes between the comparison of the tag and the write makes the answer 412`, async () => {
    const backend = await open(database)
    const call = client((await backend.serve()).base_url)
    const { keys: { write: key }, make } = await tenant(backend, call, { name: "Acme", plan: "growth" })
    const path = `/jobs/${(await make.job()).id}`
    const patch = (through: Call, title: string, headers = {}) =>
      through("PATCH", path, { key, body: { title }, headers })
    /** The first change of a job waits until another request has changed it. */
    const meanwhile = (ports: Context.Context<Ports>): Context.Context<Ports> => {
      const jobs = Context.get(ports, Jobs)
      let other = Effect.promise<unknown>(() => patch(call, "Theirs"))
      const once = Effect.suspend(() => {
        const change = other
        other = Effect.void
        return change
      })
      return Context.add(ports, Jobs, { ...jobs, modify: (...input) => Effect.andThen(once, jobs.modify(...input)) })
    }
    const slow = client((await backend.serve({ replacePorts: meanwhile })).base_url)
    const { headers } = having(200)(await call("GET", path, { key }))
    having(412)(await patch(slow, "Ours", { "if-match": headers.get("etag")! }))
    expect(having(200)(await call<OneJob>("GET", path, { key })).body.job.title).toBe("Theirs")
    await backend.close()
  })
}

test.each(["\"", "“", "\\"])("a tag with many %s within is read in linear time", (part) => {
  expect(growthOf(part, textsIn)).toBeLessThan(linear)
})
