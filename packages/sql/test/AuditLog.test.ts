/** The audit log is verified while others change it. */
import { AuditLog } from "@candor/domain/event/AuditLog"
import * as Job from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import { describe, expect, test } from "bun:test"
import { Effect, Layer, Option } from "effect"
import { SecureRandom } from "effect/crypto"
import { SqlClient } from "effect/sql"
import * as StoredAuditLog from "../src/repositories/event/AuditLog.ts"
import { databases, runOn } from "./Databases.ts"
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

for (const database of databases) {
  describe(`The audit log on ${database.name}`, () => {
    test("is intact while events are added and erased between the statements of its verification", () =>
      runOn(database)(Effect.gen(function*() {
        const { actor } = yield* World.organization({ name: "Acme" })
        const { organization_id } = actor
        const log = yield* AuditLog
        const sql = yield* SqlClient.SqlClient
        const add = (title: string) =>
          Effect.flatMap(Jobs, (jobs) => jobs.create(actor, title, (taken, context) => Job.create({ title }, taken, context)))
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
          Layer.provide([Layer.succeed(SqlClient.SqlClient, interrupted(sql, "sum(bytes) OVER", others)), SecureRandom.layerWebCrypto])
        )
        const during = yield* Effect.provide(Effect.flatMap(AuditLog, (log) => log.verify(organization_id)), verifying)
        expect(during).toMatchObject({ broken: Option.none(), head: { sequence: 2 } })
        expect(yield* log.verify(organization_id)).toMatchObject({ broken: Option.none(), head: { sequence: 4 } })
      })))
  })
}
