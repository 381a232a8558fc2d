/** Lists of candidates and the search for them: orders, tags, cursors, and what a request says wrong. */
import type { CandidateDetail } from "@candor/domain/candidate/Candidate"
import type { SearchResult } from "@candor/domain/candidate/CandidateSearch"
import type { CandidateId } from "@candor/domain/Id"
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

    describe("the search", () => {
      const search = async (query: string) => {
        const answer = having(200)(
          await here.call<{ results: ReadonlyArray<SearchResult> }>("GET", `/candidates/search?${query}`, { key: here.own.keys.read })
        )
        return {
          ids: answer.body.results.map(({ candidate: { id } }) => id),
          next: /[?]([^>]*)>/.exec(answer.headers.get("link") ?? "")?.[1] ?? ""
        }
      }

      test("a cursor leads to the next page of its words and filters, and is refused with others", async () => {
        const tags = ["cursors"]
        const made: Array<CandidateId> = []
        for (const full_name of ["Zymurg One", "Zymurg Two", "Zymurg Three"]) {
          made.push((await here.own.make.candidate({ full_name, tags, years_experience: 5 })).id)
        }
        const first = await search("q=zymurg&tag=cursors&limit=1")
        const second = await search(first.next)
        // Another size, the words in capitals: the same search.
        const third = await search(second.next.replace("limit=1", "limit=2").replace("q=zymurg", "q=+ZYMURG"))
        expect([...first.ids, ...second.ids, ...third.ids].toSorted()).toEqual(made.toSorted())
        const cursor = new URLSearchParams(first.next).get("cursor")!
        expect((await search(`tag=Cursors&cursor=${cursor}&q=zymurg&limit=1`)).ids).toEqual(second.ids)
        for (const query of ["q=zymurg", "q=zymur&tag=cursors", "q=zymurg+one&tag=cursors", "q=zymurg&tag=cursor", "q=zymurg&tag=cursors&years_min=5"]) {
          const { body } = having(400)(
            await here.call<ErrorBody>("GET", `/candidates/search?${query}&cursor=${cursor}`, { key: here.own.keys.read })
          )
          expect([query, body.error.code, body.error.details?.["issues"]]).toEqual([
            query,
            "invalid_request",
            [{ path: ["cursor"], message: "Expected a cursor of a page with the same words and filters" }]
          ])
        }
      })

      test("words are optional beside a filter, whose candidates come newest first", async () => {
        const tags = ["optional"]
        const made: Array<CandidateId> = []
        for (const full_name of ["Opal One", "Opal Two", "Opal Three"]) made.unshift((await here.own.make.candidate({ full_name, tags })).id)
        const first = await search("tag=optional&limit=2")
        expect([...first.ids, ...(await search(first.next)).ids]).toEqual(made)
        expect((await search("q=+&tag=optional")).ids).toEqual(made)
        expect((await search("q=-three&tag=optional")).ids).toEqual(made.slice(1))
      })

      test.each([
        ["", "q", "Expected words to search for, or a filter"],
        ["q=", "q", "Expected words to search for, or a filter"],
        ["limit=5", "q", "Expected words to search for, or a filter"],
        ["q=-java", "q", "Expected a word that is not excluded, or a filter"],
        ["q=(java+spring)+OR+kotlin", "q", "Expected parentheses only around words that OR joins, such as (java OR kotlin)"]
      ])("?%s is refused, and %s says why", async (query, path, message) => {
        const { body } = having(400)(await here.call<ErrorBody>("GET", `/candidates/search?${query}`, { key: here.own.keys.read }))
        expect(body.error.details?.["issues"]).toEqual([{ path: [path], message: expect.stringContaining(message) }])
      })

      test.each([
        { match: "text", score: 0, id: "00000000-0000-4000-8000-000000000000" },
        { match: "text", score: 0, id: "00000000-0000-4000-8000-000000000000", search: "1" },
        { match: "text", score: 2_147_483_648, id: "00000000-0000-4000-8000-000000000000", search: 1 },
        { match: "none", score: 0, id: "00000000-0000-4000-8000-000000000000", search: 1 }
      ])("a cursor of %j is refused", async (position) => {
        const cursor = btoa(JSON.stringify(position))
        const { body } = having(400)(await here.call<ErrorBody>("GET", `/candidates/search?q=ada&cursor=${cursor}`, { key: here.own.keys.read }))
        expect(body.error.details?.["issues"]).toEqual([
          { path: ["cursor"], message: expect.stringContaining("a cursor from next_cursor or the Link header of an earlier answer") }
        ])
      })

      test("a cursor of names with a text that no name can have is refused", async () => {
        const cursor = btoa(JSON.stringify({ full_name: "\u0000", id: "00000000-0000-4000-8000-000000000000" }))
        having(400)(await here.call("GET", `/candidates?sort=name&cursor=${cursor}`, { key: here.own.keys.read }))
      })
    })
  })
}
