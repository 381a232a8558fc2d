/**
 * Connections to a PostgreSQL server, as they are made: how long one may take, and what notices that the server is
 * gone.
 */
import { expect, test } from "bun:test"
import { Effect, Fiber, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { AuthenticationClient, MigrationClient } from "../src/database/Clients.ts"
import * as Database from "../src/database/Database.ts"
import { isUnavailable, messageOf } from "../src/database/SqlFailures.ts"

/** A server that takes connections and says nothing; `connected` resolves at the first one. */
const silentServer = Effect.acquireRelease(
  Effect.promise(async () => {
    const server = createServer((socket) => socket.on("error", () => socket.destroy()).resume())
    const connected = once(server, "connection")
    server.listen(0, "127.0.0.1")
    await once(server, "listening")
    return { server, connected, port: (server.address() as AddressInfo).port }
  }),
  ({ server }) => Effect.sync(() => server.close())
)

const clientsOf = (port: number) =>
  Database.server({ url: Redacted.make(`postgres://candor@127.0.0.1:${port}/candor`) })

const run = <A, E>(effect: Effect.Effect<A, E>) => Effect.runPromise(effect)

test("a connection that is not made within five seconds is given up, and the database is away", () =>
  run(
    Effect.scoped(Effect.gen(function*() {
      const { connected, port } = yield* silentServer
      yield* Effect.gen(function*() {
        const sql = yield* SqlClient.SqlClient
        const asking = yield* Effect.forkChild(Effect.flip(sql`SELECT 1`))
        yield* Effect.promise(() => connected)
        yield* TestClock.adjust("4999 millis")
        expect(asking.pollUnsafe()).toBeUndefined()
        yield* TestClock.adjust("1 millis")
        const failure = yield* Fiber.join(asking)
        expect([isUnavailable(failure), messageOf(failure)]).toEqual([true, "Connection timed out"])
      }).pipe(Effect.provide(clientsOf(port)))
    })).pipe(Effect.provide(TestClock.layer()))
  ))

/**
 * The seconds until TCP asks the other end whether it is there, for each established connection to this port whose
 * timer is that of keep-alive. The table has its kind (`02`) and hundredths of a second (Linux,
 * Documentation/networking/proc_net_tcp.rst).
 */
const keptAlive = (table: string, port: number): ReadonlyArray<number> => {
  const remote = `:${port.toString(16).toUpperCase().padStart(4, "0")}`
  return readFileSync(table, "utf8").split("\n").map((line) => line.trim().split(/\s+/)).flatMap(
    ([, , address, state, , timer]) => {
      const [kind, left = ""] = timer?.split(":") ?? []
      return address?.endsWith(remote) && state === "01" && kind === "02" ? [Number.parseInt(left, 16) / 100] : []
    }
  )
}

const tables = process.platform === "linux" ? ["/proc/net/tcp"] : []

if (tables.length === 0) {
  console.log(
    "Not run: after 30 seconds without traffic TCP asks whether the server is there. Only Linux shows its timers."
  )
}

for (const table of tables) {
  test("after 30 seconds without traffic TCP asks whether the server is there, on connections of every pool", () =>
    run(Effect.scoped(Effect.gen(function*() {
      const { port } = yield* silentServer
      yield* Effect.gen(function*() {
        const pools = [yield* SqlClient.SqlClient, yield* AuthenticationClient, yield* MigrationClient]
        yield* Effect.forEach(pools, (sql) => Effect.forkChild(sql`SELECT 1`))
        // A connection has another timer until what it sent is acknowledged.
        const seconds = yield* Effect.suspend(() => {
          const found = keptAlive(table, port)
          const problem = `${found.length} of ${pools.length} connections have the timer`
          return found.length === pools.length ? Effect.succeed(found) : Effect.fail(new Error(problem))
        }).pipe(Effect.retry(Schedule.max([Schedule.spaced("10 millis"), Schedule.during("1 minute")])))
        expect(Math.max(...seconds)).toBeLessThanOrEqual(30)
      }).pipe(Effect.provide(clientsOf(port)))
    }))))
}
