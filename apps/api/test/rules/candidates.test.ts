/** Rules of candidates: unknown facts, LinkedIn URLs and the profiles that they start. */
import type { CandidateDetail } from "@candor/domain/candidate/Candidate"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
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
