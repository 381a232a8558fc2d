/**
 * A database that takes no writes, as one that a provider has closed for them: reads go on, writes are refused with
 * 503.
 */
import * as Database from "@candor/sql/database/Database"
import { administration } from "@candor/sql/testing/Databases"
import { serverUrl } from "@candor/sql/testing/ServerDatabases"
import { expect, test } from "bun:test"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { type ErrorBody, having } from "./harness/Client.ts"
import { worldWith } from "./harness/World.ts"

interface Feed {
  readonly events: ReadonlyArray<{ readonly type: string }>
}

for (const administrator of administration === undefined ? [] : [administration]) {
  /** Runs statements on the server, in sessions of their own. */
  const administer = (...statements: ReadonlyArray<string>) =>
    Effect.runPromise(Effect.provide(
      Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.forEach(statements, (statement) => sql.unsafe(statement))),
      Database.server({ url: Redacted.make(administrator), maxConnections: 1 })
    ))
  /** Has the sessions that begin from now on take no writes, and ends the others. */
  const refuseWrites = (name: string) =>
    administer(
      `ALTER DATABASE ${name} SET default_transaction_read_only = on`,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`
    )

  test("reads, the feed and the audit log are answered, writes are 503 until it takes them again, and readiness tells", async () => {
    let name = ""
    const here = await worldWith({
      name: "PostgreSQL server that takes no writes",
      layer: Layer.unwrap(Effect.map(serverUrl(administrator), (url) => {
        name = new URL(url).pathname.slice(1)
        return Database.server({ url: Redacted.make(url), maxConnections: 4 })
      }))
    })
    const { admin, write } = here.own.keys
    const database = async () => {
      const body: { readonly database: string } = await (await fetch(`${here.server.origin}/health/ready`)).json()
      return body.database
    }
    const create = () => here.call<ErrorBody>("POST", "/jobs", { key: write, body: { title: "Engineer" } })
    try {
      expect(await database()).toBe("reads_and_writes")
      having(200)(await here.call("GET", "/events", { key: admin }))
      // An event that has no number yet, and gets none for now.
      having(201)(await create())
      await refuseWrites(name)
      const statuses: Array<number> = []
      while (statuses.at(-1) !== 200 && statuses.length < 20) {
        statuses.push((await here.call("GET", "/jobs", { key: admin })).status)
      }
      expect(statuses.filter((status) => status !== 503)).toEqual([200])
      expect(having(200)(await here.call<Feed>("GET", "/events?after=0", { key: admin })).body.events.length)
        .toBeGreaterThan(0)
      having(200)(await here.call("GET", "/audit-log", { key: admin }))
      const refused = having(503)(await create())
      expect(refused.body).toMatchObject({ error: { details: { code: "database_read_only" } } })
      expect(refused.headers.get("retry-after")).toMatch(/^\d+$/)
      expect(await database()).toBe("reads")

      await administer(`ALTER DATABASE ${name} SET default_transaction_read_only = off`)
      const after: Array<number> = []
      while (after.at(-1) !== 201 && after.length < 20) after.push((await create()).status)
      expect(after.filter((status) => status !== 503)).toEqual([201])
    } finally {
      await here.backend.close()
    }
  })
}
