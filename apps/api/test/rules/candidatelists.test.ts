/** Lists of candidates and the search for them: orders, cursors, and what a request says wrong. */
import type { CandidateDetail } from "@candor/domain/candidate/Candidate"
import type { CandidateId } from "@candor/domain/Id"
import type { SearchResult } from "@candor/domain/search/CandidateSearch"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having } from "../harness/Client.ts"
import { type FilledWorld, worldWith } from "../harness/World.ts"

const nobodys = "00000000-0000-4000-8000-000000000000"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: FilledWorld
    beforeAll(async () => {
      here = await worldWith(database)
    })
    afterAll(() => here.backend.close())

    const list = async (query: string) => {
      const answer = having(200)(
        await here.call<{ candidates: ReadonlyArray<CandidateDetail> }>("GET", `/candidates?${query}`, {
          key: here.own.keys.read
        })
      )
      return {
        names: answer.body.candidates.map(({ full_name }) => full_name),
        next: /[?]([^>]*)>/.exec(answer.headers.get("link") ?? "")?.[1] ?? ""
      }
    }
    const refused = async (query: string) =>
      having(400)(await here.call<ErrorBody>("GET", `/candidates?${query}`, { key: here.own.keys.read })).body.error

    test("by name goes on behind its link, and refuses a cursor of another order", async () => {
      for (const full_name of ["carol", "Bob", "alice"]) await here.own.make.candidate({ full_name, tags: ["by name"] })
      const first = await list("sort=name&limit=2&tag=by+name")
      expect(first.names).toEqual(["alice", "Bob"])
      expect((await list(first.next)).names).toEqual(["carol"])
      for (const order of ["sort=newest", "sort=family_name", "updated_since=2026-01-01T00:00:00Z"]) {
        const { details } = await refused(first.next.replace("sort=name", order))
        expect(details?.["issues"]).toMatchObject([{
          path: ["cursor"],
          message: "Expected a cursor of a page in the same order"
        }])
      }
    })

    test("by family name goes on behind its link", async () => {
      for (const [full_name, family_name] of [["Ada Zz", "Aa"], ["Cc, Bea", null], ["Bo Bb", null]] as const)
        await here.own.make.candidate({ full_name, family_name, tags: ["by family"] })
      const first = await list("sort=Family-Name&limit=1&tag=by+family")
      const second = await list(first.next)
      expect([first.names, second.names, (await list(second.next)).names]).toEqual([["Ada Zz"], ["Bo Bb"], ["Cc, Bea"]])
      expect((await refused(first.next.replace("sort=Family-Name", "sort=name"))).details?.["issues"]).toMatchObject([{
        path: ["cursor"]
      }])
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
      expect(details?.["issues"]).toMatchObject([{ path: [parameter], message: expect.stringMatching(/^Expected /) }])
    })

    test("refuses a sort beside updated_since", async () => {
      const { details } = await refused("sort=name&updated_since=2026-01-01T00:00:00Z")
      expect(details?.["issues"]).toMatchObject([{
        path: ["sort"],
        message: expect.stringContaining("Expected no sort")
      }])
    })

    describe("the search", () => {
      const search = async (query: string) => {
        const answer = having(200)(
          await here.call<{ results: ReadonlyArray<SearchResult> }>("GET", `/candidates/search?${query}`, {
            key: here.own.keys.read
          })
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
        for (
          const query of [
            "q=zymurg",
            "q=zymur&tag=cursors",
            "q=zymurg+one&tag=cursors",
            "q=zymurg&tag=cursor",
            "q=zymurg&tag=cursors&years_min=5"
          ]
        ) {
          const { body } = having(400)(
            await here.call<ErrorBody>("GET", `/candidates/search?${query}&cursor=${cursor}`, {
              key: here.own.keys.read
            })
          )
          expect([query, body.error.code, body.error.details?.["issues"]]).toMatchObject([
            query,
            "invalid_request",
            [{ path: ["cursor"], message: "Expected a cursor of a page with the same words and filters" }]
          ])
        }
      })

      test.each([
        ["/candidates/search?q=ada", { match: "text", score: 2_147_483_648, id: nobodys, search: 1 }],
        ["/candidates/search?q=ada", { match: "none", score: 0, id: nobodys, search: 1 }],
        ["/candidates?sort=name", { full_name: "\u0000", id: nobodys }]
      ])("%s with a cursor of %j is 400", async (path, position) => {
        having(400)(
          await here.call("GET", `${path}&cursor=${btoa(JSON.stringify(position))}`, { key: here.own.keys.read })
        )
      })

      test("words are optional beside a filter, whose candidates come newest first", async () => {
        const tags = ["optional"]
        const made: Array<CandidateId> = []
        for (const full_name of ["Opal One", "Opal Two", "Opal Three"])
          made.unshift((await here.own.make.candidate({ full_name, tags })).id)
        const first = await search("tag=optional&limit=2")
        expect([...first.ids, ...(await search(first.next)).ids]).toEqual(made)
        expect((await search("q=+&tag=optional")).ids).toEqual(made)
        expect((await search("q=-three&tag=optional")).ids).toEqual(made.slice(1))
      })
    })
  })
}
