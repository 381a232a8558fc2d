/** The audit log is verified while others change it. */
import { AuditLog } from "@candor/domain/event/AuditLog"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import { describe, expect, test } from "bun:test"
import { Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import * as StoredAuditLog from "../src/repositories/event/AuditLog.ts"
import { countingRows } from "./RowCounts.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { untilSequenceable } from "./Sequenceable.ts"
import * as World from "./World.ts"

/** The client that runs an effect once, before its first statement that has this text. */
const interrupted = (sql: SqlClient.SqlClient, text: string, effect: Effect.Effect<unknown>) => {
  let waiting = true
  return new Proxy(sql, {
    apply: (target, self, args: ReadonlyArray<unknown>) => {
      const statement = Reflect.apply(target, self, args)
      if (!waiting || !String(args[0]).includes(text)) return statement
      waiting = false
      return Effect.andThen(effect, statement)
    }
  })
}

for (const database of databases.map(forFile)) {
  describe(`The audit log on ${database.name}`, () => {
    test("is intact while events are added and erased between the statements of its verification", () =>
      runOn(database)(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { organization_id } = actor
        const log = yield* AuditLog
        const sql = yield* SqlClient.SqlClient
        const add = (title: string) =>
          Effect.flatMap(
            Jobs,
            (jobs) => jobs.create(actor, title, (taken, context) => Job.create({ title }, taken, context))
          )
        const { id } = yield* add("First")
        yield* add("Second")
        yield* untilSequenceable(organization_id)
        const context = yield* Effect.context<Jobs | SqlClient.SqlClient>()
        const others = Effect.gen(function*() {
          yield* add("Third")
          expect(yield* log.erase(organization_id, id, "test")).toBe(1)
          yield* untilSequenceable(organization_id)
          // It sequences what was added.
          expect((yield* log.page(organization_id, { before: undefined, limit: 10 })).entries).toHaveLength(4)
        }).pipe(Effect.provideContext(context), Effect.orDie)
        const verifying = Layer.fresh(StoredAuditLog.layer).pipe(
          Layer.provide([
            Layer.succeed(SqlClient.SqlClient, interrupted(sql, "sum(bytes) OVER", others)),
            SecureRandom.layerWebCrypto
          ])
        )
        const during = yield* Effect.provide(Effect.flatMap(AuditLog, (log) => log.verify(organization_id)), verifying)
        expect(during).toMatchObject({ broken: Option.none(), head: { sequence: 2 } })
        expect(yield* log.verify(organization_id)).toMatchObject({ broken: Option.none(), head: { sequence: 4 } })
      })))

    test("is verified 500 events at a time, or as many as have 1 MiB", () =>
      runOn(database)(Effect.gen(function*() {
        const { actor: { organization_id } } = yield* World.organization({ name: "Acme" })
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          INSERT INTO events (organization_id, id, type, subject_id, data, data_bytes, worker, request_id, occurred_at)
          SELECT ${organization_id}, gen_random_uuid(), 'job.deleted', gen_random_uuid(), '{}', 2, 'test', 'test',
            date_trunc('milliseconds', now()) FROM generate_series(1, 501)`
        yield* untilSequenceable(organization_id)
        const { client, counts } = countingRows(sql, "sum(bytes) OVER")
        const verifying = Layer.fresh(StoredAuditLog.layer).pipe(
          Layer.provide([Layer.succeed(SqlClient.SqlClient, client), SecureRandom.layerWebCrypto])
        )
        const verified = Effect.provide(Effect.flatMap(AuditLog, (log) => log.verify(organization_id)), verifying)
        expect(yield* verified).toMatchObject({ broken: Option.none(), head: { sequence: 501 } })
        const resize = (sequence: number, bytes: number) =>
          sql`UPDATE events SET data_bytes = ${bytes} WHERE sequence = ${sequence}`
        yield* sql`UPDATE events SET data_bytes = 0`
        yield* Effect.all([resize(1, 1_048_575), resize(2, 1)])
        yield* verified
        yield* Effect.all([resize(2, 2), resize(4, 1_048_577)])
        expect(yield* verified).toMatchObject({ broken: Option.none(), head: { sequence: 501 } })
        expect(counts).toEqual([500, 1, 500, 1, 1, 2, 1, 497])
      })))
  })
}
