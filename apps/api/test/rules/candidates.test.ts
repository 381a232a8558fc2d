/** Rules of candidates: unknown facts, LinkedIn URLs and the profiles that they start. */
import type { AiProfile } from "@candor/domain/profile/AiProfile"
import type { ApplicationDetail } from "@candor/domain/application/Application"
import type { Candidate } from "@candor/domain/candidate/Candidate"
import { oneDatabase } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { digest } from "../harness/Digest.ts"
import { freshEmail } from "../harness/Makers.ts"
import { type World, world } from "../harness/World.ts"

const ada = "https://www.linkedin.com/in/ada-lovelace"

for (const database of oneDatabase) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const patch = <Body = { candidate: Candidate }>(id: string, body: JsonObject) =>
      here.call<Body>("PATCH", `/candidates/${id}`, { key: here.own.keys.write, body })
    const patched = async (id: string, body: JsonObject) => having(200)(await patch(id, body)).body.candidate
    const read = async (id: string) =>
      having(200)(await here.call<{ candidate: Candidate }>("GET", `/candidates/${id}`, { key: here.own.keys.read }))
        .body.candidate

    /** The profiles of a candidate, as an application of theirs shows them. */
    const profiles = async (candidateId: string) => {
      const application = await here.own.make.application((await here.own.make.job()).id, candidateId)
      const { body } = await here.call<{ application: ApplicationDetail }>("GET", `/applications/${application.id}`, {
        key: here.own.keys.read
      })
      return body.application.ai_profiles
    }
    const pending: AiProfile = { status: "pending", summary: null, extracted_json: null }

    test("facts that are not known are null, and null forgets a fact", async () => {
      const unknown = {
        linkedin_url: null,
        website_url: null,
        github_url: null,
        years_experience: null,
        university: null
      }
      const candidate = await here.own.make.candidate()
      expect(candidate).toMatchObject(unknown)
      const known = {
        linkedin_url: ada,
        website_url: "https://example.com/",
        github_url: "https://github.com/ada",
        years_experience: 0,
        university: "Home"
      }
      expect(await patched(candidate.id, known)).toEqual({ ...candidate, ...known })
      expect(await read(candidate.id)).toEqual({ ...candidate, ...known })
      expect(await patched(candidate.id, unknown)).toEqual(candidate)
    })

    test.each([
      ada,
      "http://www.linkedin.com/in/ada-lovelace",
      "https://linkedin.com/in/ada-lovelace/",
      "linkedin.com/in/ada-lovelace",
      "www.linkedin.com/in/ada-lovelace",
      "https://uk.linkedin.com/in/Ada-Lovelace?originalSubdomain=uk#top",
      "  https://www.linkedin.com/in/ada-lovelace  "
    ])("%j is stored as the one form", async (linkedin_url) => {
      expect((await here.own.make.candidate({ linkedin_url })).linkedin_url).toBe(ada)
      const { id } = await here.own.make.candidate()
      expect((await patched(id, { linkedin_url })).linkedin_url).toBe(ada)
    })

    test.each([
      "https://www.linkedin.com/company/acme",
      "https://www.linkedin.com/in/",
      "https://www.linkedin.com/in/ada/details",
      "https://linkedin.com.evil.example/in/ada",
      "https://evil.example/linkedin.com/in/ada",
      "https://example.com/in/ada",
      "javascript:alert(1)",
      "ada",
      ""
    ])("%j is no LinkedIn profile: 400", async (linkedin_url) => {
      const { body } = having(400)(await patch<ErrorBody>(here.own.ids.candidateId, { linkedin_url }))
      expect(body.error.message).toMatch(/linkedin_url: Expected the address of a LinkedIn profile/)
    })

    test("a new LinkedIn URL starts processing, another spelling of it does not, another one does again", async () => {
      const { id } = await here.own.make.candidate()
      expect(await profiles(id)).toEqual([])
      await patched(id, { linkedin_url: ada })
      expect(await profiles(id)).toEqual([pending])
      await patched(id, { linkedin_url: "linkedin.com/in/ADA-lovelace/", university: "Home" })
      expect(await profiles(id)).toEqual([pending])
      await patched(id, { linkedin_url: "https://www.linkedin.com/in/countess" })
      expect(await profiles(id)).toEqual([pending, pending])
      await patched(id, { linkedin_url: null })
      expect(await profiles(id)).toHaveLength(2)
    })

    test("a candidate who is made with a LinkedIn URL has a pending profile from the start", async () => {
      const { id } = await here.own.make.candidate({ linkedin_url: ada })
      expect(await profiles(id)).toEqual([pending])
    })

    test("an empty patch, and one of what is so already, is 200 and changes nothing", async () => {
      const candidate = await here.own.make.candidate({ linkedin_url: ada })
      const before = await here.backend.run(digest)
      expect(await patched(candidate.id, {})).toEqual(candidate)
      expect(await patched(candidate.id, { full_name: candidate.full_name, linkedin_url: ada })).toEqual(candidate)
      expect(await here.backend.run(digest)).toEqual(before)
    })

    test.each([
      ["full_name", ""],
      ["full_name", null],
      ["primary_email", "ada"],
      ["primary_email", "ada@"],
      ["primary_email", null],
      ["primary_email", "ada@localhost"],
      ["years_experience", -1],
      ["years_experience", 1.5],
      ["years_experience", "3"],
      ["website_url", "example.com"],
      ["website_url", "javascript:alert(1)"],
      ["github_url", "ftp://example.com"],
      ["linkedin_url", 1],
      ["university", ""],
      ["surprise", 1]
    ])("%s = %j is 400, and the message names the field", async (field, value) => {
      const { body } = having(400)(await patch<ErrorBody>(here.own.ids.candidateId, { [field]: value }))
      expect(body.error.message).toContain(field)
      const draft = { full_name: "Ada", primary_email: freshEmail(), [field]: value }
      having(400)(await here.call("POST", "/candidates", { key: here.own.keys.write, body: draft }))
    })

    test.each(["full_name", "primary_email"])("a candidate without %s is 400", async (missing) => {
      const body = Object.fromEntries(
        Object.entries({ full_name: "Ada", primary_email: freshEmail() }).filter(([field]) => field !== missing)
      )
      const answer = having(400)(await here.call<ErrorBody>("POST", "/candidates", { key: here.own.keys.write, body }))
      expect(answer.body.error.message).toContain(missing)
    })
  })
}
