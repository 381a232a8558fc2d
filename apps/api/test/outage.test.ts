/** The database server goes away under a server that runs, and comes back. */
import { type Proxy, proxy } from "@candor/process/testing/Proxy"
import * as Database from "@candor/sql/database/Database"
import { administration } from "@candor/sql/testing/Databases"
import { serverUrl } from "@candor/sql/testing/ServerDatabases"
import { afterAll, beforeAll, describe, expect, test } from "bun:test"
import { Effect, Layer, Redacted } from "effect"
import { goodCall } from "./conformance/calls.ts"
import { isWrite, type Name, names, operation } from "./conformance/operations.ts"
import { type ErrorBody, having } from "./harness/Client.ts"
import { type FilledWorld, filledWorld } from "./harness/World.ts"

/** A database behind a proxy that can be cut. */
const proxied = (administrator: string, between: Proxy) => ({
  name: "PostgreSQL server behind a proxy",
  layer: Layer.unwrap(Effect.map(serverUrl(administrator), (address) => {
    const url = new URL(address)
    url.hostname = "127.0.0.1"
    url.port = String(between.port)
    return Database.server({ url: Redacted.make(url.href), maxConnections: 4 })
  }))
})

for (const administrator of administration === undefined ? [] : [administration]) {
  describe("with a PostgreSQL server that goes away", () => {
    let between: Proxy
    let here: FilledWorld
    beforeAll(async () => {
      between = await proxy(new URL(administrator))
      here = await filledWorld(proxied(administrator, between))
    })
    afterAll(async () => {
      await here.backend.close()
      await between.cut()
    })

    const health = async (path: string) => (await fetch(here.server.origin + path)).status
    const ask = <Body>(name: Name) => {
      const { method, options, path } = goodCall(name, here.own.keys, here.own.ids)
      return here.call<Body>(method, path, options)
    }

    test("every operation answers 503 and no key is called bad, and all is well when it is back", async () => {
      await between.cut()
      for (const name of names) {
        const { body, text } = having(503)(await ask<ErrorBody>(name))
        expect([body.error.code, body.error.details]).toEqual(["internal_error", {
          reason: "database_away",
          code: "database_away"
        }])
        expect(text).not.toMatch(/ECONN|Sql|postgres/i)
      }
      having(401)(await here.call("GET", "/jobs", { key: "nonsense" }))
      expect(await health("/health/live")).toBe(200)
      expect(await health("/health/ready")).toBe(503)

      await between.restore()
      for (const name of names.filter((name) => !isWrite(name) && operation(name).scope === "read"))
        having(200)(await ask(name))
      expect(await health("/health/ready")).toBe(200)
    })

    test("a server that takes connections and says nothing is reported, again and again", async () => {
      between.swallow()
      for (const _ of [1, 2, 3]) {
        const response = await fetch(`${here.server.origin}/health/ready`)
        const body: ErrorBody = await response.json()
        expect({ status: response.status, code: body.error.code }).toEqual({ status: 503, code: "internal_error" })
        expect(response.headers.get("retry-after")).toMatch(/^\d+$/)
      }
      expect(await health("/health/live")).toBe(200)

      // What hangs is given up when the time for a connection is over, and the next question finds the database.
      await between.restore()
      const statuses = new Set<number>()
      while (!statuses.has(200)) statuses.add(await health("/health/ready"))
      expect([...statuses].filter((status) => status !== 503)).toEqual([200])
    })
  })
}
