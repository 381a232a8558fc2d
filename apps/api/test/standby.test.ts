/**
 * A server and a worker on a standby that streams from its primary: what they do until it is promoted, and from then
 * on.
 */
import { bin, clusters } from "@candor/process/testing/PostgresClusters"
import { program } from "@candor/process/testing/Programs"
import { servers } from "@candor/process/testing/Servers"
import { expect, test } from "bun:test"
import { client, type ErrorBody, having } from "./harness/Client.ts"
import { readUntil } from "./harness/Stream.ts"

const { create, standbyOf } = clusters("standby")
const { folder, serve, start } = servers("standby")

interface Readiness {
  readonly status: string
  readonly database: string
  readonly background: { readonly work: string }
}

const readiness = async (origin: string): Promise<Readiness> => (await fetch(`${origin}/health/ready`)).json()

/** Waits until it is so. */
const until = async (isSo: () => Promise<boolean>) => {
  while (!await isSo()) await Bun.sleep(50)
}

test.each(bin === undefined ? [] : [0])(
  "on a standby, reads and streams are answered and all else waits, and is done after pg_promote(), without a restart",
  async () => {
    const primary = await create("primary", { settings: "hot_standby_feedback = on\n" })
    await primary.start()
    await primary.ask("CREATE DATABASE candor")
    const env = (url: string) => ({ DATABASE_URL: url, CANDOR_DATA_DIR: folder, CANDOR_DRAIN_SECONDS: "0" })
    const writer = await serve({ ...env(primary.url("candor")), CANDOR_WORKER: "none" })
    const command = async (...args: ReadonlyArray<string>) => {
      const { code, stderr, stdout } = await start([process.execPath, await program("candor"), ...args, "--json"], {
        env: env(primary.url("candor"))
      }).ended
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
      return JSON.parse(stdout)
    }
    const { id: organization } = await command("organizations", "create", "--name", "Acme", "--plan", "growth")
    const { key } = await command(
      "keys",
      "create",
      "--organization",
      organization,
      "--user-email",
      "ada@acme.example",
      "--scope",
      "write"
    )
    const written = client(`${writer.origin}/api/v1`)

    const standby = await standbyOf(primary, "standby")
    await standby.start()
    const here = await serve(env(standby.url("candor")))
    const call = client(`${here.origin}/api/v1`)
    const worker = start([process.execPath, await program("worker")], {
      env: { ...env(standby.url("candor")), WORKER_PORT: "0", LOG_FORMAT: "json" }
    })
    const said = await worker.hear(/Waiting until the database takes writes/)
    const workers = /Serving health and metrics on (http:\/\/[\d.:]+)/.exec(said)![1]!
    for (const lines of [said, here.said]) {
      const about = lines.split("\n").filter((line) => line.includes("The database is a standby"))
      expect(about).toHaveLength(1)
      expect(about[0]).toContain("reads are answered, writes are refused with 503, and background work waits")
    }
    expect(await readiness(here.origin)).toMatchObject({
      status: "ok",
      database: "reads",
      background: { work: "waiting" }
    })
    expect(await readiness(workers)).toMatchObject({
      status: "unavailable",
      database: "reads",
      background: { work: "waiting" }
    })

    const body = {
      full_name: "Ada Lovelace",
      primary_email: "ada@example.com",
      linkedin_url: "https://www.linkedin.com/in/ada"
    }
    const createCandidate = (call: ReturnType<typeof client>, email: string) =>
      call<ErrorBody>("POST", "/candidates", { key, body: { ...body, primary_email: email } })
    const stream = await fetch(`${here.origin}/api/v1/events`, {
      headers: { authorization: `Bearer ${key}`, accept: "text/event-stream" }
    })
    const sent = readUntil(stream, /"title":"Stoker"/)
    having(201)(await written("POST", "/jobs", { key, body: { title: "Stoker" } }))
    having(200)(await written("GET", "/events", { key }))
    expect(await sent).toMatch(/^event: job\.created$/m)
    expect(having(200)(await call("GET", "/jobs", { key })).text).toContain("Stoker")
    const refused = having(503)(await createCandidate(call, "no@example.com"))
    expect(refused.body).toMatchObject({ error: { details: { code: "database_read_only" } } })
    having(201)(await createCandidate(written, "before@example.com"))
    await until(async () =>
      (await standby.ask("SELECT count(*)::integer AS n FROM ai_profiles", "candor"))[0]!["n"] === 1
    )

    await primary.stop()
    await standby.ask("SELECT pg_promote()")
    await until(async () => (await readiness(here.origin)).background.work === "inside")
    expect(await readiness(here.origin)).toMatchObject({ status: "ok", database: "reads_and_writes" })
    await until(async () => (await createCandidate(call, "after@example.com")).status === 201)
    await until(async () => (await readiness(workers)).status === "ok")
    await worker.hear(/The database takes writes now: background work begins/)
    await until(async () => {
      const [row] = await standby.ask(
        "SELECT count(*)::integer AS n FROM ai_profiles WHERE status = 'completed'",
        "candor"
      )
      return row!["n"] === 2
    })
  }
)
