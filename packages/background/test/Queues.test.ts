/** How much of each kind of work a process does at a time, and how often it tries work that fails. */
import * as Contents from "@candor/background/attachment/Contents"
import * as Texts from "@candor/background/attachment/Texts"
import * as Erasures from "@candor/background/event/Erasures"
import * as Deletions from "@candor/background/job/Deletions"
import * as Profiles from "@candor/background/profile/Profiles"
import * as Retention from "@candor/background/retention/Retention"
import * as Deliveries from "@candor/background/webhook/Deliveries"
import * as WebhookWork from "@candor/background/webhook/Webhooks"
import { WebhookSettings } from "@candor/background/webhook/WebhookSettings"
import { Attachments } from "@candor/domain/attachment/Attachments"
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { AttachmentTexts } from "@candor/domain/attachment/AttachmentTexts"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { AuditLog } from "@candor/domain/event/AuditLog"
import { DeletedJobs } from "@candor/domain/job/DeletedJobs"
import { Organizations } from "@candor/domain/organization/Organizations"
import { AiProfiles } from "@candor/domain/profile/AiProfiles"
import { ProfileExtractor } from "@candor/domain/profile/ProfileExtractor"
import { DueCandidates } from "@candor/domain/retention/DueCandidates"
import { Transactions } from "@candor/domain/Transactions"
import { DeliveryQueue } from "@candor/domain/webhook/DeliveryQueue"
import { Webhooks } from "@candor/domain/webhook/Webhooks"
import * as Queue from "@candor/sql/queue/Queue"
import { queueNames } from "@candor/sql/queue/QueueNames"
import { databases } from "@candor/sql/testing/Databases"
import { expect, test } from "bun:test"
import { Effect, Layer, References, Schedule, Schema } from "effect"
import { PersistedQueue } from "effect/persistence"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { settings } from "./WebhookWorld.ts"

/** Each queue: how much of its work a process does at a time, and how often it tries work that fails. */
const bounds: Readonly<Record<string, readonly [concurrency: number, maxAttempts: number]>> = {
  contents: [4, 100],
  deletions: [1, 100],
  deliveries: [1, 100],
  erasures: [1, 20],
  profiles: [4, 50],
  receivers: [64, 100],
  removals: [1, 100],
  resumptions: [1, 100],
  retention: [1, 20],
  texts: [2, 100],
  webhooks: [4, 100]
}

/** The consumers of all queues of a process, where `attempt` is the first thing that the work of a queue does. */
const consumers = (attempt: (queue: string) => Effect.Effect<never>) =>
  Layer.mergeAll(
    Contents.layer,
    Deletions.layer,
    Deliveries.layer,
    Erasures.layer,
    Profiles.layer,
    Retention.layer,
    Texts.layer,
    WebhookWork.layer
  ).pipe(Layer.provide([
    Layer.mock(AiProfiles, { modify: () => attempt("profiles") }),
    Layer.mock(Attachments, { isNamed: () => attempt("contents") }),
    Layer.mock(AttachmentStore, {}),
    Layer.mock(AttachmentTexts, { get: () => attempt("texts") }),
    Layer.mock(AuditLog, { erase: () => attempt("erasures") }),
    Layer.mock(Candidates, {}),
    Layer.mock(DeletedJobs, { removeApplications: () => attempt("deletions") }),
    Layer.mock(DeliveryQueue, {
      due: () => attempt("receivers"),
      fanOut: () => attempt("webhooks"),
      postpone: () => attempt("deliveries"),
      resume: () => attempt("resumptions")
    }),
    Layer.mock(DueCandidates, { enqueueRuns: Effect.void }),
    Layer.mock(Organizations, { get: () => attempt("retention") }),
    Layer.mock(ProfileExtractor, {}),
    Layer.mock(Transactions, {}),
    Layer.mock(Webhooks, { purge: () => attempt("removals") }),
    Layer.succeed(WebhookSettings, settings)
  ]))

const fields = ["organization_id", "endpoint_id", "id", "job_id", "profile_id", "request_id", "subject_id"]

/** An element that is of work of each kind. */
const element = () => Object.fromEntries(fields.map((field) => [field, crypto.randomUUID()]))

const failing = Effect.die(new Error("It does not work."))

/** Runs without the log's lines about work that failed. */
const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(Effect.provideService(effect, References.MinimumLogLevel, "None"))

test("the bounds are those of every queue", () => {
  expect(Object.keys(bounds)).toEqual(queueNames.toSorted())
})

test("a process works on so many elements of each queue at a time, and the others wait until one of them ends", () =>
  run(Effect.gen(function*() {
    const begun = new Map(queueNames.map((name) => [name, 0]))
    const running = new Map(begun)
    const max = new Map(begun)
    const add = (counts: Map<string, number>, name: string, more: number) => counts.set(name, counts.get(name)! + more)
    const attempt = (name: string) =>
      Effect.suspend(() => {
        add(begun, name, 1)
        add(running, name, 1)
        max.set(name, Math.max(max.get(name)!, running.get(name)!))
        return Effect.sleep("1 second")
      }).pipe(Effect.ensuring(Effect.sync(() => add(running, name, -1))), Effect.interruptible, Effect.andThen(failing))
    const schema = Schema.Record(Schema.String, Schema.String)
    for (const name of queueNames) {
      const { offer } = yield* PersistedQueue.make({ name, schema })
      yield* Effect.forEach(Array.from({ length: 2 * bounds[name]![0] + 1 }), () => offer(element()))
    }
    yield* Layer.build(consumers(attempt))
    yield* Effect.repeat(TestClock.adjust("1 second"), {
      until: () => queueNames.every((name) => begun.get(name)! > 2 * bounds[name]![0])
    })
    expect(Object.fromEntries(max)).toEqual(Object.fromEntries(Object.entries(bounds).map(([name, [concurrency]]) => [name, concurrency])))
  }).pipe(
    Effect.scoped,
    Effect.provide(PersistedQueue.layer.pipe(Layer.provide(PersistedQueue.layerStoreMemory))),
    Effect.provide(TestClock.layer())
  )))

for (const database of databases) {
  test(`on ${database.name} work of each queue that always fails is kept as failed after its last attempt, and no earlier`, () =>
    run(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      // One that has one more attempt, one that has two, and behind them one that has many, which is taken last.
      const rows = Object.entries(bounds).flatMap(([queue, [, maxAttempts]]) =>
        [maxAttempts - 1, maxAttempts - 2, 5].map((attempts) => ({ queue, element: JSON.stringify(element()), attempts })))
      yield* sql`
        INSERT INTO queue (id, queue_name, element, state, attempts, visible_at, created_at, updated_at)
        SELECT gen_random_uuid()::text, queue, element, 'pending', attempts, now(), now(), now()
        FROM json_to_recordset(${JSON.stringify(rows)}::json) AS tried (queue text, element text, attempts integer)`
      yield* Layer.build(consumers(() => failing))
      const tried = sql<{ queue: string; state: string; attempts: number; is_tried: boolean }>`
        SELECT queue_name AS queue, state, attempts, attempts <> 5 AND acquired_by IS NULL AS is_tried FROM queue
        ORDER BY queue_name, attempts`
      const found = yield* Effect.repeat(tried, {
        until: (all) => all.every(({ is_tried }) => is_tried),
        schedule: Schedule.spaced("20 millis")
      })
      expect(found.map(({ attempts, queue, state }) => [queue, state, attempts])).toEqual(
        Object.entries(bounds).flatMap(([queue, [, maxAttempts]]) => [
          [queue, "pending", 6],
          [queue, "pending", maxAttempts - 1],
          [queue, "failed", maxAttempts]
        ])
      )
    }).pipe(Effect.scoped, Effect.provide(Queue.layer.pipe(Layer.provideMerge(database.layer))))))
}
