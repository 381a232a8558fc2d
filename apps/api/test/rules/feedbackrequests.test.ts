/** Requests for feedback: one open request of a member on an application, fulfilled by the member's feedback alone. */
import type { Event } from "@candor/domain/event/Event"
import { type FeedbackRequest, maxRequests } from "@candor/domain/request/FeedbackRequest"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type CallOptions, type ErrorBody, having } from "../harness/Client.ts"
import { type World, world } from "../harness/World.ts"

interface OneRequest {
  readonly feedback_request: FeedbackRequest
}

for (const database of databases) {
  describe(`on ${database.name}`, () => {
    let here: World
    beforeAll(async () => {
      here = await world(database)
    })
    afterAll(() => here.backend.close())

    const call = <Body>(method: string, path: string, options: CallOptions = {}) =>
      here.call<Body>(method, path, { key: here.own.keys.write, ...options })

    const newApplication = async () => {
      const { application, candidate, job } = here.own.make
      return application((await job()).id, (await candidate()).id)
    }

    const member = async (key: string) =>
      having(200)(await call<{ user: { id: string; full_name: string } }>("GET", "/me", { key })).body.user

    const ask = (application: string, body: object) =>
      call<OneRequest & ErrorBody>("POST", `/applications/${application}/feedback-requests`, { body })

    const waiting = async (query: string) =>
      having(200)(
        await call<{ feedback_requests: ReadonlyArray<FeedbackRequest> }>("GET", `/feedback-requests?${query}`)
      ).body.feedback_requests

    test("a request waits for its member until the member gives feedback, and others' feedback leaves it", async () => {
      const application = await newApplication()
      const other = await member(here.own.keys.other_author)
      const { feedback_request } =
        having(201)(await ask(application.id, { member_id: other.id, message: "Distributed locks?" })).body
      expect(feedback_request).toMatchObject({
        application: {
          id: application.id,
          candidate: { id: application.candidate.id },
          job: { id: application.job.id }
        },
        member: { id: other.id },
        author: await member(here.own.keys.write).then(({ full_name, id }) => ({ full_name, id })),
        message: "Distributed locks?",
        status: "asked"
      })
      const query = `member_id=${other.id}&status=asked&application_id=${application.id}`
      expect(await waiting(query)).toEqual([feedback_request])
      const given = { interview_type: "On site", rating: "yes", body: "Clear." }
      const give = (key: string) => call("POST", `/applications/${application.id}/feedback`, { body: given, key })
      having(201)(await give(here.own.keys.write))
      expect(await waiting(query)).toEqual([feedback_request])
      having(201)(await give(here.own.keys.other_author))
      expect(await waiting(query)).toEqual([])
      const path = `/feedback-requests/${feedback_request.id}`
      expect(having(200)(await call<OneRequest>("GET", path)).body.feedback_request.status).toBe("given")
      having(400)(await call("POST", `${path}/withdraw`))
      const { events } =
        having(200)(await call<{ events: ReadonlyArray<Event> }>("GET", "/events?types=feedback_request.*&limit=1000"))
          .body
      const own = events.filter(({ subject_id }) => subject_id === feedback_request.id)
      expect(own.map(({ data, type }) => [type, data?.["status"], data?.["member_id"]])).toEqual([
        ["feedback_request.asked", "asked", other.id],
        ["feedback_request.given", "given", other.id]
      ])
    })

    test("of many who ask a member at once one does; a withdrawn request makes room for another one", async () => {
      const { id } = await newApplication()
      const { id: member_id } = await member(here.own.keys.other_author)
      const replies = await Promise.all(Array.from({ length: 8 }, () => ask(id, { member_id })))
      const made = replies.filter(({ status }) => status === 201)
      expect(made).toHaveLength(1)
      const { feedback_request } = made[0]!.body
      for (const reply of replies.filter((reply) => reply !== made[0])) {
        expect(having(400)(reply).body.error.details).toMatchObject({ feedback_request_id: feedback_request.id })
      }
      const path = `/feedback-requests/${feedback_request.id}/withdraw`
      const withdrawn = having(200)(await call<OneRequest>("POST", path)).body
      expect(having(200)(await call<OneRequest>("POST", path)).body).toEqual(withdrawn)
      having(201)(await ask(id, { member_id }))
    })

    test("of many who ask with room for one more request one does", async () => {
      const { id } = await newApplication()
      const members = await Promise.all(Array.from({ length: 4 }, () => here.own.make.member()))
      await here.backend.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`UPDATE applications SET requests_counted = ${maxRequests.limit - 1} WHERE id = ${id}`
        )
      )
      const statuses = (await Promise.all(members.map(({ id: member_id }) => ask(id, { member_id })))).map((
        { status }
      ) => status)
      expect(statuses.toSorted()).toEqual([201, 400, 400, 400])
    })

    test("an unknown member is 404, and a deactivated one 400", async () => {
      const { id } = await newApplication()
      having(404)(await ask(id, { member_id: crypto.randomUUID() }))
      const body = { full_name: "Gone", email: `${crypto.randomUUID()}@example.com`, role: "write" }
      const key = here.own.keys.admin
      const { member } = having(201)(await call<{ member: { id: string } }>("POST", "/members", { body, key })).body
      having(200)(await call("PATCH", `/members/${member.id}`, { body: { status: "deactivated" }, key }))
      having(400)(await ask(id, { member_id: member.id }))
    })

    test("the search finds a person by a request's message, and an anonymised person's requests are gone", async () => {
      const { candidate, id } = await newApplication()
      const { id: member_id } = await member(here.own.keys.other_author)
      having(201)(await ask(id, { member_id, message: "Does she know quasiperiodic tilings?" }))
      const found = async () =>
        having(200)(
          await call<{ candidates: ReadonlyArray<{ candidate: { id: string } }> }>(
            "GET",
            "/candidates/search?q=quasiperiodic"
          )
        ).body
      expect(JSON.stringify(await found())).toContain(candidate.id)
      having(200)(await call("POST", `/candidates/${candidate.id}/anonymise`, { key: here.own.keys.admin }))
      expect(JSON.stringify(await found())).not.toContain(candidate.id)
      expect(await waiting(`application_id=${id}`)).toEqual([])
      having(400)(await ask(id, { member_id }))
    })
  })
}
