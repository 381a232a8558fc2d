/** The search of candidates: its pages. What it finds is tested in packages/sql/test. */
import type { SearchResult } from "@candor/domain/candidate/CandidateSearch"
import type { CandidateId } from "@candor/domain/Id"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having } from "../harness/Client.ts"
import { type World, world } from "../harness/World.ts"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

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
}
