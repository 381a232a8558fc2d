/** Rules of an application's end: rejected, withdrawn, hired, and reopened. */
import type { ApplicationDetail } from "@candor/domain/application/Application"
import type { HistoryEntry } from "@candor/domain/application/ApplicationHistory"
import type { Stage } from "@candor/domain/job/Stage"
import type { RejectionReason } from "@candor/domain/rejection/RejectionReason"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { digest } from "../harness/Digest.ts"
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

    const read = async (id: string) =>
      having(200)(await here.call<OneApplication>("GET", `/applications/${id}`, { key: here.own.keys.read })).body.application

    test("a new application is active; a rejected one has its reason, its note and the time", async () => {
      const { id } = await applied()
      expect(await read(id)).toMatchObject({ status: "active", rejection_reason: null, closed_at: null })
      const { application } = having(200)(await post(id, "reject", { reason: "position closed", note: "Sorry." })).body
      expect(application).toMatchObject({ status: "rejected", rejection_reason: "Position closed", notes: [{ body: "Sorry." }] })
      expect(application.closed_at).toBe(application.updated_at)
      expect(await read(id)).toEqual(application)
      const { body } = await here.call<{ applications: ReadonlyArray<ApplicationDetail> }>("GET", `/applications?job_id=${application.job.id}`, {
        key: here.own.keys.read
      })
      expect(body.applications[0]).toMatchObject({ status: "rejected", rejection_reason: "Position closed", closed_at: application.closed_at! })
    })

    test("a closed application does not move, and ends in no other way: 400 with its status, until it is reopened", async () => {
      const { id, job } = await applied()
      having(200)(await post(id, "withdraw"))
      const before = await here.backend.run(digest)
      for (const [operation, body] of [
        ["move", { stage_id: job.stages[1]!.id }],
        ["reject", { reason: "Other" }],
        ["hire", undefined]
      ] as const) {
        const { error } = having(400)(await post<ErrorBody>(id, operation, body)).body
        expect(error.details).toEqual({ status: "withdrawn" })
        expect(error.message).toContain("withdrawn")
      }
      expect(await here.backend.run(digest)).toEqual(before)
      having(200)(await post(id, "reopen"))
      having(200)(await post(id, "move", { stage_id: job.stages[1]!.id }))
    })

    test("what is so already is 200, and changes nothing", async () => {
      const { id } = await applied()
      for (const [operation, body] of [["reopen"], ["hire"], ["hire"], ["reopen"], ["reject", { reason: "Other" }]] as const) {
        having(200)(await post(id, operation, body))
        const before = await here.backend.run(digest)
        having(200)(await post(id, operation, body))
        expect(await here.backend.run(digest)).toEqual(before)
      }
      having(400)(await post(id, "reject", { reason: "Other", note: "A note is not ignored." }))
      having(400)(await post(id, "reject", { reason: "Position closed" }))
    })

    test("being hired hangs on the type of a stage, whatever its name is", async () => {
      const { id, job } = await applied()
      const path = `/jobs/${job.id}/stages/${job.stages[4]!.id}`
      const change = async (body: JsonObject) =>
        having(200)(await here.call<{ stage: Stage }>("PATCH", path, { key: here.own.keys.write, body })).body.stage
      expect(await change({ name: "Eingestellt" })).toMatchObject({ name: "Eingestellt", type: "hired" })
      const hired = having(200)(await post(id, "hire")).body.application
      expect(hired).toMatchObject({ status: "hired", stage: { name: "Eingestellt", type: "hired" } })
      expect(await change({ type: "offer" })).toMatchObject({ type: "offer" })
      expect(having(200)(await post(id, "reopen")).body.application).toMatchObject({ status: "active", stage: { name: "Eingestellt" } })
      expect(await change({ type: "hired" })).toMatchObject({ type: "hired" })
      expect(having(200)(await post(id, "hire")).body.application).toMatchObject({ status: "hired", stage: { name: "Eingestellt" } })
      having(400)(await here.call("PATCH", path, { key: here.own.keys.write, body: { type: "Hired!" } }))
    })

    test("a move to the stage named Hired hires, and hiring moves there; reopened, it is in the stage before", async () => {
      const [moved, hired] = await Promise.all([applied(), applied()])
      const stage = moved.job.stages.find(({ name }) => name === "Hired")!
      const byMove = having(200)(await post(moved.id, "move", { stage_id: stage.id })).body.application
      const byHire = having(200)(await post(hired.id, "hire")).body.application
      expect(byMove).toMatchObject({ status: "hired", stage: { name: "Hired" } })
      expect(byHire).toMatchObject({ status: "hired", stage: { name: "Hired" } })
      expect(having(200)(await post(moved.id, "reopen")).body.application).toMatchObject({
        status: "active",
        closed_at: null,
        stage: { name: "Offer" }
      })
    })

    test("the history tells each stage and status with its time, newest first", async () => {
      const { id, job } = await applied()
      having(200)(await post(id, "move", { stage_id: job.stages[1]!.id }))
      having(200)(await post(id, "reject", { reason: "Other" }))
      const { body } = having(200)(
        await here.call<{ history: ReadonlyArray<HistoryEntry> }>("GET", `/applications/${id}/history`, { key: here.own.keys.read })
      )
      expect(body.history).toMatchObject([
        { change: "rejected", stage: { name: "Screen" }, status: "rejected", rejection_reason: "Other", left_at: null },
        { change: "moved", stage: { id: job.stages[1]!.id, name: "Screen" }, status: "active" },
        { change: "applied", stage: { name: "Applied" }, status: "active" }
      ])
      expect(body.history[1]!.left_at).toBe(body.history[0]!.entered_at)
      expect(body.history.every(({ seconds }) => seconds >= 0)).toBe(true)
    })

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

    test("a closed job takes no application: 400 with its status; a draft does", async () => {
      const [job, candidate] = await Promise.all([here.own.make.job(), here.own.make.candidate()])
      const body = { job_id: job.id, candidate_id: candidate.id }
      const key = here.own.keys.write
      having(200)(await here.call("PATCH", `/jobs/${job.id}`, { key, body: { status: "closed" } }))
      const before = await here.backend.run(digest)
      const { error } = having(400)(await here.call<ErrorBody>("POST", "/applications", { key, body })).body
      expect(error.details).toEqual({ status: "closed" })
      expect(await here.backend.run(digest)).toEqual(before)
      having(200)(await here.call("PATCH", `/jobs/${job.id}`, { key, body: { status: "draft" } }))
      having(201)(await here.call("POST", "/applications", { key, body }))
    })
  })
}
