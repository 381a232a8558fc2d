/** Duplicate prospects of a search: which addresses it has once, and how a request learns of them. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having } from "../harness/Client.ts"
import { issuesOf, sourcing } from "../harness/Sourcing.ts"
import { type World, world } from "../harness/World.ts"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const { add, call, listed } = sourcing(() => here)

    test("a search has a LinkedIn profile once: a second one refuses all, with its index", async () => {
      const { id } = await here.own.make.search()
      await here.own.make.prospect(id, { linkedin_url: "https://www.linkedin.com/in/niklaus" })
      const { body } = having(400)(await add(id, [
        { full_name: "New", linkedin_url: "linkedin.com/in/new" },
        { full_name: "Known", linkedin_url: "https://ch.linkedin.com/in/niklaus/" },
        { full_name: "New again", linkedin_url: "https://www.linkedin.com/in/new?x=1" }
      ]))
      expect(issuesOf(body).map((issue) => issue.path)).toEqual([
        ["prospects", 1, "linkedin_url"],
        ["prospects", 2, "linkedin_url"]
      ])
      expect(await listed(id)).toHaveLength(1)
      const other = await here.own.make.search()
      await here.own.make.prospect(other.id, { linkedin_url: "https://www.linkedin.com/in/niklaus" })
    })


    test("a search has an e-mail address once, in any case of letters: the error names the prospect that has it", async () => {
      const { id } = await here.own.make.search()
      const known = await here.own.make.prospect(id, { email: "wirth@example.com", linkedin_url: "https://www.linkedin.com/in/wirth" })
      const { body } = having(400)(await add(id, [
        { full_name: "New", email: "new@example.com" },
        { full_name: "Known", email: "Wirth@example.com", linkedin_url: "linkedin.com/in/Wirth" },
        { full_name: "New again", email: "NEW@example.com" }
      ]))
      expect(issuesOf(body)).toEqual([
        {
          path: ["prospects", 1, "linkedin_url"],
          message: "Expected an address that the search does not have yet; got https://www.linkedin.com/in/wirth",
          existing_id: known.id
        },
        {
          path: ["prospects", 1, "email"],
          message: "Expected an address that the search does not have yet; got Wirth@example.com",
          existing_id: known.id
        },
        { path: ["prospects", 2, "email"], message: "Expected an address that differs from that of prospects.0; got NEW@example.com" }
      ])
      expect(await listed(id)).toEqual([known])
    })


    test("a prospect does not get the e-mail address of another one of its search", async () => {
      const { id } = await here.own.make.search()
      await here.own.make.prospect(id, { email: "wirth@example.com" })
      const other = await here.own.make.prospect(id)
      for (const path of [`/sourcing/prospects/${other.id}`, `/sourcing/prospects/${other.id}/email`]) {
        const { body } = having(400)(await call<ErrorBody>("PATCH", path, { email: "WIRTH@example.com" }))
        expect(issuesOf(body)).toEqual([
          { path: ["email"], message: "Expected an address that no other prospect of the search has" }
        ])
      }
      expect((await listed(id))[1]).toEqual(other)
    })


    test("a prospect does not get the LinkedIn URL of another one of its search", async () => {
      const { id } = await here.own.make.search()
      await here.own.make.prospect(id, { linkedin_url: "https://www.linkedin.com/in/niklaus" })
      const other = await here.own.make.prospect(id)
      const { body } = having(400)(await call<ErrorBody>("PATCH", `/sourcing/prospects/${other.id}`, { linkedin_url: "ch.linkedin.com/in/niklaus/", summary: "x" }))
      expect(issuesOf(body)).toEqual([
        { path: ["linkedin_url"], message: "Expected an address that no other prospect of the search has" }
      ])
      expect((await listed(id))[1]).toEqual(other)
    })
  })
}
