/** What an answer shows can be sent back: it is accepted, and changes nothing. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { fill } from "../conformance/calls.ts"
import { type Name, names, operation, parts } from "../conformance/operations.ts"
import { having, type Json, type JsonObject } from "../harness/Client.ts"
import { digest } from "../harness/Digest.ts"
import type { Ids } from "../harness/Ids.ts"
import { type FilledWorld, filledWorld } from "../harness/World.ts"

const patches = names.filter((name) => name.startsWith("PATCH "))

/** Where an operation's resource is shown, if its path has no GET: the path, and the resource in the answer. */
const elsewhere: Readonly<Record<string, (ids: Ids) => readonly [string, (body: JsonObject) => Json]>> = {
  "PATCH /jobs/{jobId}/stages/{stageId}": (
    ids
  ) => [
    `/jobs/${ids.jobId}`,
    (body) => ((body["job"] as JsonObject)["stages"] as ReadonlyArray<JsonObject>).find(({ id }) => id === ids.stageId)!
  ],
  "PATCH /rejection-reasons/{reasonId}": (
    ids
  ) => [
    "/rejection-reasons",
    (body) => (body["rejection_reasons"] as ReadonlyArray<JsonObject>).find(({ id }) => id === ids.reasonId)!
  ],
  "PATCH /sourcing/prospects/{prospectId}/email": (
    ids
  ) => [`/sourcing/prospects/${ids.prospectId}`, (body) => body["prospect"]!]
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: FilledWorld
    let accepted: (name: Name) => ReadonlyArray<string>
    beforeAll(async () => {
      here = await filledWorld(database)
      const document = await Bun.file(new URL("../../../../docs/openapi.json", import.meta.url)).json()
      accepted = (name) => {
        const { $ref } =
          document.paths[`/api/v1${parts(name).template}`].patch.requestBody.content["application/json"].schema
        return Object.keys(document.components.schemas[$ref.split("/").at(-1)].properties)
      }
    })
    afterAll(() => here.backend.close())

    const sendsBack = async (name: Name, ids: Ids) => {
      const { template } = parts(name)
      const [path, resourceIn] = elsewhere[name]?.(ids) ??
        [fill(name, ids), (body: JsonObject) => Object.values(body)[0]!]
      const key = here.own.keys[operation(name).scope]
      const resource = resourceIn(having(200)(await here.call<JsonObject>("GET", path, { key })).body) as JsonObject
      // A note is called `body` in answers (spec, part 4).
      const shown: JsonObject = template.includes("/notes/") ? { note: resource["body"]! } : resource
      const body = Object.fromEntries(
        accepted(name).filter((field) => field in shown).map((field) => [field, shown[field]!])
      )
      expect(Object.keys(body).length).toBeGreaterThan(0)
      const before = await here.backend.run(digest)
      const patched = having(200)(await here.call<JsonObject>("PATCH", fill(name, ids), { key, body })).body
      expect(Object.values(patched)[0]).toMatchObject(
        template.includes("/notes/") ? { body: resource["body"] } : resource
      )
      expect(await here.backend.run(digest)).toEqual(before)
    }

    test.each(patches)("%s accepts the fields of what is shown, and changes nothing", async (name) => {
      if (name === "PATCH /organization") {
        having(200)(
          await here.call("PATCH", "/organization", {
            key: here.own.keys.admin,
            body: { retention: { anonymise_after_months: 12 } }
          })
        )
      }
      const [prospect] = await here.own.make.prospects(here.own.ids.searchId, {
        email: `${crypto.randomUUID()}@example.com`
      })
      await sendsBack(name, { ...here.own.ids, prospectId: prospect!.id })
    })

    test("fresh things have their nulls accepted too", async () => {
      const { ids, make } = here.own
      const [job, candidate, search, prospects] = [
        await make.job(),
        await make.candidate(),
        await make.search(),
        await make.prospects(ids.searchId, {})
      ]
      await sendsBack("PATCH /jobs/{jobId}", { ...ids, jobId: job.id })
      await sendsBack("PATCH /candidates/{candidateId}", { ...ids, candidateId: candidate.id })
      await sendsBack("PATCH /sourcing/searches/{searchId}", { ...ids, searchId: search.id })
      await sendsBack("PATCH /sourcing/prospects/{prospectId}", { ...ids, prospectId: prospects[0]!.id })
    })

    test("an empty text is null where null is accepted", async () => {
      const { keys, make } = here.own
      const { id } = await make.job({
        department: "R&D",
        employment_type: "Full-time",
        salary_timeframe: "per year",
        salary_currency: "eur"
      })
      const empty = {
        department: "",
        location: " ",
        employment_type: "",
        salary_timeframe: "\u200b",
        salary_currency: "",
        description_md: "\n"
      }
      const { body } = having(200)(
        await here.call<{ job: JsonObject }>("PATCH", `/jobs/${id}`, { key: keys.write, body: empty })
      )
      expect(body.job).toMatchObject(Object.fromEntries(Object.keys(empty).map((field) => [field, null])))
      const candidate = await make.candidate({
        linkedin_url: "",
        website_url: " ",
        github_url: "\ufeff",
        university: ""
      })
      expect(candidate).toMatchObject({ linkedin_url: null, website_url: null, github_url: null, university: null })
    })
  })
}
