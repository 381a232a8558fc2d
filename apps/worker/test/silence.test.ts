/** A worker whose connections to the database go silent, without an end that TCP would tell. */
import { LinkedInUrl } from "@candor/domain/candidate/LinkedInUrl"
import * as Candidate from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { processes } from "@candor/process/testing/Processes"
import { program } from "@candor/process/testing/Programs"
import { proxy } from "@candor/process/testing/Proxy"
import * as Database from "@candor/sql/database/Database"
import * as Repositories from "@candor/sql/Repositories"
import { administration } from "@candor/sql/testing/Databases"
import { serverUrl } from "@candor/sql/testing/ServerDatabases"
import * as World from "@candor/sql/testing/World"
import { describe, expect, test } from "bun:test"
import { Effect, Layer, Redacted, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"

const main = await program("worker")
const { start } = processes("silence")

/** A worker that reaches the database through a proxy. */
const behind = (address: string, env: Record<string, string> = {}) =>
  Effect.gen(function*() {
    const between = yield* Effect.acquireRelease(
      Effect.promise(() => proxy(new URL(address))),
      ({ cut }) => Effect.promise(cut)
    )
    const url = new URL(address)
    url.hostname = "127.0.0.1"
    url.port = String(between.port)
    const child = start([process.execPath, main], {
      env: { DATABASE_URL: url.href, WORKER_PORT: "0", LOG_FORMAT: "json", ...env }
    })
    const said = yield* Effect.promise(() => child.hear(/"Working"/))
    return { between, child, origin: /Serving health and metrics on (http:\/\/[\d.:]+)/.exec(said)![1]! }
  })

/** Sets a LinkedIn URL, over connections of the test's own. */
const ask = (name: string) =>
  Effect.gen(function*() {
    const { actor } = yield* World.organization({ name })
    const linkedin_url = yield* Schema.decodeEffect(LinkedInUrl)(`https://www.linkedin.com/in/${name}`)
    yield* (yield* Candidates).create(actor, (context) =>
      Candidate.create({ full_name: name, primary_email: `${name}@example.com`, linkedin_url }, context))
  })

const statuses = Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ status: string }>`SELECT status FROM ai_profiles ORDER BY id`)

const until = (wanted: ReadonlyArray<string>) =>
  Effect.repeat(statuses, {
    until: (rows) => wanted.join() === rows.map(({ status }) => status).join(),
    schedule: Schedule.spaced("50 millis")
  })

const ready = (origin: string) => Effect.promise(async () => (await fetch(`${origin}/health/ready`)).status)

const withDatabase = <A, E>(
  administrator: string,
  effect: (url: string) => Effect.Effect<A, E, SqlClient.SqlClient | Layer.Success<typeof Repositories.layer>>
) =>
  Effect.runPromise(Effect.scoped(Effect.gen(function*() {
    const url = yield* serverUrl(administrator)
    const store = Repositories.layer.pipe(
      Layer.provideMerge(Database.server({ url: Redacted.make(url), maxConnections: 2 }))
    )
    return yield* Effect.provide(effect(url), store)
  })))

// A connection that can go silent is one to a server.
for (const administrator of administration === undefined ? [] : [administration]) {
  describe("A worker whose connections go silent", () => {
    test.concurrent("goes on by itself over new ones, and is ready again", () =>
      withDatabase(administrator, (url) =>
        Effect.scoped(Effect.gen(function*() {
          const { between, origin } = yield* behind(url, { CANDOR_DATABASE_CONNECTIONS: "2" })
          yield* ask("before")
          yield* until(["completed"])
          expect(yield* ready(origin)).toBe(200)
          between.silence()
          yield* ask("after")
          yield* until(["completed", "completed"])
          yield* Effect.repeat(ready(origin), { until: (status) => status === 200, schedule: Schedule.spaced("100 millis") })
        }))))

    test.concurrent("is not ready, and ends after SIGTERM with work in its hands", () =>
      withDatabase(administrator, (url) =>
        Effect.scoped(Effect.gen(function*() {
          const requested = Promise.withResolvers<void>()
          const model = yield* Effect.acquireRelease(
            Effect.sync(() => Bun.serve({
              hostname: "127.0.0.1",
              port: 0,
              idleTimeout: 0,
              fetch: () => {
                requested.resolve()
                return new Promise<Response>(() => {})
              }
            })),
            (server) => Effect.promise(() => server.stop(true))
          )
          const env = { CANDOR_AI_BASE_URL: `${model.url.origin}/v1`, CANDOR_AI_MODEL: "silent" }
          const { between, child, origin } = yield* behind(url, env)
          yield* ask("held")
          yield* Effect.promise(() => requested.promise)
          between.swallow()
          expect(yield* ready(origin)).toBe(503)
          expect(yield* Effect.promise(() => child.stop())).toBe(0)
          expect((yield* Effect.promise(() => child.ended)).stdout).toContain("Finalizers did not end within 8s")
          // The work is another's when its lock has expired.
          expect(yield* statuses).toEqual([{ status: "processing" }])
        }))))
  })
}
