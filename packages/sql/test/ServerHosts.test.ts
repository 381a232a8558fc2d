/** Several hosts in one address: which one has the sessions, as libpq chooses it, and who has them after a failover. */
import { freePort } from "@candor/process/testing/FreePort"
import { bin, clusters } from "@candor/process/testing/PostgresClusters"
import { expect, test } from "bun:test"
import { Effect, Layer, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"
import * as Database from "../src/database/Database.ts"
import { messageOf } from "../src/database/SqlFailures.ts"

const { create, folder, standbyOf } = clusters("hosts")

const question = "SELECT current_setting('port')::integer AS port"

/** The port of the server that has a session. */
const port = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => Effect.map(sql.unsafe<{ readonly port: number }>(question), ([row]) => row!.port)
)

const outcome = (url: string): Promise<number | string> =>
  Effect.runPromise(
    Effect.scoped(Effect.provide(port, Database.server({ url: Redacted.make(url) }))).pipe(
      Effect.catchTag("SqlError", (error) => Effect.succeed(messageOf(error)))
    )
  )

/** The same of libpq; none where it has no session. */
const ofLibpq = (url: string): number | undefined => {
  const { exitCode, stdout } = Bun.spawnSync([join(bin!, "psql"), "--no-psqlrc", "-Atc", question, url], {
    env: { HOME: folder }
  })
  return exitCode === 0 ? Number(stdout.toString()) : undefined
}

const servers = bin === undefined ? [] : [await create("primary")]

for (const primary of servers) {
  test("one host of several has the sessions: the first that is there and does what target_session_attrs says, as with libpq", async () => {
    await primary.start()
    const standby = await standbyOf(primary, "standby")
    await standby.start()
    const none = await freePort()
    const ports = { primary: primary.port, standby: standby.port, none }
    type Name = keyof typeof ports
    const table: ReadonlyArray<readonly [hosts: ReadonlyArray<Name>, attributes: string, expected: Name | undefined]> =
      [
        [["primary"], "any", "primary"],
        [["none", "standby", "primary"], "any", "standby"],
        [["standby", "none", "primary"], "read-write", "primary"],
        [["standby", "primary"], "primary", "primary"],
        [["primary", "standby"], "standby", "standby"],
        [["primary", "standby"], "read-only", "standby"],
        [["primary", "standby"], "prefer-standby", "standby"],
        [["none", "primary"], "prefer-standby", "primary"],
        [["standby"], "read-write", undefined],
        [["primary", "none"], "standby", undefined],
        [["none"], "any", undefined],
        [["none", "none"], "any", undefined]
      ]
    const found: Array<object> = []
    for (const [hosts, attributes, name] of table) {
      const url = `postgres://postgres@${
        hosts.map((host) => `127.0.0.1:${ports[host]}`).join(",")
      }/postgres?target_session_attrs=${attributes}`
      const expected = name === undefined ? undefined : ports[name]
      const here = await outcome(url)
      const [one, libpq] = [typeof here === "number" ? here : undefined, ofLibpq(url)]
      if (one !== expected || libpq !== expected) found.push({ url, here, libpq, expected })
    }
    expect(found).toEqual([])
    const refused = await outcome(
      `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${none}/postgres?target_session_attrs=primary`
    )
    expect(refused).toMatch(
      new RegExp(`^No host is primary: 127.0.0.1:${standby.port} is a standby; 127.0.0.1:${none}: `)
    )
    // A wrong database is the answer of the host that is chosen, and not a reason to try another.
    expect(await outcome(`postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/nothing`)).toContain(
      `"nothing" does not exist`
    )

    const both =
      `postgres://postgres@127.0.0.1:${primary.port},127.0.0.1:${standby.port}/postgres?target_session_attrs=read-write&connect_timeout=2`
    await Effect.runPromise(Effect.scoped(
      Effect.gen(function*() {
        expect(yield* port).toBe(primary.port)
        yield* Effect.promise(() => primary.stop())
        yield* Effect.promise(() => standby.ask("SELECT pg_promote()"))
        expect(yield* Effect.retry(port, Schedule.spaced("50 millis"))).toBe(standby.port)
      }).pipe(Effect.provide(Layer.fresh(Database.server({ url: Redacted.make(both) }))))
    ))
  })
}
