/** Interviews over HTTP: times as people write them, who may hold one and who may answer, and lists in two orders. */
import type { Interview } from "@candor/domain/interview/Interview"
import { databases } from "@candor/sql/testing/Databases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { type CallOptions, type ErrorBody, having, type JsonObject } from "../harness/Client.ts"
import { freshInterview } from "../harness/FreshInterview.ts"
import { freshEmail } from "../harness/Makers.ts"
import { type World, world } from "../harness/World.ts"

interface OneInterview {
  readonly interview: Interview
}
interface Page {
  readonly interviews: ReadonlyArray<Interview>
  readonly next_cursor: string | null
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

    const me = async (key: string) =>
      having(200)(await call<{ user: { id: string } }>("GET", "/me", { key })).body.user.id

    const newApplication = async (job: JsonObject = {}) => {
      const { application, candidate, job: newJob } = here.own.make
      return application((await newJob(job)).id, (await candidate()).id)
    }

    const schedule = (application: string, body: JsonObject) =>
      call<OneInterview & ErrorBody>("POST", `/applications/${application}/interviews`, { body })

    /** A member with a key. */
    const person = async (role: string) => {
      const { apiKey, member } = here.own.make
      const { id } = await member({ email: freshEmail(), role })
      return { id, key: (await apiKey({ user_id: id, scope: "write" })).key }
    }

    test.each<readonly [JsonObject, JsonObject]>([
      [{ local_start: "2040-07-02 10:00", time_zone: "europe/berlin" }, {
        starts_at: "2040-07-02T08:00:00.000Z",
        ends_at: "2040-07-02T09:00:00.000Z",
        time_zone: "Europe/Berlin",
        local_start: "2040-07-02T10:00",
        status: "scheduled"
      }],
      [{ starts_at: "2040-07-02T10:00+02:00", time_zone: "Asia/Kathmandu", minutes: 45 }, {
        starts_at: "2040-07-02T08:00:00.000Z",
        ends_at: "2040-07-02T08:45:00.000Z",
        local_start: "2040-07-02T13:45"
      }],
      [{ kind: "Phone screen" }, {
        kind: "phone",
        status: "to_schedule",
        starts_at: null,
        local_start: null,
        minutes: 60
      }],
      [{ local_start: "2020-07-02T10:00", time_zone: "UTC" }, { status: "awaiting_feedback" }]
    ])("%j is an interview with %j", async (body, expected) => {
      const { id } = await newApplication()
      expect(having(201)(await schedule(id, { title: "Talk", ...body })).body.interview).toMatchObject(expected)
    })

    test("those that time zones moved are listed until one of the two times is kept", async () => {
      const { id } = await newApplication()
      const at = async (local_start: string) =>
        having(201)(await schedule(id, { title: "Talk", local_start, time_zone: "Europe/Berlin" })).body.interview
      const [ten, noon] = [await at("2041-07-02T10:00"), await at("2041-07-02T12:00")]
      await here.backend.run(
        Effect.flatMap(
          SqlClient.SqlClient,
          (sql) =>
            sql`UPDATE interviews SET starts_at = (starts_at AT TIME ZONE 'UTC' - interval '1 hour') AT TIME ZONE 'UTC', ends_at = (ends_at AT TIME ZONE 'UTC' - interval '1 hour') AT TIME ZONE 'UTC' WHERE application_id = ${id}`
        )
      )
      const moved = async () =>
        having(200)(await call<{ interviews: ReadonlyArray<JsonObject> }>("GET", "/interviews/moved")).body.interviews
      expect(await moved()).toMatchObject([
        {
          interview: { id: ten.id, local_start: "2041-07-02T10:00" },
          local_start_at: "2041-07-02T08:00:00.000Z",
          shown_start: "2041-07-02T09:00"
        },
        { interview: { id: noon.id } }
      ])
      const reschedule = (interview: string, body: JsonObject) =>
        call<OneInterview>("POST", `/interviews/${interview}/reschedule`, {
          body: { time_zone: "Europe/Berlin", ...body }
        })
      expect(having(200)(await reschedule(ten.id, { local_start: "2041-07-02T10:00" })).body.interview).toMatchObject({
        starts_at: "2041-07-02T08:00:00.000Z"
      })
      expect(having(200)(await reschedule(noon.id, { starts_at: "2041-07-02T09:00:00Z" })).body.interview)
        .toMatchObject({ local_start: "2041-07-02T11:00" })
      expect(await moved()).toEqual([])
    })

    test.each<readonly [JsonObject, ReadonlyArray<string | number>]>([
      [{ local_start: "2040-07-02T10:00", time_zone: "Europe/Atlantis" }, ["time_zone"]],
      [{ local_start: "2040-02-30T10:00", time_zone: "Europe/Berlin" }, ["local_start"]],
      [{ local_start: "2040-07-02T10:00" }, ["time_zone"]],
      [{ kind: "seance" }, ["kind"]],
      [{ minutes: 0 }, ["minutes"]],
      [{ interviewers: [{ member_id: "01a11b10-3f80-7b26-8c4d-9a5e0f1d6b72" }] }, ["interviewers", 0, "member_id"]]
    ])("%j is 400, by its %j", async (body, path) => {
      const { id } = await newApplication()
      const { details } = having(400)(await schedule(id, { title: "Talk", ...body })).body.error
      expect(details?.["issues"]).toMatchObject([{ path, message: expect.stringMatching(/^Expected /) }])
    })

    test("a taken time says who has it and when, and an override is told with its reason", async () => {
      const { id } = await newApplication()
      const member_id = await me(here.own.keys.write)
      const body = freshInterview(member_id)
      const { interview } = having(201)(await schedule(id, body)).body
      const refused = having(400)(await schedule(id, body)).body.error
      expect(refused.details).toEqual({
        reason: "slot_taken",
        failure: "slot_taken",
        taken: [{ member_id, starts_at: interview.starts_at!, ends_at: interview.ends_at!, by: "interview" }]
      })
      expect(
        having(201)(await schedule(id, { ...body, override_reason: "Both agreed." })).body.interview.override_reason
      ).toBe("Both agreed.")
    })

    test("a candidate who is busy for a hidden job is said to be unavailable, without the time", async () => {
      const { application, candidate, job } = here.own.make
      const { id: candidate_id } = await candidate()
      const hidden = await application((await job({ is_confidential: true })).id, candidate_id)
      const open = await application((await job()).id, candidate_id)
      const body = { ...freshInterview(""), interviewers: [] }
      const { interview } = having(201)(await schedule(hidden.id, body)).body
      const taken = async (key: string) =>
        having(400)(await call<ErrorBody>("POST", `/applications/${open.id}/interviews`, { body, key })).body.error
          .details?.["taken"]
      const { ends_at, starts_at } = interview
      expect(await taken(here.own.keys.admin)).toEqual([{ starts_at: starts_at!, ends_at: ends_at! }])
      expect(await taken((await person("write")).key)).toEqual([])
    })

    test("interviewers see the job: one who does not comes into its team first, and answers then, who may write nothing else", async () => {
      const application = await newApplication({ is_confidential: true })
      const [limited, other] = [await person("limited"), await person("limited")]
      const body = freshInterview(limited.id)
      expect(having(400)(await schedule(application.id, body)).body.error.message).toContain(
        "add the member to its team"
      )
      having(200)(
        await call("PUT", `/jobs/${application.job.id}/team/${limited.id}`, {
          body: { role: "interviewer" },
          key: here.own.keys.admin
        })
      )
      const { interview } = having(201)(await schedule(application.id, body)).body
      const as = (key: string, method: string, path: string, body?: JsonObject) =>
        call<OneInterview>(method, `/interviews/${interview.id}${path}`, {
          key,
          ...(body === undefined ? {} : { body })
        })
      const answered = having(200)(await as(limited.key, "PUT", "/response", { response: "Yes" })).body.interview
      expect(answered.interviewers).toEqual([{ member_id: limited.id as never, response: "accepted" }])
      having(403)(await as(limited.key, "POST", "/cancel", {}))
      having(404)(await as(other.key, "GET", ""))
      having(404)(await as(other.key, "PUT", "/response", { response: "yes" }))
      having(403)(await as(here.own.keys.admin, "PUT", "/response", { response: "yes" }))
    })

    test("what a candidate is told has no notes for interviewers", async () => {
      const { id } = await newApplication()
      const secret = "Ask about the gap."
      having(201)(await schedule(id, { title: "Talk", interviewer_instructions: secret }))
      const { body: { messages } } = await call<{ messages: ReadonlyArray<unknown> }>(
        "GET",
        `/applications/${id}/messages`
      )
      expect(JSON.stringify(messages)).not.toContain(secret)
    })

    test("a span is in the order of its times, and its cursor is refused by the other order", async () => {
      const { id } = await newApplication()
      const at = (starts_at: string) => schedule(id, { title: "Talk", starts_at, time_zone: "UTC" })
      for (const hour of ["12", "10", "11"]) having(201)(await at(`2045-01-02T${hour}:00:00Z`))
      const span = `from=2045-01-02T00:00:00Z&to=2045-01-03T00:00:00Z&application_id=${id}`
      const first = having(200)(await call<Page>("GET", `/interviews?${span}&limit=2`)).body
      const next = having(200)(await call<Page>("GET", `/interviews?${span}&limit=2&cursor=${first.next_cursor}`)).body
      expect([...first.interviews, ...next.interviews].map(({ starts_at }) => starts_at!.slice(11, 13))).toEqual([
        "10",
        "11",
        "12"
      ])
      having(400)(await call("GET", `/interviews?cursor=${first.next_cursor}`))
      const newest = having(200)(await call<Page>("GET", `/interviews?application_id=${id}`)).body
      expect(newest.interviews.map(({ starts_at }) => starts_at!.slice(11, 13))).toEqual(["11", "10", "12"])
    })
  })
}
