/** Rules of an application's end: rejected, withdrawn, hired, and reopened. */
import type { ApplicationDetail } from "@candor/domain/application/Application"
import type { RejectionReason } from "@candor/domain/rejection/RejectionReason"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { type World, world } from "../harness/World.ts"

interface OneApplication {
  readonly application: ApplicationDetail
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const post = <Body = OneApplication>(id: string, operation: string, body?: JsonObject) =>
      here.call<Body>("POST", `/applications/${id}/${operation}`, {
        key: here.own.keys.write,
        ...(body === undefined ? {} : { body })
      })

    const applied = async (more: JsonObject = {}) => {
      const [job, candidate] = await Promise.all([here.own.make.job(more), here.own.make.candidate()])
      const { id } = await here.own.make.application(job.id, candidate.id)
      return { id, job }
    }

    test("an unknown reason is 400 that lists the organization's", async () => {
      const { id } = await applied()
      const { error } = having(400)(await post<ErrorBody>(id, "reject", { reason: "Too tall" })).body
      expect(error.message).toContain("Too tall")
      expect(error.details?.["accepted"]).toContain("Position closed")
      having(400)(await post(id, "reject", {}))
      having(400)(await post(id, "reject", { reason: "Other", note: " " }))
    })

    test("reasons are added, renamed and removed by admins, each name once; the neighbour's list stays as it was", async () => {
      const { foreign, own } = here
      const list = async (key: string) =>
        having(200)(await here.call<{ rejection_reasons: ReadonlyArray<RejectionReason> }>("GET", "/rejection-reasons", { key }))
          .body.rejection_reasons
      const theirs = await list(foreign.keys.read)
      const key = own.keys.admin
      const { id, name } = await own.make.reason()
      const path = `/rejection-reasons/${id}`
      having(400)(await here.call("POST", "/rejection-reasons", { key, body: { name: name.toUpperCase() } }))
      having(400)(await here.call("PATCH", path, { key, body: { name: "other" } }))
      having(200)(await here.call("PATCH", path, { key, body: { name: `${name}!` } }))
      expect((await list(own.keys.read)).at(-1)).toEqual({ id, name: `${name}!` } as never)
      having(200)(await here.call("DELETE", path, { key }))
      having(404)(await here.call("DELETE", path, { key }))
      expect((await list(own.keys.read)).map((reason) => reason.id)).not.toContain(id as never)
      expect(await list(foreign.keys.read)).toEqual(theirs)
    })
  })
}
