/**
 * What the pages of an application and of a job get by one request is what the single operations answer the same
 * member.
 */
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { having, type JsonObject } from "../harness/Client.ts"
import { wholeApplication } from "../harness/Makers.ts"
import { type World, world } from "../harness/World.ts"

/** The answer without the time since something, which goes on. */
const still = (text: string) => JSON.parse(text.replaceAll(/"seconds":\s?\d+/g, "\"seconds\":0")) as JsonObject

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    /**
     * An application with something of everything on a confidential job, and the keys of those who see all, some or
     * nothing of it.
     */
    const opened = async () => {
      const { call, own: { keys: { admin }, make } } = here
      const { id, jobId: job } = await make.some(new Set(wholeApplication)) as {
        readonly id: string
        readonly jobId: string
      }
      const send = async (method: string, path: string, body: JsonObject) =>
        having(method === "POST" ? 201 : 200)(await call(method, path, { key: admin, body }))
      await send("POST", `/applications/${id}/notes`, { note: "For the team.", visibility: "team" })
      const keyOf = async (role: string, isInTeam: boolean) => {
        const member = await make.member({ role })
        if (isInTeam) await send("PUT", `/jobs/${job}/team/${member.id}`, { role: "interviewer" })
        return (await make.apiKey({ user_id: member.id, scope: "write" })).key
      }
      const colleagues = { admin, recruiter: await keyOf("write", true), interviewer: await keyOf("limited", true) }
      const others = { outsider: await keyOf("write", false), stranger: await keyOf("limited", false) }
      return { id, job, hide: () => send("PATCH", `/jobs/${job}`, { is_confidential: true }), colleagues, others }
    }

    const get = async (path: string, key: string) => still(having(200)(await here.call("GET", path, { key })).text)

    test("an application: each part, for each member who sees it, and 404 for others", async () => {
      const { colleagues, hide, id, job, others } = await opened()
      const expected = async (key: string) => {
        const { application } = await get(`/applications/${id}`, key) as {
          readonly application: { readonly candidate: { readonly id: string } }
        }
        const [history, messages] = await Promise.all(
          ["history", "messages"].map((part) => get(`/applications/${id}/${part}?limit=50`, key))
        )
        return {
          application,
          ...await get(`/candidates/${application.candidate.id}`, key),
          ...await get(`/jobs/${job}`, key),
          ...await get(`/jobs/${job}/team`, key),
          ...await get(`/applications/${id}/attachments`, key),
          ...await get(`/applications/${id}/assessment`, key),
          ...await get(`/applications/${id}/signals`, key),
          history: { items: history!["history"], has_more: false, next_cursor: null },
          messages: { items: messages!["messages"], has_more: false, next_cursor: null },
          ...await get(`/applications/${id}/submissions`, key),
          feedback_requests:
            (await get(`/feedback-requests?application_id=${id}&status=asked`, key))["feedback_requests"],
          interviews: (await get(`/interviews?application_id=${id}`, key))["interviews"],
          plan: (await get(`/applications/${id}/planned-interviews`, key))["plan"],
          scheduling_links: (await get(`/scheduling-links?application_id=${id}`, key))["scheduling_links"]
        } as object
      }
      const notesOf = async (key: string) =>
        ((await get(`/applications/${id}/overview`, key))["application"] as unknown as {
          readonly notes: ReadonlyArray<object>
        }).notes.length
      const isSame = async (keys: ReadonlyArray<string>) => {
        for (const key of keys)
          expect<object>(await get(`/applications/${id}/overview`, key)).toEqual(await expected(key))
      }
      await isSame([...Object.values(colleagues), others.outsider])
      expect(await notesOf(others.outsider)).toBe(await notesOf(colleagues.interviewer) - 1)
      having(404)(await here.call("GET", `/applications/${id}/overview`, { key: others.stranger }))
      await hide()
      await isSame(Object.values(colleagues))
      for (const key of Object.values(others))
        having(404)(await here.call("GET", `/applications/${id}/overview`, { key }))
    })

    test("a board: the job with its team, its posting, its counts, and the cards of each stage, by status", async () => {
      const { colleagues, hide, job, others } = await opened()
      const stages = (await get(`/jobs/${job}`, colleagues.admin) as {
        readonly job: { readonly stages: ReadonlyArray<{ readonly id: string }> }
      }).job.stages
      const { own: { make } } = here
      const [one, other] = [
        await make.application(job, (await make.candidate()).id),
        await make.application(job, (await make.candidate()).id)
      ]
      const change = async (path: string, body?: JsonObject) =>
        having(200)(await here.call("POST", path, { key: colleagues.admin, body }))
      await change(`/applications/${one.id}/move`, { stage_id: stages[1]!.id })
      await change(`/applications/${one.id}/hire`)
      await change(`/applications/${other.id}/withdraw`)
      for (const key of Object.values(colleagues)) {
        const board = await get(`/jobs/${job}/board`, key) as JsonObject & {
          readonly columns: ReadonlyArray<JsonObject>
        }
        const parts = await Promise.all(
          ["", "/team", "/posting", "/counts"].map((part) => get(`/jobs/${job}${part}`, key))
        )
        expect<object>({ ...board, columns: undefined }).toEqual({
          ...Object.assign({}, ...parts) as object,
          columns: undefined
        })
        for (const { cards, next_cursor, stage_id, status } of board.columns) {
          const page = await get(
            `/jobs/${job}/cards?stage_id=${String(stage_id)}&status=${String(status)}&limit=50`,
            key
          )
          expect<unknown>({ cards, next_cursor }).toEqual({ cards: page["cards"], next_cursor: page["next_cursor"] })
        }
        expect<unknown>(board.columns.map(({ cards, status }) => [status, (cards as ReadonlyArray<unknown>).length]))
          .toEqual([["active", 1], ["hired", 1]])
        const withdrawn = await get(`/jobs/${job}/board?status=withdrawn`, key) as {
          readonly columns: ReadonlyArray<JsonObject>
        }
        expect<unknown>(
          withdrawn.columns.map(({ cards }) => (cards as ReadonlyArray<{ readonly id: string }>).map(({ id }) => id))
        ).toEqual([[other.id]])
      }
      await hide()
      for (const key of Object.values(others)) having(404)(await here.call("GET", `/jobs/${job}/board`, { key }))
    })
  })
}
