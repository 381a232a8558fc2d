/** Background work inside of the server, over the embedded database, in processes that may be killed. */
import { servers } from "@candor/process/testing/Servers"
import * as Prepared from "@candor/sql/testing/Prepared"
import { expect, test } from "bun:test"
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

test("a server that is killed while it processes a profile completes it after the next start, then that of another, and shows how its queues stand", async () => {
  const directory = join(scratch, "data")
  await Prepared.dataDirectory(directory, "demo")
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
  const { keys }: { readonly keys: { readonly write: string } } = await Bun.file(join(directory, "demo.json")).json()
  const waiting = await apply(before.call, keys.write)
  expect(waiting.ai_profiles).toMatchObject([{
    status: "pending",
    summary: null,
    extracted_json: null,
    is_current: true
  }])
  await received.promise
  await before.child.stop("SIGKILL")
  await silent.stop(true)
  const { call, child, origin } = await start(directory)
  expect(await ended(call, keys.write, waiting.id)).toMatchObject({
    status: "completed",
    extracted_json: { provider: "rules" }
  })
  const { id } = await apply(call, keys.write, "hopper@example.com")
  expect(await ended(call, keys.write, id)).toMatchObject({
    status: "completed",
    summary: expect.stringContaining("Grace Hopper"),
    extracted_json: expect.objectContaining({ provider: "rules", model: null })
  })
  const metrics = await (await fetch(`${origin}/metrics`)).text()
  expect(metrics).toContain("candor_queue_depth{queue=\"profiles\"}")
  expect(metrics).toContain("candor_queue_oldest_due_age_seconds{queue=\"profiles\"}")
  expect(await (await fetch(`${origin}/health/ready`)).json()).toMatchObject({
    status: "ok",
    background: { work: "inside", deliveries: "sent", unattended: [], stalled: [] }
  })
  expect(await child.stop()).toBe(0)
})
