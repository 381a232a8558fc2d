/**
 * Kills the server and the worker at random while a client sets LinkedIn URLs. A slow model's endpoint and the receiver of
 * the webhook fail at random too. At the end, every acknowledged URL has its profile, every profile is completed or
 * failed, and every event has reached the webhook, at most as often as its delivery was attempted.
 *
 *     TEST_DATABASE_URL=… bun soak/crash.ts [kills]     100 by default
 */
import { freePort } from "@candor/process/testing/FreePort"
import { program } from "@candor/process/testing/Programs"
import * as Database from "@candor/sql/database/Database"
import { administration } from "@candor/sql/testing/Databases"
import { serverUrl } from "@candor/sql/testing/ServerDatabases"
import { Effect, Random, Redacted, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { candor, start } from "./Programs.ts"

const kills = Number(process.argv[2] ?? 100)

/** What is killed. */
const programs = [await program("api"), await program("worker")]

/** The time limit of the remaining work after the last kill, in seconds. */
const timeLimit = 180

/** The receiver refuses this share of messages, in percent. */
const failingReceipts = 30

/** The endpoint fails this share of calls, in percent. */
const failingAnswers = 5

/** Returns pseudo-random numbers below 100, the same in every run (a linear congruential generator). */
const chances = (seed: number) => {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor(state / 2 ** 32 * 100)
  }
}

/** A receiver that counts the messages of each event, and remembers the accepted ones. */
const receiver = Effect.acquireRelease(
  Effect.sync(() => {
    const receipts = new Map<string, number>()
    const accepted = new Set<string>()
    const chance = chances(1)
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: (request) => {
        const id = request.headers.get("webhook-id") ?? ""
        receipts.set(id, (receipts.get(id) ?? 0) + 1)
        if (chance() < failingReceipts) return new Response(null, { status: 500 })
        accepted.add(id)
        return new Response(null, { status: 204 })
      }
    })
    return { receipts, accepted, server }
  }),
  ({ server }) => Effect.promise(() => server.stop(true))
)

const profile = {
  summary: "An engineer.",
  headline: "Engineer",
  current_company: null,
  skills: ["SQL"],
  languages: [],
  education: [],
  years_experience: null
}

/** A slow endpoint of the OpenAI protocol that fails at random. */
const endpoint = Effect.acquireRelease(
  Effect.sync(() => {
    const count = { sent: 0, failed: 0 }
    const chance = chances(2)
    const server = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      async fetch(request) {
        await request.arrayBuffer()
        count.sent++
        await Bun.sleep(50 + 2.5 * chance())
        if (chance() < failingAnswers) {
          count.failed++
          return Response.json({ error: { message: "It did not work." } }, { status: 500 })
        }
        const message = { role: "assistant", content: JSON.stringify(profile) }
        return Response.json({ choices: [{ index: 0, message }], usage: { total_tokens: 300 } })
      }
    })
    return { count, server }
  }),
  ({ server }) => Effect.promise(() => server.stop(true))
)

/** The processes to kill; each is started again at once. */
const victims = (database_url: string, port: number, ai_url: string) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const env = {
        DATABASE_URL: database_url,
        CANDOR_WEBHOOK_PRIVATE: "allow",
        CANDOR_WEBHOOK_PACE: "0.001",
        CANDOR_RATE_LIMIT: "1000000",
        CANDOR_AI_BASE_URL: ai_url,
        CANDOR_AI_MODEL: "soak",
        CANDOR_AI_DAILY_TOKENS: "1000000000",
        PORT: String(port)
      }
      return programs.map((main) => ({ main, env, child: start(main, env) }))
    }),
    (all) => Effect.sync(() => all.forEach(({ child }) => child.kill("SIGKILL")))
  )

/** Makes the function that repeats a call until it succeeds: an unanswered call may have had its effect. */
const caller = (base: string, key: string) => (method: string, path: string, body: unknown) =>
  Effect.tryPromise(async () => {
    const response = await fetch(base + path, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      body: JSON.stringify(body)
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return await response.json() as Readonly<Record<string, { readonly id: string }>>
  }).pipe(Effect.retry(Schedule.max([Schedule.spaced("50 millis"), Schedule.recurs(1000)])), Effect.orDie)

interface Count {
  readonly name: string
  readonly n: number
}

/** Counts the remaining and the finished work. */
const counts = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<Count>`
    SELECT 'profile ' || status AS name, count(*) AS n FROM ai_profiles GROUP BY status
    UNION ALL SELECT 'delivery ' || status, count(*) FROM webhook_deliveries GROUP BY status
    UNION ALL SELECT 'dead work', count(*) FROM queue WHERE state = 'failed'
    UNION ALL SELECT 'queued', count(*) FROM queue WHERE state = 'pending' AND queue_name <> 'erasures'
    UNION ALL SELECT 'missing profile', count(*) FROM candidates c WHERE c.linkedin_url IS NOT NULL
      AND NOT EXISTS (SELECT FROM ai_profiles p WHERE p.organization_id = c.organization_id AND p.candidate_id = c.id)
    UNION ALL SELECT 'candidate with a URL', count(*) FROM candidates WHERE linkedin_url IS NOT NULL
    UNION ALL SELECT 'made by the endpoint', count(*) FROM ai_profiles WHERE model = 'soak'
    UNION ALL SELECT 'event', count(*) FROM events`
  return new Map(rows.map(({ n, name }) => [name, n]))
})

const soak = Effect.gen(function*() {
  if (administration === undefined) {
    return yield* Effect.die(new Error("Name a PostgreSQL server with TEST_DATABASE_URL: processes share the database."))
  }
  const database_url = yield* serverUrl(administration)
  const { accepted, receipts, server } = yield* receiver
  const ai = yield* endpoint
  const port = yield* Effect.promise(freePort)
  const processes = yield* victims(database_url, port, `${ai.server.url.origin}/v1`)

  const env = { DATABASE_URL: database_url }
  const made = yield* Effect.promise(() =>
    candor<{ readonly id: string }>(env, "organizations", "create", "--name", "Soak", "--plan", "growth"))
  const { key } = yield* Effect.promise(() =>
    candor<{ readonly key: string }>(
      env,
      "keys",
      "create",
      "--organization",
      made.id,
      "--user-email",
      "soak@example.com",
      "--scope",
      "admin"
    ))
  const call = caller(`http://127.0.0.1:${port}/api/v1`, key)
  yield* call("POST", "/webhooks", { url: `http://127.0.0.1:${server.port}/`, event_types: ["*"] })

  let acknowledged = 0
  const client = Effect.gen(function*() {
    // No faster than the endpoint can follow.
    yield* Effect.sleep("50 millis")
    const { candidate } = yield* call("POST", "/candidates", {
      full_name: "Ada Lovelace",
      primary_email: `ada${acknowledged}@example.com`
    })
    yield* call("PATCH", `/candidates/${candidate!.id}`, { linkedin_url: `linkedin.com/in/ada-${acknowledged}` })
    acknowledged++
  })
  const killer = Effect.gen(function*() {
    for (let kill = 1; kill <= kills; kill++) {
      yield* Effect.sleep(yield* Random.nextIntBetween(200, 1600))
      const victim = processes[yield* Random.nextIntBetween(0, processes.length - 1)]!
      victim.child.kill("SIGKILL")
      yield* Effect.promise(() => victim.child.exited)
      victim.child = start(victim.main, victim.env)
      if (kill % 10 === 0) yield* Effect.sync(() => console.error(`${kill} of ${kills} kills, ${acknowledged} URLs set`))
    }
  })
  yield* Effect.raceFirst(Effect.forever(client), killer)

  const database = Database.server({ url: Redacted.make(database_url) })
  const last = yield* Effect.provide(
    Effect.gen(function*() {
      let now = yield* counts
      for (let second = 0; second < timeLimit && (now.get("queued")! > 0 || now.has("profile pending") || now.has("profile processing")); second++) {
        yield* Effect.sleep("1 second")
        now = yield* counts
      }
      const sql = yield* SqlClient.SqlClient
      const deliveries = yield* sql<{ readonly message_id: string; readonly attempts: number }>`
        SELECT message_id, attempts FROM webhook_deliveries`
      const lost = deliveries.filter(({ message_id }) => !accepted.has(message_id)).length
      const unexplained = deliveries.filter(({ attempts, message_id }) => (receipts.get(message_id) ?? 0) > attempts).length
      const undelivered = yield* sql<Count>`
        SELECT 'event without delivery' AS name, count(*) AS n FROM events e
        WHERE e.sequence > (SELECT sequence FROM events WHERE type = 'webhook.created')
          AND NOT EXISTS (SELECT FROM webhook_deliveries d WHERE d.organization_id = e.organization_id AND d.event_id = e.id)`
      return { now, lost, unexplained, undelivered: undelivered[0]!.n }
    }),
    database
  )
  const twice = [...receipts.values()].filter((times) => times > 1).length
  const { lost, now, undelivered, unexplained } = last
  console.log(Object.fromEntries(now))
  const stuck = (now.get("profile pending") ?? 0) + (now.get("profile processing") ?? 0) + now.get("queued")! +
    now.get("dead work")! + now.get("missing profile")! + (now.get("delivery pending") ?? 0)
  const enough = now.get("candidate with a URL")! >= acknowledged
  const isKept = stuck === 0 && lost === 0 && undelivered === 0 && unexplained === 0 && enough
  console.log(
    `${kills} kills, ${acknowledged} URLs acknowledged: ${stuck} stuck, ${undelivered} events without a delivery, ` +
      `${lost} deliveries never accepted, ${twice} received more than once, ${ai.count.sent} questions of which ` +
      `${ai.count.failed} failed, ${unexplained} deliveries received more often than attempted: ` +
      (isKept ? "nothing is lost" : "BROKEN")
  )
  process.exitCode = isKept ? 0 : 1
})

await Effect.runPromise(Effect.scoped(soak))
