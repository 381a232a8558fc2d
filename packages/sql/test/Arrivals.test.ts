/** What is known of others when a submission arrives, and its place among them. */
import type { Worker } from "@candor/domain/access/Actor"
import { ofStrangers } from "@candor/domain/attachment/FileUsage"
import type { OrganizationId } from "@candor/domain/Id"
import * as Submission from "@candor/domain/submission/Submission"
import { Submissions } from "@candor/domain/submission/Submissions"
import { maxBytesOfAddress, maxOfBoard } from "@candor/domain/submission/Suspicion"
import { expect, test } from "bun:test"
import { Clock, Effect, Exit } from "effect"
import { SqlClient } from "effect/sql"
import { takeRemoval } from "./AttachmentCalls.ts"
import { arrivalOf, decidedTwice, submitted } from "./CareersCalls.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

const run = runOn(forFile(databases[0]!))

/** Stores a submission of the organization so many times more. */
const copies = (organization: OrganizationId, count: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`
      INSERT INTO submissions
      SELECT (jsonb_populate_record(one.s, jsonb_build_object('id', gen_random_uuid(), 'key', n::text, 'proof', n::text))).*
      FROM (SELECT s FROM submissions s WHERE s.organization_id = ${organization} LIMIT 1) one, generate_series(1, ${count}::integer) n`)

test("a small quarantine is counted for each submission that arrives, a large one once a second", () =>
  run(Effect.gen(function*() {
    const { actor: { organization_id, request_id }, actor } = yield* World.organization({ name: "Acme" })
    const { id: job } = yield* newJob(actor, "Pilot")
    const port = yield* Submissions
    const clock = yield* Clock.Clock
    const worker: Worker = { organization_id, worker: "careers", request_id }
    /** Stores a submission in the quarantine at a millisecond of the clock; returns how many were known to be there. */
    const receive = (millis: number) =>
      Effect.gen(function*() {
        const arrival = arrivalOf(job, yield* port.reserve(organization_id), true)
        let known = -1
        yield* port.receive(worker, arrival, (circumstances, context) => {
          known = circumstances.quarantined
          return Submission.accept(arrival, circumstances, context)
        })
        return known
      }).pipe(
        Effect.provideService(
          Clock.Clock,
          Object.assign(Object.create(clock), { currentTimeMillisUnsafe: () => millis })
        )
      )
    expect(yield* Effect.forEach([0, 0, 0], receive)).toEqual([0, 1, 2])
    yield* copies(organization_id, 497)
    expect(yield* Effect.forEach([0, 0, 999, 1000, 1001], receive)).toEqual([500, 500, 500, 503, 503])
  })))

test("applications are made of submissions in the order in which they came, but those of a flood after those to others, and after releases", () =>
  run(Effect.gen(function*() {
    const site = Effect.fnUntraced(function*(name: string) {
      const { actor } = yield* World.organization({ name })
      const worker: Worker = { organization_id: actor.organization_id, worker: "careers", request_id: actor.request_id }
      const { id: job } = yield* newJob(actor, "Pilot")
      return { worker, submit: (options = {}) => Effect.map(submitted(worker, job, options), ({ id }) => id) }
    })
    const port = yield* Submissions
    const sql = yield* SqlClient.SqlClient
    const flooded = yield* site("Flooded")
    const quiet = yield* site("Quiet")
    const before = yield* flooded.submit()
    const odd = yield* flooded.submit({ honeypot: true })
    yield* copies(flooded.worker.organization_id, maxOfBoard)
    const inFlood = [yield* flooded.submit(), yield* flooded.submit()]
    yield* port.release(flooded.worker, odd, Submission.release)
    const other = yield* quiet.submit()
    const order = yield* sql`
      SELECT q.element::jsonb ->> 'id' AS id FROM queue q WHERE q.queue_name = 'submissions' ORDER BY q.visible_at, q.sequence`
    expect(order.map(({ id }) => id)).toEqual([before, other, odd, ...inFlood])
  })))

test("each content has a reserved id of its own, also where many are stored at a time", () =>
  run(Effect.gen(function*() {
    const { actor: { organization_id } } = yield* World.organization({ name: "Acme" })
    const sql = yield* SqlClient.SqlClient
    const { reserve } = yield* Submissions
    const ids = yield* Effect.replicateEffect(reserve(organization_id), 60, { concurrency: 8 })
    const reserved = yield* sql<
      { readonly id: string }
    >`SELECT q.id FROM queue q WHERE q.queue_name = 'contents' AND q.visible_at > now()`
    expect(new Set(ids).size).toBe(60)
    expect(reserved.map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  })))

test("of submissions that are stored together, one that lost a race, or whose content was taken, holds up no other", () =>
  run(Effect.gen(function*() {
    const { actor: { organization_id, request_id }, actor } = yield* World.organization({ name: "Acme" })
    const { id: job } = yield* newJob(actor, "Pilot")
    const port = yield* Submissions
    const sql = yield* SqlClient.SqlClient
    const worker: Worker = { organization_id, worker: "careers", request_id }
    const arrival = Effect.map(port.reserve(organization_id), (content) => arrivalOf(job, content, true))
    const taken = yield* arrival
    const others = yield* Effect.replicateEffect(arrival, 3)
    const same = { ...yield* arrival, key: "same" }
    const twice = decidedTwice(taken)
    const stored = yield* Effect.forEach(
      [same, taken, ...others, same],
      (one) =>
        port.receive(
          worker,
          one,
          (circumstances, context) => (one === taken ? twice : Submission.accept)(one, circumstances, context)
        ),
      { concurrency: "unbounded" }
    )
    const rows = yield* sql<
      { readonly id: string }
    >`SELECT s.id FROM submissions s WHERE s.organization_id = ${organization_id}`
    expect(stored[0]!.id).toBe(stored[5]!.id)
    expect(stored[1]!.files).toEqual(taken.content.files)
    expect(rows.map(({ id }) => id).toSorted()).toEqual([...new Set(stored.map(({ id }) => String(id)))].toSorted())
    expect(rows).toHaveLength(5)
  })))

test("no submission is stored if the removal of one of its files was taken, and that of the others stays queued", () =>
  runOn(databases[0]!)(Effect.gen(function*() {
    const { actor: { organization_id, request_id }, actor } = yield* World.organization({ name: "Acme" })
    const { id: job } = yield* newJob(actor, "Pilot")
    const port = yield* Submissions
    const sql = yield* SqlClient.SqlClient
    const worker: Worker = { organization_id, worker: "careers", request_id }
    const [one, taken, other] = yield* Effect.replicateEffect(
      Effect.map(port.reserve(organization_id), (content) => arrivalOf(job, content, true)),
      3
    )
    yield* takeRemoval(taken!.content.files[0]!.id)
    const both = {
      ...other!,
      content: { ...other!.content, files: [taken!, other!].flatMap(({ content }) => content.files) }
    }
    const exits = yield* Effect.forEach(
      [both, one!],
      (arrival) =>
        Effect.exit(port.receive(
          worker,
          arrival,
          (circumstances, context) => Submission.accept(arrival, circumstances, context)
        )),
      { concurrency: "unbounded" }
    )
    expect(exits.map(Exit.hasDies)).toEqual([true, false])
    const ids = [one!, taken!, other!].map(({ content }) => content.files[0]!.id)
    expect(yield* sql`SELECT id FROM queue WHERE id = ANY (${ids}::text[]) AND acquired_at IS NULL`).toEqual([
      { id: ids[2] }
    ])
  })))

test("a gigabyte of files of one address in a day is known, of this organization and this address alone", () =>
  run(Effect.gen(function*() {
    const { actor: { organization_id, request_id }, actor } = yield* World.organization({ name: "Acme" })
    const { id: job } = yield* newJob(actor, "Pilot")
    const port = yield* Submissions
    const sql = yield* SqlClient.SqlClient
    const worker: Worker = { organization_id, worker: "careers", request_id }
    const suspicions = (address_key: string) =>
      Effect.gen(function*() {
        const arrival = { ...arrivalOf(job, yield* port.reserve(organization_id), false), address_key }
        return (yield* port.receive(worker, arrival, (circumstances, context) =>
          Submission.accept(arrival, circumstances, context))).suspicions
      })
    expect(yield* suspicions("one")).toEqual([])
    yield* sql`UPDATE submissions SET file_bytes = ${maxBytesOfAddress} WHERE organization_id = ${organization_id}`
    expect(yield* Effect.forEach(["one", "other"], suspicions)).toEqual([["burst"], []])
    yield* sql`UPDATE submissions SET created_at = (created_at AT TIME ZONE 'UTC' - interval '25 hours') AT TIME ZONE 'UTC' WHERE organization_id = ${organization_id}`
    expect(yield* suspicions("one")).toEqual([])
  })))

test("what others send leaves a tenth of the room for files to members", () =>
  run(Effect.gen(function*() {
    const { actor: { organization_id } } = yield* World.organization({ name: "Acme" })
    const sql = yield* SqlClient.SqlClient
    const { reserve } = yield* Submissions
    const using = (bytes: number) =>
      Effect.andThen(
        sql`INSERT INTO file_usage (organization_id, files_counted, file_bytes) VALUES (${organization_id}, 1, ${bytes})
        ON CONFLICT (organization_id) DO UPDATE SET file_bytes = excluded.file_bytes`,
        Effect.result(reserve(organization_id))
      )
    expect((yield* using(ofStrangers.bytes.limit - 1))._tag).toBe("Success")
    expect((yield* using(ofStrangers.bytes.limit))._tag).toBe("Failure")
  })))
