import type { Actor } from "@candor/domain/access/Actor"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import { Timestamp } from "@candor/domain/Timestamp"
import { databases, runOn } from "@candor/sql/testing/Databases"
import { forFile } from "@candor/sql/testing/FileDatabase"
import { newJob } from "@candor/sql/testing/WebhookWorld"
import * as World from "@candor/sql/testing/World"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { make } from "../src/job/Postings.ts"

const [past, future] = [Timestamp.make("2020-01-01T00:00:00.000Z"), Timestamp.make("2099-01-01T00:00:00.000Z")]

const job = Effect.fn("job")(function*(actor: Actor, patch: Job.JobPatch) {
  const { id } = yield* newJob(actor, "Engineer")
  yield* (yield* Jobs).modify(actor, id, (job, organization) => Job.update(job, patch, organization))
  return id
})

for (const database of databases) {
  test(`workers tell once of each published job that its posting has ended, on ${database.name}`, () =>
    runOn(forFile(database))(Effect.gen(function*() {
      const { actor } = yield* World.organization({ name: "Acme" })
      const { actor: stranger } = yield* World.organization({ name: "Globex" })
      const ended = yield* Effect.forEach(
        [actor, actor, stranger],
        (actor) => job(actor, { status: "published", valid_through: past })
      )
      yield* job(actor, { status: "published", valid_through: future })
      yield* job(actor, { status: "published" })
      yield* job(actor, { valid_through: past })
      const tell = yield* make
      yield* Effect.all([tell, tell], { concurrency: "unbounded" })
      yield* tell
      const sql = yield* SqlClient.SqlClient
      const told = yield* sql<
        { subject_id: string }
      >`SELECT subject_id FROM events WHERE type = 'job.expired' AND worker IS NOT NULL`
      expect(told.map(({ subject_id }) => subject_id).toSorted()).toEqual(ended.map(String).toSorted())
    })))
}
