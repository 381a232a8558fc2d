/** Many applications are changed at once, each as one alone would be. */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { having, type JsonObject } from "../harness/Client.ts"
import { type SharedWorld, worldWith } from "../harness/World.ts"

interface Results {
  readonly results: ReadonlyArray<
    {
      readonly application_id: string
      readonly updated_at: string | null
      readonly error: { readonly code: string; readonly message: string } | null
    }
  >
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: SharedWorld
    beforeAll(async () => {
      here = await worldWith(database)
    })
    afterAll(() => here.backend.close())

    const bulk = (body: JsonObject, query = "", headers = {}) =>
      here.call<Results>("POST", `/applications/bulk${query}`, { key: here.own.keys.write, body, headers })

    const codes = async (...request: Parameters<typeof bulk>) =>
      having(200)(await bulk(...request)).body.results.map(({ error }) => error?.code ?? null)

    const get = async (id: string) =>
      having(200)(
        await here.call<
          { application: { stage: { id: string }; updated_at: string; status: string; candidate: { id: string } } }
        >(
          "GET",
          `/applications/${id}`,
          { key: here.own.keys.read }
        )
      ).body.application

    /** A job with three applications, of which the last one is withdrawn. */
    const three = async () => {
      const { application, candidate, job } = here.own.make
      const { id, stages } = await job()
      const ids: Array<string> = []
      for (let n = 0; n < 3; n++) ids.push((await application(id, (await candidate()).id)).id)
      having(200)(await here.call("POST", `/applications/${ids[2]}/withdraw`, { key: here.own.keys.write }))
      return { stages, ids }
    }

    test("those that can move do, and each other one says why it stays", async () => {
      const { ids, stages } = await three()
      const foreign = here.foreign.ids.id
      const application_ids = [...ids, foreign, ids[0]!]
      const move = { stage_id: stages[2]!.id }
      const expected = [null, null, "invalid_request", "not_found"]
      expect(await codes({ application_ids, move }, "?dry_run=true")).toEqual(expected)
      const { results } = having(200)(await bulk({ application_ids: ids, move }, "?dry_run=true")).body
      expect(results[2]?.error).toMatchObject({ details: { failure: "application_closed", status: "withdrawn" } })
      expect((await get(ids[0]!)).stage.id).toBe(stages[0]!.id)
      expect(await codes({ application_ids, move }, "", { "idempotency-key": crypto.randomUUID() })).toEqual(expected)
      for (const id of ids.slice(0, 2)) expect((await get(id)).stage.id).toBe(move.stage_id)
      expect(await codes({ application_ids: ids, move: { stage_id: here.own.ids.stageId } })).toEqual(
        ids.map(() => "invalid_request")
      )
    })

    test("an answer has the time of each application, also of one that stays as it is; none of what was not written", async () => {
      const { ids, stages } = await three()
      const request = { application_ids: ids, move: { stage_id: stages[2]!.id } }
      for (let time = 0; time < 2; time++) {
        const { results } = having(200)(await bulk(request)).body
        expect(results.map(({ updated_at }) => updated_at)).toEqual([
          ...await Promise.all(ids.slice(0, 2).map(async (id) => (await get(id)).updated_at)),
          null
        ])
      }
    })

    test("a rejection has its reason, and is taken back; tags are added to those that there are, and taken off", async () => {
      const { ids } = await three()
      const { candidate: { id: person } } = await get(ids[0]!)
      having(200)(
        await here.call("PATCH", `/candidates/${person}`, { key: here.own.keys.write, body: { tags: ["a", "c"] } })
      )
      expect(await codes({ application_ids: ids, add_tags: ["b", "c"] })).toEqual([null, null, null])
      const tags = async () =>
        having(200)(
          await here.call<{ candidate: { tags: ReadonlyArray<string> } }>(
            "GET",
            `/candidates/${person}`,
            { key: here.own.keys.read }
          )
        ).body.candidate.tags
      expect(await tags()).toEqual(["a", "b", "c"])
      expect(await codes({ application_ids: ids, remove_tags: ["b", "d"] })).toEqual([null, null, null])
      expect(await tags()).toEqual(["a", "c"])
      expect(await codes({ application_ids: ids, reject: { reason: "Position closed" } })).toEqual([
        null,
        null,
        "invalid_request"
      ])
      expect((await get(ids[1]!)).status).toBe("rejected")
      expect(await codes({ application_ids: ids.slice(0, 2), reopen: true })).toEqual([null, null])
      expect((await get(ids[1]!)).status).toBe("active")
    })

    test("a rejection names a template and members of the organization, for all applications", async () => {
      const { ids } = await three()
      const reject = { reason: "Position closed", note: `For @${(await here.own.make.member()).full_name}` }
      const mail_template_id = crypto.randomUUID()
      expect(await codes({ application_ids: ids, reject: { ...reject, mail_template_id } })).toEqual(
        ids.map(() => "invalid_request")
      )
      expect((await get(ids[0]!)).status).toBe("active")
      expect(await codes({ application_ids: ids, reject })).toEqual([null, null, "invalid_request"])
    })

    test("who is in another stage, or has another status, than expected stays, and each says so; the others change", async () => {
      const { ids: [first, second], stages } = await three()
      const application_ids = [first!, second!]
      expect(await codes({ application_ids, move: { stage_id: stages[1]!.id } })).toEqual([null, null])
      having(200)(
        await here.call("POST", `/applications/${first}/move`, {
          key: here.own.keys.write,
          body: { stage_id: stages[2]!.id }
        })
      )
      const back = { stage_id: stages[0]!.id, from_stage_id: stages[1]!.id }
      expect(await codes({ application_ids, move: back })).toEqual(["invalid_request", null])
      expect([(await get(first!)).stage.id, (await get(second!)).stage.id]).toEqual([stages[2]!.id, stages[0]!.id])
      expect(await codes({ application_ids, reject: { reason: "Position closed" } })).toEqual([null, null])
      having(200)(await here.call("POST", `/applications/${first}/reopen`, { key: here.own.keys.write }))
      having(200)(await here.call("POST", `/applications/${first}/hire`, { key: here.own.keys.write }))
      expect(await codes({ application_ids, reopen: { from_status: "rejected" } })).toEqual(["invalid_request", null])
      expect([(await get(first!)).status, (await get(second!)).status]).toEqual(["hired", "active"])
    })

    test.each([
      ["nothing to do", {}],
      ["two things to do", { add_tags: ["a"], reject: { reason: "Position closed" } }],
      ["no application", { application_ids: [], add_tags: ["a"] }],
      ["1,001 applications", {
        application_ids: Array.from({ length: 1001 }, () => crypto.randomUUID()),
        add_tags: ["a"]
      }]
    ])("%s is 400", async (_, body) => {
      having(400)(await bulk({ application_ids: [here.own.ids.id], ...body }))
    })
  })
}
