import * as Candidate from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import { LinkedInUrl } from "@candor/domain/candidate/LinkedInUrl"
import { processes } from "@candor/process/testing/Processes"
import { program } from "@candor/process/testing/Programs"
import * as Promtool from "@candor/process/testing/Promtool"
import * as Database from "@candor/sql/database/Database"
import * as Repositories from "@candor/sql/Repositories"
import { administration } from "@candor/sql/testing/Databases"
import * as Prepared from "@candor/sql/testing/Prepared"
import { serverUrl } from "@candor/sql/testing/ServerDatabases"
import * as World from "@candor/sql/testing/World"
import { describe, expect, test } from "bun:test"
import { Effect, Layer, Redacted, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"

const main = await program("worker")
const { folder: scratch, start } = processes("worker")

const worker = (env: Record<string, string>) => start([process.execPath, main], { env: { LOG_FORMAT: "json", ...env } })

/** What the metrics show under a name, once they do. */
const shown = async (origin: string, wanted: RegExp) => {
  for (;;) {
    const found = wanted.exec(await (await fetch(`${origin}/metrics`)).text())
    if (found !== null) return found[1]
    // Without a pause this would take the processor from what it waits for.
    await Bun.sleep(50)
  }
}

describe("A worker on the embedded database", () => {
  test("answers how it is where WORKER_PORT says so, says that the server does this work itself, and that a directory in use is no place for another", async () => {
    await Prepared.dataDirectory(scratch)
    const first = worker({ CANDOR_DATA_DIR: scratch, WORKER_PORT: "0" })
    const said = await first.hear(/"Working"/)
    expect(said).toContain("the server does this work itself")
    const origin = /Serving health and metrics on (http:\/\/[\d.:]+)/.exec(said)![1]!
    const answers = ["/health/live", "/health/ready", "/health/live", "/health/ready", "/elsewhere"].map((path) => fetch(origin + path))
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 404])
    expect(await shown(origin, /^candor_queue_dead_letters\{queue="profiles"\} (.*)$/m)).toBe("0")
    expect(await Promtool.findings(await (await fetch(`${origin}/metrics`)).text())).toEqual([])
    const { code, stderr } = await worker({ CANDOR_DATA_DIR: scratch }).ended
    expect({ code, lines: stderr.trim().split("\n").length }).toEqual({ code: 1, lines: 1 })
    expect(stderr).toContain(scratch)
    expect(await first.stop()).toBe(0)
  })
})

/** An endpoint of the OpenAI protocol that never answers; `asked` ends when somebody asks. */
const silent = Effect.acquireRelease(
  Effect.sync(() => {
    const requested = Promise.withResolvers<void>()
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      idleTimeout: 0,
      fetch: () => {
        requested.resolve()
        return new Promise<Response>(() => {})
      }
    })
    return { server, requested: requested.promise, env: { CANDOR_AI_BASE_URL: `${server.url.origin}/v1`, CANDOR_AI_MODEL: "silent" } }
  }),
  ({ server }) => Effect.promise(() => server.stop(true))
)

interface Row {
  readonly status: string
  readonly attempts: number
  readonly provider: string | null
  readonly held: boolean
  readonly state: string
}

/** The one profile, with its work. */
const look = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  Effect.map(
    sql<Row>`
      SELECT p.status, p.attempts, p.provider, q.acquired_by IS NOT NULL AS held, q.state
      FROM ai_profiles p JOIN queue q ON q.id = p.id::text`,
    (rows) => rows[0]!
  ))

const until = (status: string) =>
  Effect.repeat(look, { until: (row) => row.status === status, schedule: Schedule.spaced("20 millis") })

/** Sets a LinkedIn URL. */
const ask = Effect.gen(function*() {
  const { actor } = yield* World.organization({ name: "Acme" })
  const linkedin_url = yield* Schema.decodeEffect(LinkedInUrl)("https://www.linkedin.com/in/ada")
  yield* (yield* Candidates).create(actor, (context) =>
    Candidate.create({ full_name: "Ada Lovelace", primary_email: "ada@example.com", linkedin_url }, context))
})

// A database that several processes use is a server's.
for (const server of administration === undefined ? [] : [administration]) {
  const withDatabase = <A, E>(
    effect: (url: string) => Effect.Effect<A, E, SqlClient.SqlClient | Candidates | Layer.Success<typeof Repositories.layer>>
  ) =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const url = yield* serverUrl(server)
      const store = Repositories.layer.pipe(
        Layer.provideMerge(Database.server({ url: Redacted.make(url), maxConnections: 4 }))
      )
      return yield* Effect.provide(effect(url), store)
    })))

  describe("A worker on a server's database", () => {
    test("stopped with SIGTERM, it hands its work over, and another completes it", () =>
      withDatabase((url) =>
        Effect.scoped(Effect.gen(function*() {
          const endpoint = yield* silent
          yield* ask
          const child = worker({ DATABASE_URL: url, ...endpoint.env })
          yield* Effect.promise(() => endpoint.requested)
          expect(yield* look).toMatchObject({ status: "processing", attempts: 1, held: true })
          expect(yield* Effect.promise(() => child.stop())).toBe(0)
          expect(yield* look).toMatchObject({ status: "pending", attempts: 0, held: false, state: "pending" })
          worker({ DATABASE_URL: url })
          expect(yield* until("completed")).toMatchObject({ provider: "rules", attempts: 1 })
        }))
      ))

    test("killed with SIGKILL, its work is gone on with by another when its lock has expired", () =>
      withDatabase((url) =>
        Effect.scoped(Effect.gen(function*() {
          const endpoint = yield* silent
          yield* ask
          const child = worker({ DATABASE_URL: url, ...endpoint.env })
          yield* Effect.promise(() => endpoint.requested)
          yield* Effect.promise(() => child.stop("SIGKILL"))
          expect(yield* look).toMatchObject({ status: "processing", held: true, state: "pending" })
          // Time goes by for the lock alone.
          const sql = yield* SqlClient.SqlClient
          yield* sql`UPDATE queue SET acquired_at = acquired_at - interval '31 seconds'`
          worker({ DATABASE_URL: url })
          expect(yield* until("completed")).toMatchObject({ provider: "rules", attempts: 2 })
        }))
      ))
  })
}
