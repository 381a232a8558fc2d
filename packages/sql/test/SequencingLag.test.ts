/** How far sequencing is behind: as a metric, and in the log with what holds it up. */
import type { Actor } from "@candor/domain/access/Actor"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import { Sequencer } from "@candor/sql/sequencing/Sequencer"
import * as SequencingLag from "@candor/sql/sequencing/SequencingLag"
import { expect, test } from "bun:test"
import { Effect, Logger, Metric } from "effect"
import { SqlClient } from "effect/sql"
import { databases, pglite, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import * as World from "./World.ts"

const newJob = (actor: Actor) =>
  Effect.flatMap(
    Jobs,
    (jobs) => jobs.create(actor, "Engineer", (taken, context) => Job.create({ title: "Engineer" }, taken, context))
  )

/** Makes the report of the lag, and the list of the lines that it logs. */
const reporting = Effect.map(SequencingLag.make, (report) => {
  const lines: Array<string> = []
  const logger = Logger.map(Logger.formatJson, (line) => void lines.push(line))
  return {
    lines,
    report: (eventsWait: boolean) => Effect.provideService(report(eventsWait), Logger.CurrentLoggers, new Set([logger]))
  }
})

const lag = Effect.map(
  Metric.snapshot,
  (metrics) =>
    metrics.flatMap((metric) =>
      metric.id === "candor_sequencing_lag_seconds" && metric.type === "Gauge" ? [Number(metric.state.value)] : []
    )
)

for (const database of databases.map(forFile)) {
  test(`on ${database.name} how far sequencing is behind, and since when, is a metric and a log line at most once a minute`, () =>
    runOn(database)(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { sequenceAll } = yield* Sequencer
      const { actor } = yield* World.organization({ name: "Acme" })
      yield* newJob(actor)
      yield* sql`UPDATE events SET occurred_at = now() - interval '70 seconds'`
      const { lines, report } = yield* reporting
      yield* report(true)
      yield* report(true)
      expect(lines.map((line) => JSON.parse(line).message)).toEqual([["Events wait for their sequence numbers", {
        lag_seconds: expect.any(Number),
        since: expect.any(String),
        organizations: 1,
        held_up_by: expect.any(String)
      }]])
      expect((yield* lag)[0]).toBeGreaterThanOrEqual(70)
      yield* Effect.repeat(sequenceAll, { while: (eventsWait) => eventsWait })
      yield* report(false)
      expect([lines.length, yield* lag]).toEqual([2, [0]])
    })))
}

// A transaction that is under way while others commit needs sessions; PGlite has one.
for (const database of databases.filter((database) => database !== pglite).map(forFile)) {
  test(`on ${database.name} the log names the transaction that holds up events`, () =>
    runOn(database)(Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { sequenceAll } = yield* Sequencer
      const { actor } = yield* World.organization({ name: "Acme" })
      const { lines, report } = yield* reporting
      const outside = Effect.runPromiseWith(yield* Effect.context<Jobs>())
      const pid = yield* sql.withTransaction(Effect.gen(function*() {
        const [own] = yield* sql<
          { pid: number }
        >`SELECT pg_backend_pid() AS pid, pg_current_xact_id()::text AS transaction`
        yield* Effect.promise(() =>
          outside(Effect.gen(function*() {
            yield* newJob(actor)
            expect(yield* sequenceAll).toBe(true)
            yield* sql`UPDATE events SET occurred_at = now() - interval '1 minute'`
            yield* report(true)
          }))
        )
        return own!.pid
      }))
      expect(lines.join()).toContain(`pid ${pid} of database candor_`)
    })))
}
