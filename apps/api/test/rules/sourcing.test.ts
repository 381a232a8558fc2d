/** Rules of sourcing: searches, prospects in bulk, the shortlist, and changes. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { digest } from "../harness/Digest.ts"
import { issuesOf, type OneProspect, sourcing } from "../harness/Sourcing.ts"
import { type World, world } from "../harness/World.ts"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const { add, call } = sourcing(() => here)

    test.each([
      [{ name: null }, "name: Expected string"],
      [{ name: "" }, "name: Expected"],
      [{ query: "x".repeat(2001) }, "query: Expected"],
      [{ prospect_count: 0 }, "prospect_count: "]
    ])("a patch of a search of %j is 400 at the field", async (patch, message) => {
      const { id } = await here.own.make.search()
      const { body } = having(400)(await call<ErrorBody>("PATCH", `/sourcing/searches/${id}`, patch))
      expect(body.error.message).toContain(message)
    })

    test("one bad prospect refuses them all, and each error has its index", async () => {
      const { id } = await here.own.make.search()
      const before = await here.backend.run(digest)
      const { body } = having(400)(await add(id, [
        { full_name: "Good" },
        { full_name: "" },
        { full_name: "Good too" },
        { full_name: "Bad", email: "bad", years_experience: -1 },
        { name: "Unknown" }
      ]))
      const paths = issuesOf(body).map((issue) => issue.path.join("."))
      expect(paths).toEqual(expect.arrayContaining([
        "prospects.1.full_name",
        "prospects.3.email",
        "prospects.3.years_experience",
        "prospects.4.full_name",
        "prospects.4.name"
      ]))
      expect(paths.filter((path) => /^prospects\.[02]/.test(path))).toEqual([])
      expect(await here.backend.run(digest)).toEqual(before)
    })

    const patched = (id: string, patch: JsonObject) => call<OneProspect & ErrorBody>("PATCH", `/sourcing/prospects/${id}`, patch)

    test.each([
      [{ full_name: null }, "full_name: Expected"],
      [{ email: "wirth" }, "email: Expected"],
      [{ pipeline_stage: "hired" }, "pipeline_stage: Expected"],
      [{ pipeline_stage: null }, "pipeline_stage: Expected"],
      [{ status: "shortlisted" }, "status: "]
    ])("a patch of a prospect of %j is 400 at the field", async (patch, message) => {
      const { id } = await here.own.make.prospect((await here.own.make.search()).id)
      expect(having(400)(await patched(id, patch)).body.error.message).toContain(message)
    })

    test.each([{}, { name: "" }, { name: null }, { name: "x", query: 1 }, { name: "x", surprise: 1 }])(
      "a search of %j is 400",
      async (body) => {
        having(400)(await call("POST", "/sourcing/searches", body))
      }
    )
  })
}
