/** Rules of candidates: what of an anonymised one is left, merges, and the related records of who is erased. */
import type { CandidateDetail } from "@candor/domain/candidate/Candidate"
import type { Related } from "@candor/domain/person/Related"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { digest } from "../harness/Digest.ts"
import { freshEmail } from "../harness/Makers.ts"
import { type FilledWorld, worldWith } from "../harness/World.ts"

const ada = "https://www.linkedin.com/in/ada-lovelace"

/** The ids of two candidates and a prospect of one person. */
interface Person {
  readonly first: string
  readonly second: string
  readonly prospect: string
}

/** Each erasure: its method and path, and the records that it names. */
type Erasure = readonly [
  name: string,
  method: string,
  path: (person: Person) => string,
  others: (person: Person) => ReadonlyArray<string>
]

const erasures: ReadonlyArray<Erasure> = [
  [
    "anonymising a candidate",
    "POST",
    ({ first }) => `/candidates/${first}/anonymise`,
    ({ prospect, second }) => [second, prospect]
  ],
  [
    "deleting a candidate",
    "DELETE",
    ({ first }) => `/candidates/${first}`,
    ({ prospect, second }) => [second, prospect]
  ],
  [
    "deleting a prospect",
    "DELETE",
    ({ prospect }) => `/sourcing/prospects/${prospect}`,
    ({ first, second }) => [first, second]
  ]
]

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: FilledWorld
    beforeAll(async () => {
      here = await worldWith(database)
    })
    afterAll(() => here.backend.close())

    const patch = <Body = { candidate: CandidateDetail }>(id: string, body: JsonObject) =>
      here.call<Body>("PATCH", `/candidates/${id}`, { key: here.own.keys.write, body })
    const read = async (id: string) =>
      having(200)(
        await here.call<{ candidate: CandidateDetail }>("GET", `/candidates/${id}`, { key: here.own.keys.read })
      )
        .body.candidate

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
      const { details, message } =
        having(400)(await send<ErrorBody>("PATCH", `/candidates/${id}`, { university: "Home" })).body.error
      expect(message).toBe("The candidate was anonymized and can only be deleted.")
      expect(details).toEqual({
        reason: "invalid_state",
        failure: "candidate_anonymised",
        anonymised_at: anonymised.anonymised_at
      })
      having(400)(await send("POST", `/applications/${application.id}/notes`, { note: "Ada" }))
      having(400)(
        await send("POST", `/applications/${application.id}/feedback`, {
          interview_type: "x",
          rating: "yes",
          body: "Ada"
        })
      )
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
      ["years_experience", 100.5],
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

    describe("a merge", () => {
      const get = <Body>(path: string) => here.call<Body>("GET", path, { key: here.own.keys.read })
      const post = <Body = ErrorBody>(path: string, body?: JsonObject) =>
        here.call<Body>("POST", path, { key: here.own.keys.write, ...(body === undefined ? {} : { body }) })
      const refusal = async (path: string, body?: JsonObject) => having(400)(await post(path, body)).body.error.details

      /** A person who is stored twice, with an application of each on one job. */
      const twice = async () => {
        const { make } = here.own
        const [{ id: jobId }, one, other] = [
          await make.job(),
          await make.candidate({ university: "Yale" }),
          await make.candidate()
        ]
        const first = await make.application(jobId, other.id)
        const second = await make.application(jobId, one.id)
        return { jobId, one, other, first, second }
      }

      test("the merged id answers with the survivor, and a change of it names the survivor", async () => {
        const { first, jobId, one, other, second } = await twice()
        const { body } = having(200)(
          await post<{ candidate: CandidateDetail; merge: JsonObject }>(`/candidates/${one.id}/merge`, {
            into: other.id
          })
        )
        expect(body.candidate).toMatchObject({ id: other.id, university: "Yale" })
        expect(body.merge).toMatchObject({
          candidate_id: one.id,
          into: other.id,
          filled: ["university", "email_addresses"],
          duplicate_applications: [{ id: second.id, duplicate_of: first.id }]
        })
        for (const path of ["", "/export", "/applications", "/ai-profiles", "/duplicates"]) {
          const [merged, survivor] = [
            await get(`/candidates/${one.id}${path}`),
            await get(`/candidates/${other.id}${path}`)
          ]
          expect([merged.status, merged.text], path).toEqual([200, survivor.text])
        }
        const survivor = { reason: "invalid_state", failure: "candidate_merged", candidate_id: other.id }
        expect(await refusal(`/candidates/${one.id}/anonymise`)).toEqual(survivor)
        expect(await refusal(`/candidates/${one.id}/ai-profiles`)).toEqual(survivor)
        expect(await refusal(`/candidates/${one.id}/merge`, { into: here.own.ids.candidateId })).toEqual(survivor)
        expect(await refusal(`/candidates/${here.own.ids.candidateId}/merge`, { into: one.id })).toEqual(survivor)
        expect(await refusal("/applications", { job_id: jobId, candidate_id: one.id })).toEqual(survivor)
        for (const [method, body] of [["PATCH", { university: "MIT" }], ["DELETE", undefined]] as const) {
          const answer = await here.call<ErrorBody>(method, `/candidates/${one.id}`, { key: here.own.keys.write, body })
          expect(having(400)(answer).body.error.details).toEqual(survivor)
        }
      })
    })

    describe("related records", () => {
      const person = async (): Promise<Person> => {
        const { make } = here.own
        const email = freshEmail()
        const first = await make.candidate({ primary_email: email })
        const second = await make.candidate({ primary_email: email.toUpperCase() })
        const prospect = await make.prospect((await make.search()).id, { email })
        return { first: first.id, second: second.id, prospect: prospect.id }
      }
      const send = <Body = { related: Related }>(method: string, path: string) =>
        here.call<Body>(method, path, { key: here.own.keys.write })
      const idsOf = ({ candidates, prospects }: Related): ReadonlyArray<string> =>
        [...candidates, ...prospects].map(({ id }) => id)
      const isKnown = async (path: string): Promise<boolean> => {
        const { body, status } = await send<{ candidate?: { anonymised_at: string | null } }>("GET", path)
        return status === 200 && (body.candidate?.anonymised_at ?? null) === null
      }

      test.each(erasures)(
        "%s names the person's other records, in a dry run too, and leaves them",
        async (_, method, path, others) => {
          const one = await person()
          const before = await here.backend.run(digest)
          for (const query of ["?dry_run=true", "?dry_run=true&include_related=true"]) {
            expect(idsOf(having(200)(await send(method, `${path(one)}${query}`)).body.related)).toEqual(others(one))
          }
          expect(await here.backend.run(digest)).toEqual(before)
          const { related } = having(200)(await send(method, `${path(one)}?include_related=false`)).body
          expect(idsOf(related)).toEqual(others(one))
          expect(related.has_more).toBe(false)
          expect(related.candidates.every(({ full_name, reasons }) => full_name !== "" && reasons.join() === "email"))
            .toBe(true)
          const kept = [one.first, one.second, one.prospect].filter((id) => others(one).includes(id))
          for (const id of kept)
            expect(await isKnown(id === one.prospect ? `/sourcing/prospects/${id}` : `/candidates/${id}`)).toBe(true)
        }
      )

      test.each(erasures)(
        "%s with another value, with it in the body, or of a record that is not there, is refused and erases nobody",
        async (_, method, path) => {
          const one = await person()
          const before = await here.backend.run(digest)
          for (const value of ["yes", "1", "TRUE", ""]) {
            const { error } = having(400)(await send<ErrorBody>(method, `${path(one)}?include_related=${value}`)).body
            expect(error.details?.["issues"]).toMatchObject([{ path: ["include_related"] }])
          }
          for (const query of ["", "?dry_run=true"]) {
            const options = { key: here.own.keys.write, body: { include_related: true } }
            const { error } = having(400)(await here.call<ErrorBody>(method, `${path(one)}${query}`, options)).body
            expect(error.details?.["issues"]).toMatchObject([{
              path: ["include_related"],
              message: "Expected in the query: ?include_related=true"
            }])
          }
          const absent = { first: crypto.randomUUID(), second: "", prospect: crypto.randomUUID() }
          having(404)(await send(method, `${path(absent)}?include_related=true`))
          expect(await here.backend.run(digest)).toEqual(before)
        }
      )
    })
  })
}
