/** Takes a backup of the embedded database while a server has it open, and restores it elsewhere. */
import * as Candor from "@candor/commands/Candor"
import { WorkingFolder } from "@candor/commands/WorkingFolder"
import { program } from "@candor/process/testing/Programs"
import { servers } from "@candor/process/testing/Servers"
import * as Prepared from "@candor/sql/testing/Prepared"
import { beforeAll, expect, test } from "bun:test"
import { ConfigProvider, Effect, Layer } from "effect"
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync
} from "node:fs"
import { join } from "node:path"

const cli = await program("candor")
const { folder, serve, start } = servers("backup")
const data = join(folder, "data")
const taken = join(folder, "taken")

/** Runs a command as a process, in `folder`. */
const candor = (directory: string, ...args: ReadonlyArray<string>) =>
  start([process.execPath, cli, ...args], { cwd: folder, env: { CANDOR_DATA_DIR: directory } }).ended

const none = Layer.effectContext(Effect.die(new Error("A database was opened.")))

/** Returns the error line of a command that is refused before it opens a database, run in this process. */
const refusal = async (directory: string, args: ReadonlyArray<string>, more: Record<string, string> = {}) => {
  const { code, stderr, stdout } = await Effect.runPromise(
    Candor.run(args, { store: none, connection: none }).pipe(
      Effect.provideService(
        ConfigProvider.ConfigProvider,
        ConfigProvider.fromEnv({ env: { CANDOR_DATA_DIR: directory, ...more } })
      ),
      Effect.provideService(WorkingFolder, folder)
    )
  )
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" })
  expect(stderr).toMatch(/^[^\n]+$/)
  return stderr
}

const client = (origin: string, key: string) => {
  const headers = { authorization: `Bearer ${key}` }
  return {
    get: async (path: string) => (await fetch(`${origin}/api/v1${path}`, { headers })).json(),
    bytes: async (path: string) => (await fetch(`${origin}/api/v1${path}`, { headers })).text(),
    post: async (path: string, body: object | FormData) => {
      const isForm = body instanceof FormData
      const sent = { method: "POST", body: isForm ? body : JSON.stringify(body) }
      const answer = await fetch(`${origin}/api/v1${path}`, {
        ...sent,
        headers: isForm ? headers : { ...headers, "content-type": "application/json" }
      })
      return { status: answer.status, body: await answer.json() }
    }
  }
}

const upload = (text: string) => {
  const form = new FormData()
  form.append("file", new File([text], "resume.txt", { type: "text/plain" }))
  return form
}

let key = ""
let application = ""
/** The jobs that were acknowledged before the backup began, and the command's outcome. */
let before: ReadonlyArray<string>
let outcome: Awaited<ReturnType<typeof candor>>
/** The number of jobs that were acknowledged while the command ran. */
let meanwhile = 0

beforeAll(async () => {
  await Prepared.dataDirectory(data, "demo")
  const { origin } = await serve({ CANDOR_DATA_DIR: data })
  key = JSON.parse(readFileSync(join(data, "demo.json"), "utf8")).keys.write
  const { get, post } = client(origin, key)
  application = (await get("/applications?limit=1")).applications[0].id
  expect((await post(`/applications/${application}/attachments`, upload("Kept in the backup"))).status).toBe(201)
  const acknowledged: Array<string> = []
  const over = new AbortController()
  const statuses = new Set<number>()
  const write = async () => {
    while (!over.signal.aborted) {
      const { body, status } = await post("/jobs", { title: "Written meanwhile" })
      statuses.add(status)
      acknowledged.push(body.job.id)
      // Without a pause, this would take the processor from the backup.
      await Bun.sleep(50)
    }
  }
  const writing = write()
  while (acknowledged.length < 5) await Bun.sleep(10)
  before = [...acknowledged]
  outcome = await candor(data, "backup", "taken", "--json")
  meanwhile = acknowledged.length - before.length
  over.abort()
  await writing
  expect([...statuses]).toEqual([201])
})

test("is taken while requests are served: it has what was acknowledged before, and no key", () => {
  expect({ code: outcome.code, stderr: outcome.stderr }).toEqual({ code: 0, stderr: "" })
  expect(meanwhile).toBeGreaterThan(1)
  const { files, ...description } = JSON.parse(outcome.stdout)
  expect(description).toMatchObject({ folder: taken, format: 1, bucket: null })
  expect(readdirSync(taken).toSorted()).toEqual(["SHA256SUMS", "backup.json", "cluster", "files"])
  const sums = readFileSync(join(taken, "SHA256SUMS"), "utf8").trimEnd().split("\n")
  expect(sums).toHaveLength(files)
  for (const path of ["", "backup.json", "cluster/PG_VERSION"]) {
    expect(statSync(join(taken, path)).mode & 0o077).toBe(0)
  }
})

test("is restored with an intact audit log, its rows and its files, and tells readers of the feed", async () => {
  const restored = join(folder, "restored")
  const { code, stderr, stdout } = await candor(restored, "restore", "taken", "--json")
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  const { audit }: { audit: ReadonlyArray<{ broken: unknown; head: { sequence: number } }> } = JSON.parse(stdout)
  expect(audit.map(({ broken }) => broken)).toEqual([null, null])
  expect(audit[0]!.head.sequence).toBeGreaterThan(0)
  const { child: second, origin } = await serve({ CANDOR_DATA_DIR: restored })
  const { bytes, get } = client(origin, key)
  const found = await Promise.all(before.map((id) => get(`/jobs/${id}`)))
  expect(found.map(({ job }) => job?.id)).toEqual([...before])
  const [attachment] = (await get(`/applications/${application}`)).application.attachments
  expect(await bytes(`/applications/${application}/attachments/${attachment.id}/content`)).toBe("Kept in the backup")
  const feed = await fetch(`${origin}/api/v1/events?limit=1`, { headers: { authorization: `Bearer ${key}` } })
  // Cursors of the restored database have a new epoch.
  expect(feed.headers.get("link")).toMatch(/cursor=[0-9a-f]{8}-\d+/)
  expect(await second.stop()).toBe(0)
})

test("overwrites nothing: neither a database, nor files, nor another backup", async () => {
  expect(await refusal(data, ["restore", "taken"])).toContain(`${data} has a database already`)
  const other = join(folder, "other files")
  mkdirSync(other)
  writeFileSync(join(other, "one"), "")
  expect(await refusal(join(folder, "free"), ["restore", "taken"], { CANDOR_FILES_DIR: other })).toContain(
    `${other} has files already`
  )
  expect(await refusal(data, ["backup", "taken"])).toContain(`${taken} is not empty`)
  expect(await refusal(data, ["backup", join(data, "cluster/backup")])).toContain("Name a folder elsewhere")
  symlinkSync(data, join(folder, "link"))
  expect(await refusal(data, ["backup", "link/cluster/new/backup"])).toContain("Name a folder elsewhere")
  expect(await refusal(join(folder, "free"), ["backup", "never"])).toContain("has no database")
  expect([join(folder, "free"), join(folder, "never"), join(data, "cluster/backup")].filter((path) => existsSync(path)))
    .toEqual([])
})

test("is not restored where a file is missing or damaged, or where it is not whole", async () => {
  const free = join(folder, "free")
  const restore = (...more: ReadonlyArray<string>) => refusal(free, ["restore", "damaged", ...more])
  const damaged = join(folder, "damaged")
  await start(["cp", "-a", taken, damaged]).ended
  appendFileSync(join(damaged, "cluster/PG_VERSION"), "!")
  expect(await restore("--dry-run")).toContain("cluster/PG_VERSION is damaged")
  rmSync(join(damaged, "cluster/PG_VERSION"))
  expect(await restore()).toContain("cluster/PG_VERSION is missing")
  appendFileSync(join(damaged, "SHA256SUMS"), `${"0".repeat(64)}  cluster/../../outside\n`)
  expect(await restore()).toContain("its SHA256SUMS is damaged")
  rmSync(join(damaged, "backup.json"))
  expect(await restore()).toContain("is not a whole backup")
  expect(existsSync(join(free, "cluster"))).toBe(false)
})

test("is for the embedded database: with a server's address, it names the server's programs", async () => {
  const env = { DATABASE_URL: "postgres://postgres:secret@127.0.0.1:1/none" }
  for (const args of [["backup", "never"], ["restore", "taken"]]) {
    const said = await refusal(data, args, env)
    expect(said).toContain("pg_dump")
    expect(said).not.toContain("secret")
  }
})
