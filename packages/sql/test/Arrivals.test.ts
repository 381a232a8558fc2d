/** What is known of a quarantine when a submission arrives. */
import type { Worker } from "@candor/domain/access/Actor"
import * as Submission from "@candor/domain/submission/Submission"
import { Submissions } from "@candor/domain/submission/Submissions"
import { expect, test } from "bun:test"
import { Clock, Effect } from "effect"
import { SqlClient } from "effect/sql"
import { arrivalOf } from "./CareersCalls.ts"
import { databases, runOn } from "./Databases.ts"
import { newJob } from "./WebhookWorld.ts"
import * as World from "./World.ts"

test("a small quarantine is counted for each submission that arrives, a large one once a second", () =>
  runOn(databases[0]!)(Effect.gen(function*() {
    const { actor: { organization_id, request_id }, actor } = yield* World.organization({ name: "Acme" })
    const { id: job } = yield* newJob(actor, "Pilot")
    const port = yield* Submissions
    const sql = yield* SqlClient.SqlClient
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
      }).pipe(Effect.provideService(Clock.Clock, Object.assign(Object.create(clock), { currentTimeMillisUnsafe: () => millis })))
    expect(yield* Effect.forEach([0, 0, 0], receive)).toEqual([0, 1, 2])
    yield* sql`
      INSERT INTO submissions
      SELECT (jsonb_populate_record(one.s, jsonb_build_object('id', gen_random_uuid(), 'key', n::text, 'proof', n::text))).*
      FROM (SELECT s FROM submissions s WHERE s.organization_id = ${organization_id} LIMIT 1) one, generate_series(1, 497) n`
    expect(yield* Effect.forEach([0, 0, 999, 1000, 1001], receive)).toEqual([500, 500, 500, 503, 503])
  })))
