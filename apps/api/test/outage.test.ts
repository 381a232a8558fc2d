/** The database server goes away under a server that runs, and comes back. */
import * as Database from "@candor/sql/Database"
import { administration, serverUrl } from "@candor/sql/testing/Databases"
import { expect, test } from "bun:test"
import { Effect, Layer, Redacted } from "effect"
import { goodCall } from "./conformance/calls.ts"
import { names, operation } from "./conformance/operations.ts"
import { type ErrorBody, having } from "./harness/Client.ts"
import { type Proxy, proxy } from "./harness/Proxy.ts"
import { world } from "./harness/World.ts"

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
  test("without its database every operation answers 503 and no key is called bad; with it all is well", async () => {
    const between = await proxy(new URL(administrator))
    const { backend, call, own, server } = await world(proxied(administrator, between))
    const calls = names.map((name) => goodCall(name, own.keys, own.ids))
    const health = async (path: string) => (await fetch(server.origin + path)).status

    await between.cut()
    for (const { method, options, path } of calls) {
      const { body, text } = having(503)(await call<ErrorBody>(method, path, options))
      expect(body.error.code).toBe("internal_error")
      expect(text).not.toMatch(/ECONN|Sql|postgres/i)
    }
    having(401)(await call("GET", "/jobs", { key: "nonsense" }))
    expect(await health("/health/live")).toBe(200)
    expect(await health("/health/ready")).toBe(503)

    await between.restore()
    for (const name of names.filter((name) => operation(name).scope === "read")) {
      const { method, options, path } = goodCall(name, own.keys, own.ids)
      having(200)(await call(method, path, options))
    }
    expect(await health("/health/ready")).toBe(200)
    await backend.close()
    await between.cut()
  })
}
