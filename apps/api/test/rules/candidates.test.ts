/** Rules of candidates: unknown facts, LinkedIn URLs and the profiles that they start. */
import type { ApplicationDetail } from "@candor/domain/application/Application"
import type { CandidateDetail } from "@candor/domain/candidate/Candidate"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { digest } from "../harness/Digest.ts"
import { freshEmail } from "../harness/Makers.ts"
import { type World, world } from "../harness/World.ts"

const ada = "https://www.linkedin.com/in/ada-lovelace"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const patch = <Body = { candidate: CandidateDetail }>(id: string, body: JsonObject) =>
      here.call<Body>("PATCH", `/candidates/${id}`, { key: here.own.keys.write, body })
    const patched = async (id: string, body: JsonObject) => having(200)(await patch(id, body)).body.candidate
    const read = async (id: string) =>
      having(200)(await here.call<{ candidate: CandidateDetail }>("GET", `/candidates/${id}`, { key: here.own.keys.read }))
        .body.candidate

    /** The profiles of a candidate, as an application of theirs shows them. */
    const profiles = async (candidateId: string) => {
      const application = await here.own.make.application((await here.own.make.job()).id, candidateId)
      const { body } = await here.call<{ application: ApplicationDetail }>("GET", `/applications/${application.id}`, {
        key: here.own.keys.read
      })
      return body.application.ai_profiles
    }
    const replaced = { id: expect.any(String), status: "pending" as const, summary: null, extracted_json: null, is_current: false }
    const pending = { ...replaced, is_current: true }

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
      const updated_at = expect.any(String)
      expect(await patched(candidate.id, known)).toEqual({ ...candidate, ...known, updated_at })
      expect(await read(candidate.id)).toEqual({ ...candidate, ...known, updated_at })
      expect(await patched(candidate.id, unknown)).toEqual({ ...candidate, updated_at })
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
      "https://linkedin.com.evil.example/in/ada",
      "https://evil.example/linkedin.com/in/ada",
      "https://example.com/in/ada",
      "javascript:alert(1)",
      "ada"
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
      expect(await profiles(id)).toEqual([pending, replaced])
      await patched(id, { linkedin_url: null })
      expect(await profiles(id)).toEqual([replaced, replaced])
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

    test("an anonymised candidate stays without the person, is not changed by being anonymised again, and can only be deleted", async () => {
      const { id } = await here.own.make.candidate({ linkedin_url: ada, tags: ["remote"], university: "Home" })
      const application = await here.own.make.application(here.own.ids.jobId, id)
      const send = <Body>(method: string, path: string, body?: JsonObject) =>
        here.call<Body>(method, path, { key: here.own.keys.write, ...(body && { body }) })
      const anonymise = async () =>
        having(200)(await send<{ candidate: CandidateDetail }>("POST", `/candidates/${id}/anonymise`)).body.candidate
      const anonymised = await anonymise()
      expect(anonymised).toMatchObject({
        id,
        full_name: "Anonymised candidate",
        primary_email: "anonymised@candor.invalid",
        linkedin_url: null,
        university: null,
        tags: [],
        anonymised_at: anonymised.updated_at
      })
      expect(await anonymise()).toEqual(anonymised)
      expect(await read(id)).toEqual(anonymised)
      const { details, message } = having(400)(await send<ErrorBody>("PATCH", `/candidates/${id}`, { university: "Home" })).body.error
      expect(message).toBe("The candidate was anonymised, and can only be deleted.")
      expect(details).toEqual({ reason: "invalid_state", anonymised_at: anonymised.anonymised_at })
      having(400)(await send("POST", `/applications/${application.id}/notes`, { note: "Ada" }))
      having(400)(await send("POST", `/applications/${application.id}/feedback`, { interview_type: "x", rating: "yes", body: "Ada" }))
      having(400)(await send("POST", "/applications", { job_id: (await here.own.make.job()).id, candidate_id: id }))
      having(400)(await send("POST", `/candidates/${id}/ai-profiles`))
      having(200)(await send("DELETE", `/candidates/${id}`))
      having(404)(await send("POST", `/candidates/${id}/anonymise`))
    })

    test("a deleted candidate is gone with its applications, and deleting it again is 404", async () => {
      const { id } = await here.own.make.candidate({ linkedin_url: ada })
      const application = await here.own.make.application(here.own.ids.jobId, id)
      const remove = () => here.call<ErrorBody>("DELETE", `/candidates/${id}`, { key: here.own.keys.write })
      expect(having(200)(await remove()).body as unknown).toMatchObject({ deleted: true })
      expect(having(404)(await remove()).body.error.message).toBe("There is no candidate with this id.")
      for (const path of [`/candidates/${id}`, `/applications/${application.id}`, `/applications/${application.id}/notes`]) {
        having(404)(await here.call("GET", path, { key: here.own.keys.read }))
      }
      having(404)(await patch(id, { university: "Home" }))
    })

    test.each([
      ["full_name", ""],
      ["full_name", null],
      ["primary_email", "ada"],
      ["primary_email", "ada@"],
      ["email_addresses", [{ address: "ada" }]],
      ["email_addresses", ["ada@example.com"]],
      ["phone_numbers", [{ number: "on request" }]],
      ["primary_email", "ada@localhost"],
      ["years_experience", -1],
      ["years_experience", 1.5],
      ["years_experience", "3"],
      ["website_url", "example"],
      ["website_url", "javascript:alert(1)"],
      ["github_url", "ftp://example.com"],
      ["linkedin_url", 1],
      ["university", "U".repeat(201)],
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
