/** Rules of stages: their order, and which can go. */
import type { JobDetail } from "@candor/domain/job/Job"
import type { StageDetail } from "@candor/domain/job/Stage"
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

    const job = (...names: ReadonlyArray<string>) => here.own.make.job({ stages: names.map((name) => ({ name })) })
    const change = (jobId: string, stageId: string, body: JsonObject) =>
      here.call<{ stage: StageDetail }>("PATCH", `/jobs/${jobId}/stages/${stageId}`, { key: here.own.keys.write, body })
    const remove = (jobId: string, stageId: string) =>
      here.call<ErrorBody>("DELETE", `/jobs/${jobId}/stages/${stageId}`, { key: here.own.keys.write })
    /** The names in their order, after looking that the order is dense from 0. */
    const order = async (jobId: string): Promise<string> => {
      const { body } = await here.call<{ job: JobDetail }>("GET", `/jobs/${jobId}`, { key: here.own.keys.read })
      expect(body.job.stages.map((stage) => stage.order_index)).toEqual(body.job.stages.map((_, index) => index))
      return body.job.stages.map((stage) => stage.name).join("")
    }

    test.each([
      ["A", 0, "ABCD"],
      ["A", 3, "BCDA"],
      ["D", 0, "DABC"],
      ["B", 2, "ACBD"],
      ["C", 1, "ACBD"],
      ["B", 49, "ACDB"]
    ])("moving %s to %d gives %s", async (name, order_index, expected) => {
      const { id, stages } = await job("A", "B", "C", "D")
      const stage = stages.find((stage) => stage.name === name)!
      const { body } = having(200)(await change(id, stage.id, { order_index }))
      expect(body.stage).toMatchObject({ id: stage.id, name, order_index: expected.indexOf(name) })
      expect(await order(id)).toBe(expected)
    })

    test("a new stage comes last, or at its place; a rename moves nothing", async () => {
      const { id, stages } = await job("A", "B")
      const last = await here.own.make.stage(id, { name: "Z" })
      expect(last).toMatchObject({ name: "Z", order_index: 2, application_count: 0 })
      expect(await here.own.make.stage(id, { name: "M", order_index: 1 })).toMatchObject({ order_index: 1 })
      having(200)(await change(id, stages[1]!.id, { name: "N" }))
      expect(await order(id)).toBe("AMNZ")
    })

    test("deleting an empty stage closes the gap", async () => {
      const { id, stages } = await job("A", "B", "C")
      having(200)(await remove(id, stages[1]!.id))
      expect(await order(id)).toBe("AC")
      having(404)(await remove(id, stages[1]!.id))
    })

    test("a stage with applications cannot be deleted: 400 that says how many", async () => {
      const { id, stages } = await job("A", "B")
      for (const candidate of [await here.own.make.candidate(), await here.own.make.candidate()]) {
        await here.own.make.application(id, candidate.id)
      }
      const { error } = having(400)(await remove(id, stages[0]!.id)).body
      expect(error.message).toContain("2 applications")
      expect(error.details).toEqual({ reason: "invalid_state", application_count: 2 })
      expect(await order(id)).toBe("AB")
    })

    test("the last stage of a job stays", async () => {
      const { id, stages } = await job("A")
      having(400)(await remove(id, stages[0]!.id))
      expect(await order(id)).toBe("A")
    })

    test("an empty patch of a stage is 200 and changes nothing", async () => {
      const { id, stages } = await job("A", "B")
      expect(having(200)(await change(id, stages[1]!.id, {})).body.stage).toEqual(stages[1]!)
    })

    test.each([{ name: "" }, { name: null }, { order_index: -1 }, { order_index: 50 }, { order_index: 0.5 }])(
      "%j is 400",
      async (body) => {
        having(400)(await change(here.own.ids.jobId, here.own.ids.stageId, body))
      }
    )

    test("a job has at most 50 stages", async () => {
      const { id } = await job(...Array.from({ length: 50 }, (_, n) => `Stage ${n}`))
      having(400)(await here.call("POST", `/jobs/${id}/stages`, { key: here.own.keys.write, body: { name: "51st" } }))
      const stages = Array.from({ length: 51 }, () => ({ name: "Same" }))
      having(400)(await here.call("POST", "/jobs", { key: here.own.keys.write, body: { title: "Clerk", stages } }))
      having(400)(await here.call("POST", "/jobs", { key: here.own.keys.write, body: { title: "Clerk", stages: [] } }))
    })
  })
}
