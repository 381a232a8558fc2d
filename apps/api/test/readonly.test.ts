/** A database that takes no writes, as after a failover or on a full disk: reads go on, writes are refused with 503. */
import * as Database from "@candor/sql/database/Database"
import { administration } from "@candor/sql/testing/Databases"
import { untilSequenceable } from "@candor/sql/testing/Sequenceable"
import { serverUrl } from "@candor/sql/testing/ServerDatabases"
import { expect, test } from "bun:test"
import { Effect, Layer, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { client, type ErrorBody, having } from "./harness/Client.ts"
import { openStream, readUntil } from "./harness/Stream.ts"
import { open } from "./harness/TestServer.ts"
import { world } from "./harness/World.ts"

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
    const here = await world({
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

  test("a stream on a standby sends what is written to the primary", async () => {
    let url = ""
    /** Sessions that take no writes, to a database that takes them from others: a standby and its primary. */
    const here = await world({
      name: "standby",
      layer: Layer.unwrap(Effect.map(serverUrl(administrator), (address) => {
        url = address
        return Database.server({ url: Redacted.make(address), maxConnections: 4 })
      }))
    })
    const primary = await open({ name: "primary", layer: Database.server({ url: Redacted.make(url), maxConnections: 1 }) })
    const { id } = here.own.organization
    const { admin, write } = here.own.keys
    try {
      await here.backend.run(untilSequenceable(id))
      const before = having(200)(await here.call<{ readonly next: number }>("GET", "/events?limit=1000", { key: admin }))
      await refuseWrites(new URL(url).pathname.slice(1))
      await primary.run(Effect.flatMap(SqlClient.SqlClient, (sql) => sql`SET default_transaction_read_only = off`))
      const { response } = await openStream(here.server, admin, { "last-event-id": String(before.body.next) })
      const sent = readUntil(response, /"title":"Stoker"/)
      const { base_url } = await primary.serve()
      having(201)(await client(base_url)("POST", "/jobs", { key: write, body: { title: "Stoker" } }))
      await primary.run(untilSequenceable(id))
      having(200)(await client(base_url)("GET", "/events", { key: admin }))
      expect(await sent).toMatch(/^event: job\.created$/m)
      having(503)(await here.call("POST", "/jobs", { key: write, body: { title: "No" } }))
    } finally {
      await primary.close()
      await here.backend.close()
    }
  })
}
