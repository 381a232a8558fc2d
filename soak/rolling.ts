/**
 * Restarts two servers behind HAProxy in turn, with deploy/haproxy.cfg as it is, while clients read, write, upload and wait for
 * events. Every request has to succeed, and at the end every acknowledged note is there once.
 *
 *     TEST_DATABASE_URL=… bun soak/rolling.ts [rounds]     5 by default; a round restarts both servers
 */
import { freePort } from "@candor/process/testing/FreePort"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { whenEnding } from "./Cleanup.ts"
import { candor } from "./Programs.ts"
import { becomesReady, service } from "./Service.ts"
import * as TestDatabase from "./TestDatabase.ts"

const rounds = Number(process.argv[2] ?? 5)

/** Clients of each kind. */
const clients = 2

/** Seconds within which a started server is ready, and the proxy sends it requests again. */
const startSeconds = 30

/** Milliseconds after which the proxy, which asks every second, has seen that a server is ready. */
const seenMillis = 2500

const haproxy = Bun.which("haproxy")
if (haproxy === null) throw new Error("haproxy is not installed (apt-get install haproxy).")

const folder = mkdtempSync(join(tmpdir(), "candor-rolling-"))
whenEnding(() => rmSync(folder, { recursive: true, force: true }))
const database = await TestDatabase.create()
const env = {
  DATABASE_URL: database.url,
  CANDOR_DATA_DIR: join(folder, "data"),
  CANDOR_FILES_DIR: join(folder, "files"),
  CANDOR_RATE_LIMIT: "10000000",
  CANDOR_TRUSTED_PROXIES: "1",
  CANDOR_WORKER: "none"
}
const { keys } = await candor<{ readonly keys: { readonly write: string } }>(env, "demo")
const named = (name: string) => ({ name, folder, env })
const servers = [await service("server", named("one")), await service("server", named("two"))]
const worker = await service("worker", named("worker"))

const startAll = async () => {
  for (const each of [...servers, worker]) each.start()
  for (const each of [...servers, worker]) {
    if (!await becomesReady(each, startSeconds)) throw new Error(`${each.name} does not become ready`)
  }
}
await startAll()

const port = await freePort()
const addressOf = (index: number) => new URL(servers[index]!.origin).host
const proxy = Bun.spawn([haproxy, "-db", "-f", join(import.meta.dir, "../deploy/haproxy.cfg")], {
  env: { CANDOR_LISTEN: `127.0.0.1:${port}`, CANDOR_SERVER_1: addressOf(0), CANDOR_SERVER_2: addressOf(1) },
  stdout: "ignore",
  stderr: "ignore"
})
whenEnding(() => proxy.kill("SIGKILL"))

const base = `http://127.0.0.1:${port}/api/v1`
const authorization = `Bearer ${keys.write}`
let requests = 0
let slowest = 0
const failures: Array<string> = []

/** Sends a request, and returns its whole answer; one that does not succeed is a failure. */
const call = async (method: string, path: string, body?: object | FormData): Promise<string> => {
  const began = performance.now()
  const isForm = body instanceof FormData
  requests++
  try {
    const answer = await fetch(base + path, {
      method,
      headers: { authorization, ...(body === undefined || isForm ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) })
    })
    const text = await answer.text()
    if (answer.status >= 300) failures.push(`${method} ${path}: ${answer.status} ${text.slice(0, 200)}`)
    return text
  } catch (error) {
    failures.push(`${method} ${path}: ${String(error)}`)
    return ""
  } finally {
    if (!path.includes("wait=")) slowest = Math.max(slowest, performance.now() - began)
  }
}

const proxyDeadline = performance.now() + startSeconds * 1000
while (await fetch(`${base}/me`, { headers: { authorization } }).then(({ status }) => status, () => 0) !== 200) {
  if (performance.now() > proxyDeadline) throw new Error("HAProxy does not pass requests on")
  await Bun.sleep(100)
}
const listed: { readonly applications: ReadonlyArray<{ readonly id: string }> } = JSON.parse(await call("GET", "/applications?limit=100"))
const applications = listed.applications.map(({ id }) => id)

/** The notes that were acknowledged, and on which application. */
const noted: Array<{ readonly id: string; readonly application: string }> = []

/** Where the reader of the change feed continues. */
let position = 0

const kinds: ReadonlyArray<(n: number) => Promise<unknown>> = [
  () => call("GET", "/applications?limit=50"),
  (n) => call("GET", `/applications/${applications[n % applications.length]}`),
  async (n) => {
    const application = applications[n % applications.length]!
    const answer = await call("POST", `/applications/${application}/notes`, { note: `Note ${n}` })
    if (answer.startsWith(`{"note":`)) noted.push({ id: JSON.parse(answer).note.id, application })
  },
  async () => {
    const answer = await call("GET", `/events?after=${position}&wait=3&limit=100`)
    if (answer.startsWith(`{"events":`)) position = JSON.parse(answer).next
  },
  async (n) => {
    const form = new FormData()
    form.append("file", new File([`Résumé ${n} `.repeat(5000)], "resume.txt", { type: "text/plain" }))
    await call("POST", `/applications/${applications[n % applications.length]}/attachments`, form)
    await Bun.sleep(500)
  }
]

const over = new AbortController()
const loop = async (kind: typeof kinds[number], first: number) => {
  for (let n = first; !over.signal.aborted; n += clients) {
    await kind(n)
    await Bun.sleep(5)
  }
}
const loops = kinds.flatMap((kind) => Array.from({ length: clients }, (_, client) => loop(kind, client)))

for (let round = 1; round <= rounds; round++) {
  for (const server of servers) {
    await server.stop("SIGTERM")
    server.start()
    if (!await becomesReady(server, startSeconds)) throw new Error(`${server.name} does not become ready`)
    await Bun.sleep(seenMillis)
  }
  console.log(`Round ${round}: ${requests} requests, ${failures.length} failed`)
}
over.abort()
await Promise.all(loops)

const present = new Map<string, number>()
for (const application of new Set(noted.map(({ application }) => application))) {
  const { application: { notes } } = JSON.parse(await call("GET", `/applications/${application}`))
  for (const { id } of notes as ReadonlyArray<{ readonly id: string }>) present.set(id, (present.get(id) ?? 0) + 1)
}
const lost = noted.filter(({ id }) => present.get(id) !== 1)
const audit = await candor<ReadonlyArray<{ readonly broken: object | null }>>(env, "audit", "verify")
const broken = audit.filter((chain) => chain.broken !== null)

proxy.kill("SIGKILL")
await Promise.all([...servers, worker].map((each) => each.stop("SIGTERM")))
if (broken.length === 0) await database.drop()

for (const failure of failures.slice(0, 20)) console.log(failure)
for (const chain of broken) console.log(JSON.stringify(chain))
console.log(
  `${rounds * servers.length} restarts, ${requests} requests, ${failures.length} failed, the slowest took ${Math.round(slowest)} ms; ` +
    `${noted.length} notes, ${lost.length} of them lost; ${broken.length} audit logs broken`
)
process.exit(failures.length + lost.length + broken.length === 0 && noted.length > 0 ? 0 : 1)
