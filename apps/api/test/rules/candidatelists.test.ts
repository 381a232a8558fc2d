/** The list of candidates: its orders and filters, and tags. */
import type { CandidateDetail } from "@candor/domain/candidate/Candidate"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { type World, world } from "../harness/World.ts"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const list = async (query: string) => {
      const answer = having(200)(
        await here.call<{ candidates: ReadonlyArray<CandidateDetail> }>("GET", `/candidates?${query}`, { key: here.own.keys.read })
      )
      return {
        names: answer.body.candidates.map(({ full_name }) => full_name),
        next: /[?]([^>]*)>/.exec(answer.headers.get("link") ?? "")?.[1] ?? ""
      }
    }
    const refused = async (query: string) =>
      having(400)(await here.call<ErrorBody>("GET", `/candidates?${query}`, { key: here.own.keys.read })).body.error
    const patch = <Body = { candidate: CandidateDetail }>(id: string, body: JsonObject) =>
      here.call<Body>("PATCH", `/candidates/${id}`, { key: here.own.keys.write, body })
    const patched = async (id: string, body: JsonObject) => having(200)(await patch(id, body)).body.candidate

    test("by name goes on behind its link, and refuses a cursor of another order", async () => {
      for (const full_name of ["carol", "Bob", "alice"]) await here.own.make.candidate({ full_name, tags: ["by name"] })
      const first = await list("sort=name&limit=2&tag=by+name")
      expect(first.names).toEqual(["alice", "Bob"])
      expect((await list(first.next)).names).toEqual(["carol"])
      for (const order of ["sort=newest", "updated_since=2026-01-01T00:00:00Z"]) {
        const { details } = await refused(first.next.replace("sort=name", order))
        expect(details?.["issues"]).toEqual([{ path: ["cursor"], message: "Expected a cursor of a page in the same order" }])
      }
    })

    test.each([
      ["sort", "oldest"],
      ["sort", ""],
      ["tag", ""],
      ["tag", "x".repeat(51)],
      ["updated_since", "yesterday"],
      ["updated_since", "2026-02-30"],
      ["updated_since", "2026-02-30T00:00:00Z"],
      ["updated_since", "2026-01-01T00:00:00"],
      ["cursor", btoa(JSON.stringify({ updated_at: "2026-99-01T00:00:00.000Z", id: crypto.randomUUID() }))]
    ])("refuses %s=%s, and says which it is", async (parameter, value) => {
      const { details } = await refused(`${parameter}=${encodeURIComponent(value)}`)
      expect(details?.["issues"]).toEqual([{ path: [parameter], message: expect.stringMatching(/^Expected /) }])
    })

    test("refuses a sort beside updated_since", async () => {
      const { details } = await refused("sort=name&updated_since=2026-01-01T00:00:00Z")
      expect(details?.["issues"]).toEqual([{ path: ["sort"], message: expect.stringContaining("Expected no sort") }])
    })

    test("tags have one form, are replaced as a whole, and are found in any spelling", async () => {
      const { id, tags } = await here.own.make.candidate({ tags: ["Remote", " Senior  Engineer", "remote"], full_name: "tagged" })
      expect(tags).toEqual(["remote", "senior engineer"])
      expect((await list("tag=SENIOR+engineer")).names).toEqual(["tagged"])
      expect((await patched(id, { tags: ["Compilers"] })).tags).toEqual(["compilers"])
      expect((await list("tag=senior+engineer")).names).toEqual([])
      expect((await patched(id, { university: "Yale" })).tags).toEqual(["compilers"])
      expect((await patched(id, { tags: [] })).tags).toEqual([])
    })

    test.each([
      ["tags", Array.from({ length: 21 }, (_, n) => `${n}`)],
      ["tags", null],
      ["tags", "remote"],
      ["tags.0", [""]],
      ["tags.1", ["remote", "two\nlines"]]
    ])("%s of %j are 400, and the message names them", async (path, tags) => {
      const { error } = having(400)(await patch<ErrorBody>(here.own.ids.candidateId, { tags })).body
      expect(error.message).toContain(`${path}: Expected`)
    })
  })
}
