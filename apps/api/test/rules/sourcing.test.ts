/** Rules of sourcing: searches, prospects in bulk, the shortlist, and changes. */
import type { SourcingSearch } from "@candor/domain/sourcing/SourcingSearch"
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

    const { add, call, listed } = sourcing(() => here)

    test("a new prospect is discovered and not contacted, and what is not known of it is null", async () => {
      const { id } = await here.own.make.search()
      const prospect = await here.own.make.prospect(id)
      expect(prospect).toMatchObject({
        full_name: "Niklaus Wirth",
        current_title: null,
        current_company: null,
        linkedin_url: null,
        email: null,
        location: null,
        years_experience: null,
        summary: null,
        status: "discovered",
        pipeline_stage: "not_contacted"
      })
      expect(await listed(id)).toEqual([prospect])
      expect(having(200)(await call<OneProspect>("GET", `/sourcing/prospects/${prospect.id}`)).body).toEqual({ prospect })
    })

    test("prospects come in the order of their discovery, over several calls", async () => {
      const { id } = await here.own.make.search()
      const name = (n: number) => ({ full_name: `Prospect ${n}` })
      await here.own.make.prospects(id, ...Array.from({ length: 20 }, (_, n) => name(n)))
      await here.own.make.prospects(id, ...Array.from({ length: 20 }, (_, n) => name(20 + n)))
      expect((await listed(id)).map((prospect) => prospect.full_name)).toEqual(
        Array.from({ length: 40 }, (_, n) => `Prospect ${n}`)
      )
      const { body } = await call<{ search: SourcingSearch }>("GET", `/sourcing/searches/${id}`)
      expect(body.search.prospect_count).toBe(40)
    })

    test("a search without prospects lists none", async () => {
      const search = await here.own.make.search({ query: "title:clerk" })
      expect(search).toMatchObject({ query: "title:clerk", prospect_count: 0 })
      expect(await listed(search.id)).toEqual([])
    })

    test("a search gets another name and query, null clears the query, and the same again changes nothing", async () => {
      const search = await here.own.make.search({ query: "title:clerk" })
      await here.own.make.prospect(search.id)
      const path = `/sourcing/searches/${search.id}`
      const patched = async (patch: JsonObject) =>
        having(200)(await call<{ search: SourcingSearch }>("PATCH", path, patch)).body.search
      expect(await patched({ name: "Clerks" })).toEqual({ ...search, name: "Clerks", prospect_count: 1 })
      const cleared = { ...search, name: "Clerks", query: null, prospect_count: 1 }
      expect(await patched({ query: null })).toEqual(cleared)
      const before = await here.backend.run(digest)
      expect(await patched({ name: "Clerks", query: null })).toEqual(cleared)
      expect(await patched({})).toEqual(cleared)
      expect(await here.backend.run(digest)).toEqual(before)
      expect(having(200)(await call("GET", path)).body).toEqual({ search: cleared })
    })

    test("a deleted search is gone with its prospects, and deleting it again is 404", async () => {
      const { id } = await here.own.make.search()
      const prospect = await here.own.make.prospect(id)
      const path = `/sourcing/searches/${id}`
      expect(having(200)(await call("DELETE", path)).body).toEqual({ deleted: true })
      const paths = [["DELETE", path], ["GET", path], ["GET", `${path}/prospects`]] as const
      for (const [method, path] of paths) {
        expect(having(404)(await call<ErrorBody>(method, path)).body.error.message).toBe("There is no sourcing search with this id.")
      }
      having(404)(await call("DELETE", `/sourcing/prospects/${prospect.id}`))
    })

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

    test("1,000 prospects pass in one call, 1,001 and none do not", async () => {
      const { id } = await here.own.make.search()
      const drafts = Array.from({ length: 1001 }, (_, n) => ({ full_name: `Prospect ${n}`, years_experience: n % 50 }))
      having(400)(await add(id, drafts))
      having(400)(await add(id, []))
      expect(await listed(id)).toEqual([])
      having(201)(await add(id, drafts.slice(0, 1000)))
      expect(await listed(id)).toHaveLength(1000)
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

    test("shortlisting twice, and removing twice, is 200 and the second time changes nothing", async () => {
      const discovered = await here.own.make.prospect((await here.own.make.search()).id)
      const path = `/sourcing/prospects/${discovered.id}/shortlist`
      const asking = async (method: string) => having(200)(await call<OneProspect>(method, path)).body.prospect
      expect(await asking("DELETE")).toEqual(discovered)
      const shortlisted = await asking("POST")
      expect(shortlisted).toEqual({ ...discovered, status: "shortlisted" })
      const before = await here.backend.run(digest)
      expect(await asking("POST")).toEqual(shortlisted)
      expect(await here.backend.run(digest)).toEqual(before)
      expect(await asking("DELETE")).toEqual(discovered)
      expect(await asking("DELETE")).toEqual(discovered)
    })

    test("an e-mail address is set and replaced, and what is no address is 400", async () => {
      const prospect = await here.own.make.prospect((await here.own.make.search()).id)
      const path = `/sourcing/prospects/${prospect.id}/email`
      for (const email of ["wirth@example.com", "niklaus.wirth+jobs@example.co.uk"]) {
        const { body } = having(200)(await call<OneProspect>("PATCH", path, { email }))
        expect(body.prospect).toEqual({ ...prospect, email })
      }
      const before = await here.backend.run(digest)
      for (const email of ["", "wirth", "wirth@", "@example.com", "a b@example.com", "w@example", null, 1]) {
        expect(having(400)(await call<ErrorBody>("PATCH", path, { email })).body.error.message).toContain("email")
      }
      having(400)(await call("PATCH", path, {}))
      expect(await here.backend.run(digest)).toEqual(before)
    })

    const patched = (id: string, patch: JsonObject) => call<OneProspect & ErrorBody>("PATCH", `/sourcing/prospects/${id}`, patch)

    test("a prospect's fields are changed and cleared, the e-mail address too, and the same again changes nothing", async () => {
      const { id } = await here.own.make.search()
      const prospect = await here.own.make.prospect(id, { email: "wirth@example.com", summary: "Pascal" })
      const patch = { full_name: "N. Wirth", current_title: "Professor", email: null, summary: null, years_experience: 40 }
      const changed = { ...prospect, ...patch }
      expect(having(200)(await patched(prospect.id, patch)).body.prospect).toEqual(changed)
      expect(await listed(id)).toEqual([changed])
      const before = await here.backend.run(digest)
      expect(having(200)(await patched(prospect.id, patch)).body.prospect).toEqual(changed)
      expect(having(200)(await patched(prospect.id, {})).body.prospect).toEqual(changed)
      expect(await here.backend.run(digest)).toEqual(before)
    })

    test("a pipeline stage moves to one that may follow, and back to any earlier one; any other is 400 with those", async () => {
      const { id } = await here.own.make.prospect((await here.own.make.search()).id)
      const { error } = having(400)(await patched(id, { pipeline_stage: "converted" })).body
      expect(error.message).toBe("pipeline_stage: not_contacted does not accept converted. It accepts contacted.")
      expect(error.details).toEqual({ pipeline_stage: "not_contacted", accepted: ["contacted"] })
      for (const pipeline_stage of ["contacted", "contacted", "replied", "interested", "not_interested"]) {
        expect(having(200)(await patched(id, { pipeline_stage })).body.prospect.pipeline_stage as string).toBe(pipeline_stage)
      }
      const before = await here.backend.run(digest)
      const last = having(400)(await patched(id, { pipeline_stage: "converted", full_name: "Other" })).body.error
      expect(last.details).toEqual({ pipeline_stage: "not_interested", accepted: ["not_contacted", "contacted", "replied", "interested"] })
      expect(await here.backend.run(digest)).toEqual(before)
      for (const pipeline_stage of ["interested", "replied", "contacted", "not_contacted"]) {
        expect(having(200)(await patched(id, { pipeline_stage })).body.prospect.pipeline_stage as string).toBe(pipeline_stage)
      }
    })

    test("a deleted prospect is gone, deleting it again is 404, and its LinkedIn URL is free", async () => {
      const { id } = await here.own.make.search()
      const linkedin_url = "https://www.linkedin.com/in/niklaus"
      const prospect = await here.own.make.prospect(id, { linkedin_url })
      const remove = () => call<ErrorBody>("DELETE", `/sourcing/prospects/${prospect.id}`)
      expect(having(200)(await remove()).body as unknown).toMatchObject({ deleted: true })
      expect(await listed(id)).toEqual([])
      expect(having(404)(await remove()).body.error.message).toBe("There is no prospect with this id.")
      having(404)(await patched(prospect.id, { email: null }))
      having(404)(await call("GET", `/sourcing/prospects/${prospect.id}`))
      having(404)(await call("POST", `/sourcing/prospects/${prospect.id}/shortlist`))
      const { body } = having(200)(await call<{ search: SourcingSearch }>("GET", `/sourcing/searches/${id}`))
      expect(body.search.prospect_count).toBe(0)
      await here.own.make.prospect(id, { linkedin_url })
    })

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
