/** Duplicate prospects of a search: which addresses it has once, and how a request learns of them. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { having } from "../harness/Client.ts"
import { issuesOf, sourcing } from "../harness/Sourcing.ts"
import { type World, world } from "../harness/World.ts"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const { add, listed } = sourcing(() => here)

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



  })
}
