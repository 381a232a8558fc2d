import { Interviews } from "@candor/domain/interview/Interviews"
import { timeOf } from "@candor/domain/interview/InterviewTime"
import * as Scheduling from "@candor/domain/interview/Scheduling"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { packZones } from "@candor/domain/time/Zones"
import { apply, create } from "@candor/sql/testing/Person"
import { newJob } from "@candor/sql/testing/WebhookWorld"
import * as World from "@candor/sql/testing/World"
import { expect, test } from "bun:test"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import { commands } from "./Commands.ts"

const { candor: command, run } = commands()
const candor = (...args: ReadonlyArray<string>) => command("interviews", ...args)

/** Makes interviews at ten and at noon. Their stored instants are those of outdated time zone rules, an hour off. */
const scheduled = Effect.gen(function*() {
  const { actor } = yield* World.organization({ name: "Acme" })
  const { id: candidate_id } = yield* create(actor, { full_name: "Ada Byron", primary_email: "ada@example.com" })
  const { id: application } = yield* apply(actor, {
    job_id: (yield* newJob(actor, "Engineer")).id,
    candidate_id,
    source_type: "api"
  })
  const interviews = yield* Interviews
  const ids = yield* Effect.forEach(["10:00", "12:00"], (clock) => {
    const time = Result.getOrThrow(
      timeOf({ local_start: `2040-07-02T${clock}`, time_zone: ZoneName.make("Europe/Berlin") }, 60, packZones.zone)
    )
    return Effect.map(
      interviews.create(
        actor,
        application,
        { time },
        (interviewed, availability, context) =>
          Scheduling.create(application, { title: `Talk at ${clock}` }, time, interviewed, availability, context)
      ),
      ({ id }) => id
    )
  })
  yield* (yield* SqlClient
    .SqlClient)`UPDATE interviews SET starts_at = starts_at - interval '1 hour', ends_at = ends_at - interval '1 hour'`
  return { organization: actor.organization_id, ids: [ids[0]!, ids[1]!] as const }
})

test("candor interviews moved lists what newer time zones moved, and keeps the local time or the instant", async () => {
  const { ids: [ten, noon], organization } = await run(scheduled)
  const moved = async (...args: ReadonlyArray<string>) => {
    const { code, stderr, stdout } = await candor("moved", "--organization", organization, ...args, "--json")
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    return JSON.parse(stdout)
  }
  const of = (id: string) =>
    run(
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SELECT starts_at, local_start FROM interviews WHERE id = ${id}`)
    )
  expect(await moved()).toMatchObject([
    {
      id: ten,
      candidate: "Ada Byron",
      local_start: "2040-07-02T10:00",
      shown_start: "2040-07-02T09:00",
      starts_at: "2040-07-02T07:00:00.000Z",
      local_instant: "2040-07-02T08:00:00.000Z"
    },
    { id: noon, local_start: "2040-07-02T12:00" }
  ])
  expect(await moved(ten, "--keep", "local")).toMatchObject([{
    id: ten,
    starts_at: "2040-07-02T08:00:00.000Z",
    refused: null
  }])
  expect(await candor("moved", "--organization", organization, ten)).toMatchObject({
    code: 1,
    stderr: expect.stringContaining(ten)
  })
  expect(await moved("--keep", "instant")).toMatchObject([{ id: noon, local_start: "2040-07-02T11:00", refused: null }])
  expect(await moved()).toEqual([])
  expect(await of(ten)).toEqual([{ starts_at: "2040-07-02T08:00:00.000Z", local_start: "2040-07-02T10:00" }])
  expect(await of(noon)).toEqual([{ starts_at: "2040-07-02T09:00:00.000Z", local_start: "2040-07-02T11:00" }])
  const events = await run(Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`
    SELECT type, worker FROM events WHERE type = ${"interview.rescheduled"} AND organization_id = ${organization}`))
  expect(events).toEqual(
    Array.from({ length: 2 }, () => ({ type: "interview.rescheduled", worker: "candor interviews moved" }))
  )
})
