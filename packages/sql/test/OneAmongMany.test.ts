/**
 * That a statement on one row reads about as much where its organization has many rows as where it has few. PostgreSQL
 * keeps one plan for all organizations, which it makes for the average one.
 */
import type { Actor } from "@candor/domain/access/Actor"
import * as Note from "@candor/domain/note/Note"
import { Notes } from "@candor/domain/note/Notes"
import { DeliveryQueue } from "@candor/domain/webhook/DeliveryQueue"
import type { Receiver } from "@candor/domain/webhook/WebhookDelivery"
import { expect, test } from "bun:test"
import { Effect, Option } from "effect"
import { SqlClient } from "effect/sql"
import { pglite, runOn, undistributed } from "./Databases.ts"
import { addApplications, jobWith } from "./LargeJob.ts"
import { unchecked } from "./Unchecked.ts"
import { vacuumed } from "./Vacuumed.ts"
import { newWebhook } from "./WebhookWorld.ts"
import * as World from "./World.ts"

/** More blocks than these effects need to find and change single rows by indexes. */
const maxBlocks = 300

/** Gives every other organization the rows that this one has so far. */
const copyToOthers = Effect.fnUntraced(function*({ organization_id }: Actor, tables: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  yield* unchecked(Effect.forEach(tables, (table) =>
    sql`
      INSERT INTO ${sql(table)}
      SELECT copied.* FROM ${sql(table)} t, organizations o,
        jsonb_populate_record(t, jsonb_build_object('organization_id', o.id)) copied
      WHERE t.organization_id = ${organization_id} AND o.id <> ${organization_id}`))
})

/** The blocks of a table and its indexes that an effect reads, by plans that are made for all organizations. */
const blocksRead = <A, E, R>(table: string, effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => {
    const read = sql<{ readonly blocks: number }>`
      SELECT sum(pg_stat_get_xact_blocks_fetched(c.oid))::integer AS blocks FROM pg_class c
      WHERE c.oid = ${table}::regclass OR c.oid IN (SELECT indexrelid FROM pg_index WHERE indrelid = ${table}::regclass)
    `.pipe(Effect.map(([row]) => row!.blocks))
    return sql.withTransaction(Effect.gen(function*() {
      yield* sql`SET LOCAL plan_cache_mode = force_generic_plan`
      const before = yield* read
      yield* effect
      return (yield* read) - before
    }))
  })

/**
 * A webhook with 10,000 deliveries that wait, each for another subject, beside 100 whose deliveries have all succeeded.
 */
const webhookWithBacklog = Effect.gen(function*() {
  const { actor } = yield* World.organization({ name: "Acme" })
  const { id: endpoint_id } = yield* newWebhook(actor)
  const receiver: Receiver = { organization_id: actor.organization_id, endpoint_id }
  yield* World.organizationsWithEvent(100)
  const sql = yield* SqlClient.SqlClient
  const deliver = (count: number, status: string, due: string | null, completed: string | null) =>
    sql`
      INSERT INTO webhook_deliveries (organization_id, endpoint_id, id, kind, message_id, event_type, sequence,
        subject_id, status, attempts, created_at, next_attempt_at, completed_at)
      SELECT ${receiver.organization_id}::uuid, ${endpoint_id}::uuid, gen_random_uuid(), 'test', gen_random_uuid(), 'webhook.test', n,
        gen_random_uuid(), ${status}, 0, now(), ${due}::timestamptz, ${completed}::timestamptz
      FROM generate_series(1, ${count}::integer) n`
  yield* deliver(50, "succeeded", null, "now")
  yield* sql`
    WITH copied AS (
      INSERT INTO webhook_endpoints
      SELECT copied.* FROM webhook_endpoints w, organizations o,
        jsonb_populate_record(w, jsonb_build_object('organization_id', o.id, 'id', gen_random_uuid())) copied
      WHERE o.id <> ${receiver.organization_id}
      RETURNING organization_id, id
    )
    INSERT INTO webhook_deliveries
    SELECT made.* FROM webhook_deliveries d, copied,
      jsonb_populate_record(d, jsonb_build_object('organization_id', copied.organization_id, 'endpoint_id', copied.id)) made`
  yield* sql`ANALYZE webhook_deliveries`
  yield* unchecked(deliver(10_000, "pending", "now", null))
  return receiver
})

/** An attempt that succeeds, one that fails, and one that is interrupted. */
const attempts = (receiver: Receiver) =>
  Effect.gen(function*() {
    const queue = yield* DeliveryQueue
    const due = yield* queue.due(receiver, 3)
    const [one, two, three] = yield* Effect.forEach(due, ({ subject_id }) => {
      const chain = { ...receiver, subject_id }
      return Effect.map(queue.claim(chain, 30_000), (claim) => ({ chain, claim: Option.getOrThrow(claim) }))
    })
    yield* queue.succeed(one!.chain, one!.claim, { status: 200, error: null, response: null })
    const failing = yield* queue.fail(two!.chain, two!.claim, { status: 500, error: "500", response: null }, 5000)
    expect(Option.isSome(failing)).toBe(true)
    yield* queue.release(three!.chain, three!.claim)
  })

/** An organization with 1,500 applications beside 100 that have 20, and one of its applications. */
const organizationWithApplications = Effect.gen(function*() {
  const { actor } = yield* World.organization({ name: "Acme" })
  yield* World.organizationsWithEvent(100)
  const { job } = yield* jobWith(actor, "Engineer", 20)
  yield* copyToOthers(actor, ["jobs", "stages", "candidates", "applications"])
  const [application] = yield* addApplications(actor, job, 1500)
  yield* vacuumed("applications")
  return { actor, application: application! }
})

/** Lists the notes of an application, reads one, adds one and changes it. */
const notesOf = ({ actor, application }: Effect.Success<typeof organizationWithApplications>) =>
  Effect.gen(function*() {
    const notes = yield* Notes
    const { organization_id } = actor
    yield* notes.list(organization_id, { application_id: application.id })
    yield* notes.get(organization_id, { application_id: application.id }, application.note_id)
    const { id } = yield* notes.create(
      actor,
      { application_id: application.id },
      (context) => Note.write({ application_id: application.id }, { note: "One more" }, context)
    )
    yield* notes.modify(
      actor,
      { application_id: application.id },
      id,
      (note, context) => Note.edit(note, { note: "Changed" }, context)
    )
  })

for (const database of undistributed) {
  test(`on ${database.name} attempts at deliveries do not read the 10,000 that wait for the same webhook`, () =>
    runOn(database)(Effect.gen(function*() {
      const receiver = yield* webhookWithBacklog
      expect(yield* blocksRead("webhook_deliveries", attempts(receiver))).toBeWithin(1, maxBlocks)
    })))
}

// To make so many rows PGlite takes longer than all other tests of this folder.
for (const database of undistributed.filter((database) => database !== pglite)) {
  test(`on ${database.name} notes of an application do not read the 1,500 of the same organization`, () =>
    runOn(database)(Effect.gen(function*() {
      const world = yield* organizationWithApplications
      expect(yield* blocksRead("applications", notesOf(world))).toBeWithin(1, maxBlocks)
    })))
}
