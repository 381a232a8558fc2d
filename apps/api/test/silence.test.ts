/** Sessions that went silent without an end, as after a lost NAT entry, and a server that stops while its database is silent. */
import { proxy } from "@candor/process/testing/Proxy"
import { servers } from "@candor/process/testing/Servers"
import * as Database from "@candor/sql/database/Database"
import * as Repositories from "@candor/sql/Repositories"
import { administration } from "@candor/sql/testing/Databases"
import { serverUrl } from "@candor/sql/testing/ServerDatabases"
import * as World from "@candor/sql/testing/World"
import { expect, test } from "bun:test"
import { Duration, Effect, Exit, Fiber, Layer, Redacted } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { head, open } from "./harness/Raw.ts"

const { serve } = servers("silence")

for (const administrator of administration === undefined ? [] : [administration]) {
  test.concurrent.each<readonly [string, (sql: SqlClient.SqlClient) => Effect.Effect<unknown, SqlError.SqlError>]>([
    ["statements", (sql) => sql`SELECT pg_sleep(0.2)`],
    ["transactions alone", (sql) => sql.withTransaction(sql`SELECT pg_sleep(0.2)`)]
  ])("once a statement had no answer, nothing uses a session that went silent with it after %s", async (_, use) => {
    const between = await proxy(new URL(administrator))
    const url = new URL(administrator)
    url.hostname = "127.0.0.1"
    url.port = String(between.port)
    const database = Database.server({
      url: Redacted.make(url.href),
      maxConnections: 4,
      statementTimeout: Duration.seconds(1)
    })
    try {
      const outcomes = await Effect.runPromise(Effect.provide(
        Effect.gen(function*() {
          const sql = yield* SqlClient.SqlClient
          // Four at a time, so that each session has answered.
          yield* Effect.all(Array.from({ length: 4 }, () => use(sql)), { concurrency: 4 })
          between.silence()
          const asking = yield* Effect.forkDetach(sql`SELECT 1`)
          const late = Effect.as(Effect.sleep(Duration.minutes(1)), "no answer, and no failure")
          // It fails after 3 s. A statement on a silent session is not waited for when it is interrupted.
          expect(yield* Effect.raceFirst(Effect.map(Fiber.await(asking), Exit.isSuccess), late)).toBe(false)
          const transaction = yield* Effect.exit(sql.withTransaction(sql`SELECT 1`))
          const statement = yield* Effect.exit(sql`SELECT 1`)
          return [transaction, statement].map(Exit.isSuccess)
        }),
        database
      ))
      expect(outcomes).toEqual([true, true])
    } finally {
      await between.cut()
    }
  })

  test.concurrent("a server that is stopped has 9.5 seconds, though its last request and then its database take longer", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const address = yield* serverUrl(administrator)
      const store = Layer.provideMerge(Repositories.layer, Database.server({ url: Redacted.make(address), maxConnections: 1 }))
      const { key } = yield* Effect.provide(World.organization({ name: "Acme" }), store)
      const between = yield* Effect.acquireRelease(Effect.promise(() => proxy(new URL(address))), ({ cut }) => Effect.promise(cut))
      const url = new URL(address)
      url.hostname = "127.0.0.1"
      url.port = String(between.port)
      const { child, own_origin } = yield* Effect.promise(() => serve({ DATABASE_URL: url.href, CANDOR_DRAIN_SECONDS: "0" }))
      const headers = { authorization: `Bearer ${key.text}` }
      // Its body never comes, and it is cut off after eight seconds.
      const { send } = yield* Effect.promise(() => open(Number(new URL(own_origin).port)))
      send(head("POST /api/v1/jobs", `Authorization: ${headers.authorization}`, "Content-Type: application/json", "Content-Length: 9"))
      // A later request is answered while the other waits; so that one has arrived.
      expect((yield* Effect.promise(() => fetch(`${own_origin}/api/v1/jobs`, { headers }))).status).toBe(200)
      between.swallow()
      expect(yield* Effect.promise(() => child.stop())).toBe(0)
      expect((yield* Effect.promise(() => child.ended)).stdout).toContain("Finalizers did not end within 9s 500ms")
    }))))
}
