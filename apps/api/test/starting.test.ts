/** A server that is started while its database is away. */
import { freePort } from "@candor/process/testing/FreePort"
import { program } from "@candor/process/testing/Programs"
import { proxy } from "@candor/process/testing/Proxy"
import { servers } from "@candor/process/testing/Servers"
import { administration } from "@candor/sql/testing/Databases"
import { serverUrl } from "@candor/sql/testing/ServerDatabases"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { join } from "node:path"
import type { ErrorBody } from "./harness/Client.ts"
import { exchange, head } from "./harness/Raw.ts"

const main = await program("api")
const { behindProxy, folder, start } = servers("starting")

for (const administrator of administration === undefined ? [] : [administration]) {
  test("it lives and is not ready, says that it waits, and serves as soon as the database answers", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const url = new URL(yield* serverUrl(administrator))
      const between = yield* Effect.acquireRelease(
        Effect.promise(() => proxy(new URL(administrator))),
        ({ cut }) => Effect.promise(cut)
      )
      url.hostname = "127.0.0.1"
      url.port = String(between.port)
      yield* Effect.promise(async () => {
        await between.cut()
        const port = await freePort()
        const origin = `http://127.0.0.1:${port}`
        const child = start([process.execPath, main], {
          env: { DATABASE_URL: url.href, PORT: String(port), LOG_FORMAT: "json", CANDOR_DATA_DIR: join(folder, "none") }
        })
        await child.hear(/The database does not answer yet/)
        const status = async (path: string) => (await fetch(origin + path)).status
        expect(await status("/health/live")).toBe(200)
        expect(await status("/health/ready")).toBe(503)
        const refused = await fetch(`${origin}/api/v1/jobs`, { headers: { "x-request-id": "early" } })
        const { error }: ErrorBody = await refused.json()
        expect([refused.status, error.code, error.details, refused.headers.get("x-request-id")])
          .toEqual([503, "internal_error", { reason: "starting", code: "starting" }, "early"])
        for (const name of ["retry-after", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]) {
          expect(refused.headers.get(name), name).toMatch(/^\d+$/)
        }

        // As a proxy's probe asks, and as one request that Bun takes for two.
        expect(await exchange(port, "GET /health/live HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.[01] 200 /)
        const trailers = await exchange(
          port,
          `${head("POST /api/v1/jobs", "Transfer-Encoding: chunked")}0\r\nA: b\r\n\r\n`
        )
        expect(trailers.match(/HTTP\/1\.1 /g)).toHaveLength(1)
        expect(trailers.toLowerCase()).toContain("connection: close")

        await between.restore()
        const serving = await behindProxy(child)
        expect(await status("/health/ready")).toBe(200)
        expect((await fetch(`${serving.origin}/api/v1/jobs`)).status).toBe(401)
        expect(await child.stop()).toBe(0)
      })
    }))))
}
