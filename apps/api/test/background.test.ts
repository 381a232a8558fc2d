/** Background work inside of the server, over the embedded database, in processes that may be killed. */
import { servers } from "@candor/process/testing/Servers"
import * as Database from "@candor/sql/database/Database"
import * as Repositories from "@candor/sql/Repositories"
import { administration } from "@candor/sql/testing/Databases"
import * as Prepared from "@candor/sql/testing/Prepared"
import { serverUrl } from "@candor/sql/testing/ServerDatabases"
import * as People from "@candor/sql/testing/World"
import { beforeAll, describe, expect, test } from "bun:test"
import { Effect, Layer, Redacted } from "effect"
import { join } from "node:path"
import { type Call, client, having } from "./harness/Client.ts"

const { folder: scratch, serve } = servers("background")

/** A server over this data directory, with a client of it. */
const start = async (directory: string, env: Record<string, string> = {}) => {
  const { child, origin } = await serve({ CANDOR_DATA_DIR: directory, CANDOR_DRAIN_SECONDS: "0", ...env })
  return { child, origin, call: client(`${origin}/api/v1`) }
}

interface Detail {
  readonly application: {
    readonly id: string
    readonly ai_profiles: ReadonlyArray<{
      readonly status: string
      readonly summary: string | null
      readonly extracted_json: { readonly provider: string } | null
    }>
  }
}

/** An application of a new candidate with a LinkedIn URL. */
const apply = async (call: Call, key: string, primary_email = "grace@example.com") => {
  const { body } = having(200)(
    await call<{ readonly jobs: ReadonlyArray<{ readonly id: string }> }>("GET", "/jobs", { key })
  )
  return having(201)(
    await call<Detail>("POST", "/applications", {
      key,
      body: {
        job_id: body.jobs[0]!.id,
        candidate: {
          full_name: "Grace Hopper",
          primary_email,
          linkedin_url: "https://www.linkedin.com/in/grace-hopper"
        },
        candidate_match: "new"
      }
    })
  ).body.application
}

/** Between two looks: without it they would take the processor from what they wait for. */
const pause = () => Bun.sleep(50)

/** The newest profile of the application, once it is no longer under way. */
const ended = async (call: Call, key: string, id: string) => {
  for (;;) {
    const { body } = having(200)(await call<Detail>("GET", `/applications/${id}`, { key }))
    const [profile] = body.application.ai_profiles
    if (profile?.status === "completed" || profile?.status === "failed") return profile
    await pause()
  }
}

/** What the metrics show under a name, once they do. */
const shown = async (origin: string, wanted: RegExp) => {
  for (;;) {
    const found = wanted.exec(await (await fetch(`${origin}/metrics`)).text())
    if (found !== null) return found[1]
    await pause()
  }
}

/** What readiness tells of a process that does background work, of which nothing is wrong. */
const idle = { work: "inside", deliveries: "sent", unattended: [], stalled: [] }

/** What readiness tells of background work. */
const ready = async (origin: string): Promise<unknown> => {
  const response = await fetch(`${origin}/health/ready`)
  const { background, status }: { readonly background: unknown; readonly status: string } = await response.json()
  expect([response.status, status]).toEqual([200, "ok"])
  return background
}

describe("The server with the embedded database", () => {
  const directory = join(scratch, "data")
  let key = ""
  let waiting = ""

  /** What a server showed that leaves background work to others, once it had an application whose profile nobody has begun. */
  let left: { readonly status: string | undefined; readonly ready: unknown }

  beforeAll(async () => {
    await Prepared.dataDirectory(directory, "demo")
    const first = await start(directory, { CANDOR_WORKER: "none" })
    const { keys }: { readonly keys: { readonly write: string } } = await Bun.file(join(directory, "demo.json")).json()
    key = keys.write
    const { ai_profiles, id } = await apply(first.call, key)
    await first.child.stop()
    expect(ai_profiles).toMatchObject([{ status: "pending", summary: null, extracted_json: null, is_current: true }])
    waiting = id
    // The figures are read at the start, and then every ten seconds.
    const { call, child, origin } = await start(directory, { CANDOR_WORKER: "none" })
    await shown(origin, /^candor_queue_due\{queue="profiles"\} 1$/m)
    const { body } = having(200)(await call<Detail>("GET", `/applications/${id}`, { key }))
    left = { status: body.application.ai_profiles[0]?.status, ready: await ready(origin) }
    await child.stop()
  })

  test("leaves background work to others where a setting says so, and shows how much waits for them", () => {
    expect(left).toEqual({ status: "pending", ready: { ...idle, work: "none" } })
  })

  test("killed with SIGKILL while it processes a profile, it completes it after the next start, then that of a URL set over HTTP, and shows how its queues stand", async () => {
    const received = Promise.withResolvers<void>()
    const silent = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      idleTimeout: 0,
      fetch: () => {
        received.resolve()
        return new Promise<Response>(() => {})
      }
    })
    const before = await start(directory, { CANDOR_AI_BASE_URL: silent.url.href, CANDOR_AI_MODEL: "silent" })
    await received.promise
    await before.child.stop("SIGKILL")
    await silent.stop(true)
    const { call, child, origin } = await start(directory)
    expect(await ended(call, key, waiting)).toMatchObject({ status: "completed", extracted_json: { provider: "rules" } })
    const { ai_profiles, id } = await apply(call, key, "hopper@example.com")
    expect(ai_profiles).toMatchObject([{ status: "pending", summary: null, extracted_json: null, is_current: true }])
    expect(await ended(call, key, id)).toMatchObject({
      status: "completed",
      summary: expect.stringContaining("Grace Hopper"),
      extracted_json: expect.objectContaining({ provider: "rules", model: null })
    })
    const metrics = await (await fetch(`${origin}/metrics`)).text()
    expect(metrics).toContain("candor_queue_depth{queue=\"profiles\"}")
    expect(metrics).toContain("candor_queue_oldest_due_age_seconds{queue=\"profiles\"}")
    expect(await ready(origin)).toEqual(idle)
    expect(await child.stop()).toBe(0)
  })
})

// The README's recipe for a server's database: nothing but DATABASE_URL.
for (const administrator of administration === undefined ? [] : [administration]) {
  test("The server with a PostgreSQL server does background work too, and sends no deliveries where they are paused", () =>
    Effect.runPromise(Effect.scoped(Effect.gen(function*() {
      const url = yield* serverUrl(administrator)
      const { key } = yield* Effect.provide(People.organization({ name: "Acme" }), Repositories.layer.pipe(
        Layer.provideMerge(Database.server({ url: Redacted.make(url), maxConnections: 2 }))
      ))
      yield* Effect.promise(async () => {
        const { call, child, origin } = await start(join(scratch, "none"), { DATABASE_URL: url, CANDOR_DELIVERIES: "paused" })
        expect(await ready(origin)).toEqual({ ...idle, deliveries: "paused" })
        having(201)(await call("POST", "/jobs", { key: key.text, body: { title: "Engineer" } }))
        const { id } = await apply(call, key.text)
        expect(await ended(call, key.text, id)).toMatchObject({ status: "completed" })
        expect(await child.stop()).toBe(0)
        expect((await child.ended).stdout).toContain("CANDOR_DELIVERIES=paused")
      })
    }))))
}
