import * as Deletions from "@candor/background/job/Deletions"
import { DeletedJobs } from "@candor/domain/job/DeletedJobs"
import { Jobs } from "@candor/domain/job/Jobs"
import * as Queue from "@candor/sql/queue/Queue"
import { databases, runOn } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { jobWith, noRows, storedRows } from "@candor/sql/testing/LargeJob"
import * as World from "@candor/sql/testing/World"
import { describe, expect, test } from "bun:test"
import { Effect, Exit, Latch, Layer, Schedule, Scope } from "effect"
import { SqlClient } from "effect/sql"

/** A worker of its own, as another process has it. */
const worker = Deletions.layer.pipe(Layer.provide(Layer.fresh(Queue.layer)))

/** A port that removes one portion, tells so, and then hangs. */
const hanging = (port: DeletedJobs["Service"], removed: Latch.Latch): DeletedJobs["Service"] => {
  let portions = 0
  return {
    ...port,
    removeApplications: (...request) =>
      portions++ === 0 ? port.removeApplications(...request) : Effect.andThen(removed.open, Effect.never)
  }
}

for (const database of databases.map(forFile)) {
  describe(`The removal of deleted jobs on ${database.name}`, () => {
    test("after a worker that ends in the middle, the next one removes all rows of the job", () =>
      runOn(database)(Effect.scoped(Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const { actor } = yield* World.organization({ name: "Acme" })
        const kept = yield* jobWith(actor, "Cook", 3)
        const rows = yield* storedRows(kept.job, kept.applications)
        const { applications, job } = yield* jobWith(actor, "Engineer", 500)
        yield* (yield* Jobs).remove(actor, job.id)

        const removed = yield* Latch.make()
        const scope = yield* Scope.make()
        const port = hanging(yield* DeletedJobs, removed)
        yield* Scope.provide(Layer.build(worker), scope).pipe(Effect.provideService(DeletedJobs, port))
        yield* removed.await
        yield* Scope.close(scope, Exit.void)
        const left = (yield* storedRows(job, applications))["applications"]!
        expect(left).toBeWithin(1, 500)

        yield* Layer.build(worker)
        const work = sql<{ state: string }>`SELECT state FROM queue WHERE queue_name = 'deletions'`
        const done = yield* Effect.repeat(work, {
          until: (rows) => rows.every(({ state }) => state === "completed"),
          schedule: Schedule.spaced("20 millis")
        })
        expect(done).toEqual([{ state: "completed" }])
        expect(yield* storedRows(job, applications)).toEqual(noRows)
        expect(yield* storedRows(kept.job, kept.applications)).toEqual(rows)
      }))))
  })
}
