/** Merging candidates: what the survivor has, what the merged id answers, and the undo. */
import type { CandidateDetail } from "@candor/domain/candidate/Candidate"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { type World, world } from "../harness/World.ts"

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const get = <Body>(path: string) => here.call<Body>("GET", path, { key: here.own.keys.read })
    const post = <Body = ErrorBody>(path: string, body?: JsonObject) =>
      here.call<Body>("POST", path, { key: here.own.keys.write, ...(body === undefined ? {} : { body }) })
    const refusal = async (path: string, body?: JsonObject) => having(400)(await post(path, body)).body.error.details

    /** A person who is stored twice, with an application of each on one job. */
    const twice = async () => {
      const { make } = here.own
      const [{ id: jobId }, one, other] = [await make.job(), await make.candidate({ university: "Yale" }), await make.candidate()]
      const first = await make.application(jobId, other.id)
      const second = await make.application(jobId, one.id)
      return { jobId, one, other, first, second }
    }

    test("the merged id answers with the survivor, and a change of it names the survivor", async () => {
      const { first, jobId, one, other, second } = await twice()
      const { body } = having(200)(await post<{ candidate: CandidateDetail; merge: JsonObject }>(`/candidates/${one.id}/merge`, { into: other.id }))
      expect(body.candidate).toMatchObject({ id: other.id, university: "Yale" })
      expect(body.merge).toMatchObject({
        candidate_id: one.id,
        into: other.id,
        filled: ["university", "email_addresses"],
        duplicate_applications: [{ id: second.id, duplicate_of: first.id }]
      })
      for (const path of ["", "/export", "/applications", "/ai-profiles", "/duplicates"]) {
        const [merged, survivor] = [await get(`/candidates/${one.id}${path}`), await get(`/candidates/${other.id}${path}`)]
        expect([merged.status, merged.text], path).toEqual([200, survivor.text])
      }
      const survivor = { reason: "invalid_state", candidate_id: other.id }
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

    test("a merge into itself, into nobody, and an undo that is not the last are refused", async () => {
      const { one, other } = await twice()
      const third = await here.own.make.candidate()
      expect(await refusal(`/candidates/${one.id}/merge`, { into: one.id })).toMatchObject({ issues: [{ path: ["into"] }] })
      having(404)(await post(`/candidates/${one.id}/merge`, { into: crypto.randomUUID() }))
      having(200)(await post(`/candidates/${one.id}/merge`, { into: other.id }))
      having(200)(await post(`/candidates/${third.id}/merge`, { into: other.id }))
      expect(await refusal(`/candidates/${one.id}/unmerge`)).toEqual({ reason: "invalid_state", candidate_id: third.id })
    })
  })
}
