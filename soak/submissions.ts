/**
 * Kills the server and the database at random points while people from 500 addresses apply for one job. At the end
 * everything that was answered with 202 is stored once, byte for byte, without duplicates of a repeated key, and each
 * person has one application after all are released from the quarantine. Nobody gets another answer, except for 503
 * while the database is down.
 *
 *     bun soak/submissions.ts [--embedded] [--count 20000] [--size 200000] [--kills 20] [--database-kills 2] [--clients 32]
 *
 * It uses a PostgreSQL server of its own, and exits with 77 if its programs are not installed. With `--database-kills
 * 0` it uses that of TEST_DATABASE_URL, with `--embedded` the one that the server starts.
 */
import { binaries } from "@candor/process/testing/PostgresPrograms"
import { createHash } from "node:crypto"
import { mkdtempSync, rmSync, statfsSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { clusterIn } from "@candor/sql/database/DataDirectory"
import { addressOf } from "@candor/sql/database/embedded/Cluster"
import * as PostmasterFile from "@candor/sql/database/embedded/PostmasterFile"
import { SQL } from "bun"
import { call, expecting } from "./Call.ts"
import { whenEnding } from "./Cleanup.ts"
import * as Demo from "./Demo.ts"
import { create as createServer } from "./Postgres.ts"
import { killTree } from "./Processor.ts"
import { random } from "./Random.ts"
import { becomesReady, service } from "./Service.ts"
import { create } from "./TestDatabase.ts"

const { values } = parseArgs({
  options: {
    count: { type: "string", default: "20000" },
    size: { type: "string", default: "200000" },
    kills: { type: "string", default: "20" },
    "database-kills": { type: "string", default: "2" },
    clients: { type: "string", default: "32" },
    embedded: { type: "boolean", default: false }
  }
})
const [count, size, kills, clients] = [values.count, values.size, values.kills, values.clients].map(Number) as [
  number,
  number,
  number,
  number
]
const databaseKills = Number(values["database-kills"])

/** The exit code of a skipped test, as in GNU Automake. */
const skipped = 77

/** Seconds until a server is ready. */
const timeLimit = 120

const bin = binaries()
if (databaseKills > 0 && bin === undefined && !values.embedded) {
  console.log(
    "The programs of a PostgreSQL server are not installed; --database-kills 0 takes the server of TEST_DATABASE_URL."
  )
  process.exit(skipped)
}

// On a disk, where files are synced.
const folder = mkdtempSync(join(tmpdir(), "candor-submissions-"))
whenEnding(() => rmSync(folder, { recursive: true, force: true }))
const { bavail, bsize } = statfsSync(folder)
if (bavail * bsize < 1.5 * count * size + 2e9) {
  console.log(`${tmpdir()} has no room for ${count} files of ${size} bytes and a database.`)
  process.exit(skipped)
}
const data = join(folder, "data")

interface Place {
  /** Undefined for the embedded database. */
  readonly url?: string
  readonly sql: SQL
  /** Kills the database. */
  readonly kill: () => Promise<void>
  readonly start: () => Promise<void>
  readonly drop: () => Promise<void>
}

/** The database that the server starts, and restarts. */
const embedded = (): Place => {
  const cluster = clusterIn(data)
  const sql = new SQL(addressOf(cluster), { max: 4 })
  return {
    sql,
    kill: async () => {
      const running = PostmasterFile.read(cluster)
      if (running !== undefined) killTree(running.pid)
    },
    start: async () => {},
    drop: () => sql.close({ timeout: 0 })
  }
}

const onServer = async (): Promise<Place> => {
  const postgres = databaseKills > 0 ? await createServer(bin!) : undefined
  return { kill: async () => {}, start: async () => {}, ...postgres, ...await create(postgres?.url("postgres")) }
}

const database = values.embedded ? embedded() : await onServer()
const demo = await Demo.prepare(folder, database.url)
const env = {
  HOME: folder,
  CANDOR_DATA_DIR: data,
  CANDOR_RATE_LIMIT: "1000000000",
  CANDOR_TRUSTED_PROXIES: "1",
  ...demo.env
}
const server = await service("server", { name: "server", folder, env })
server.start()
await becomesReady(server, timeLimit)
const { admin: key } = await demo.keys()
const choices = random(1)
const broken: Array<string> = []
const counts = { sent: 0, repeated: 0, cut: 0, kills: 0, databaseKills: 0, unavailable: 0, released: 0 }
/** The outages of the database, until the server was ready again, in milliseconds of `performance.now()`. */
const outages: Array<{ readonly from: number; to: number }> = []
const ended = Promise.withResolvers<void>()

const ask = (method: string, path: string, body?: unknown) =>
  call({ base_url: server.base_url, key }, { method, path, body }, { timeout: 20_000, pooled: false })

const { board } = expecting<{ board: { slug: string } }>(
  await ask("PATCH", "/organization/board", { is_open: true, consent_text: null }),
  200
)
const { job } = expecting<{ job: { id: string } }>(await ask("POST", "/jobs", { title: "Harbour pilot" }), 201)
const published = await ask("PATCH", `/jobs/${job.id}`, { status: "published" })
const { public_slug } = expecting<{ job: { public_slug: string } }>(published, 200).job
const url = `${server.base_url}/boards/${board.slug}/jobs/${public_slug}/applications`

/** Makes the résumé of a person, with unique bytes. */
const resumeOf = (n: number): Buffer<ArrayBuffer> =>
  Buffer.alloc(size, `${n} ${createHash("sha256").update(String(n)).digest("hex")}\n`)

const codeOf = (error: unknown): unknown => error instanceof Error && "code" in error ? error.code : undefined

const send = async (n: number): Promise<{ readonly status: number; readonly text: string } | undefined> => {
  const form = new FormData()
  form.append("full_name", `Person ${n}`)
  form.append("email", `person-${n}@example.com`)
  form.append("resume", new File([resumeOf(n)], "cv.txt"))
  const address = n % 500
  try {
    const response = await fetch(url, {
      method: "POST",
      body: form,
      headers: { "idempotency-key": `key-${n}`, "x-forwarded-for": `10.1.${address >> 8}.${address & 255}` },
      signal: AbortSignal.timeout(60_000),
      keepalive: false
    })
    return { status: response.status, text: await response.text() }
  } catch (error) {
    if (!["ConnectionRefused", "FailedToOpenSocket"].includes(String(codeOf(error)))) counts.cut++
    return undefined
  }
}

interface Accepted {
  readonly submission: { readonly reference: string }
}

/** Returns whether the database was down at any time since. */
const wasAway = (since: number): boolean => outages.some(({ to }) => to > since)

/** Sends an application until it is accepted. */
const untilAccepted = async (n: number): Promise<string> => {
  for (;;) {
    const began = performance.now()
    const answer = await send(n)
    if (answer?.status === 202) return (JSON.parse(answer.text) as Accepted).submission.reference
    if (answer?.status === 503 && wasAway(began)) counts.unavailable++
    else if (answer !== undefined && (answer.status !== 503 || !/"(?:starting|draining)"/.test(answer.text))) {
      broken.push(`${answer.status}: ${answer.text.slice(0, 300)}`)
    }
    await Bun.sleep(20)
  }
}

const references = new Map<number, string>()
let next = 0

const client = async () => {
  for (let n = next++; n < count; n = next++) {
    const reference = await untilAccepted(n)
    references.set(n, reference)
    counts.sent++
    if (counts.sent % 1000 === 0) console.error(`${counts.sent} of ${count} accepted, ${counts.kills} kills`)
    if (!choices.chance(10)) continue
    counts.repeated++
    if (await untilAccepted(n) !== reference) broken.push(`a repeated key of ${n} has another reference`)
  }
}

/** Does something at random points while most submissions are sent and released. */
const atRandomPoints = async (times: number, act: () => Promise<void>) => {
  const points = Array.from({ length: times }, () => choices.integer(0, Math.floor(1.8 * count))).toSorted((
    one,
    other
  ) => one - other)
  for (const point of points) {
    while (
      counts.sent + counts.released < point && await Promise.race([ended.promise, Bun.sleep(5).then(() => "goes on")])
    ) {}
    await act()
  }
}

const kill = async () => {
  if (!await becomesReady(server, timeLimit)) broken.push("the server does not start again")
  await server.stop("SIGKILL")
  server.start()
  counts.kills++
}

const killDatabase = async () => {
  const outage = { from: performance.now(), to: Infinity }
  outages.push(outage)
  await database.kill()
  await Bun.sleep(choices.integer(0, 3000))
  await database.start()
  if (!await becomesReady(server, timeLimit)) broken.push("the server is not ready after the database was killed")
  outage.to = performance.now()
  counts.databaseKills++
}

interface Row {
  readonly id: string
  readonly state: string
  readonly primary_email: string
}

/** Returns the submissions with one of these states, as soon as the database answers. */
const inState = async (...states: ReadonlyArray<string>): Promise<ReadonlyArray<Row>> => {
  for (;;) {
    const began = performance.now()
    try {
      return await database.sql.unsafe(
        `SELECT id, state, primary_email FROM submissions WHERE state = ANY ('{${states.join()}}')`
      )
    } catch (error) {
      if (!wasAway(began)) throw error
      await Bun.sleep(100)
    }
  }
}

/** Releases everything from the quarantine, and waits until all have become applications. */
const release = async () => {
  const waiting = [...await inState("quarantined")]
  const releasing = async () => {
    for (let one = waiting.pop(); one !== undefined;) {
      const { status } = await ask("POST", `/quarantine/${one.id}/release`)
      // 400 means that an unanswered request already released the submission, and that it was processed.
      if (status === 200 || status === 400) {
        counts.released++
        one = waiting.pop()
      } else await Bun.sleep(20)
    }
  }
  await Promise.all(Array.from({ length: 8 }, releasing))
  while ((await inState("received", "released")).length > 0) await Bun.sleep(200)
}

const began = performance.now()
const sent = async () => {
  await Promise.all(Array.from({ length: clients }, client))
  const seconds = (performance.now() - began) / 1000
  console.error(`All accepted after ${seconds.toFixed(0)} s; releasing ${(await inState("quarantined")).length}`)
  await release()
  ended.resolve()
}
await Promise.all([atRandomPoints(kills, kill), atRandomPoints(databaseKills, killDatabase), sent()])
await becomesReady(server, timeLimit)

interface Stored {
  readonly primary_email: string
  readonly id: string
  readonly organization_id: string
  readonly state: string
  readonly applications: number
  readonly attachment_id: string | null
}

const stored = await database.sql.unsafe(`
  SELECT s.id, s.organization_id, s.primary_email, s.state, p.id AS attachment_id, coalesce(made.applications, 0) AS applications
  FROM submissions s LEFT JOIN attachments p ON p.organization_id = s.organization_id AND p.application_id = s.application_id
  LEFT JOIN (
    SELECT c.primary_email, count(*)::integer AS applications
    FROM applications a JOIN candidates c ON c.organization_id = a.organization_id AND c.id = a.candidate_id
    WHERE a.job_id = '${job.id}' GROUP BY c.primary_email
  ) made ON made.primary_email = s.primary_email
  WHERE s.job_id = '${job.id}'`) as ReadonlyArray<Stored>
const byEmail = Map.groupBy(stored, ({ primary_email }) => primary_email)
if (stored.length !== count) broken.push(`${stored.length} rows of ${count} submissions`)
for (const [n, reference] of references) {
  const [one, ...others] = byEmail.get(`person-${n}@example.com`) ?? []
  if (one === undefined || others.length > 0)
    broken.push(`${n} is stored ${others.length + (one === undefined ? 0 : 1)} times`)
  if (one === undefined) continue
  if (!reference.includes(one.id.replaceAll("-", ""))) broken.push(`${n} was told another reference`)
  if (one.state !== "processed" || one.applications !== 1)
    broken.push(`${n} is ${one.state}, with ${one.applications} applications`)
  const content = Bun.file(join(data, "files", one.organization_id, String(one.attachment_id)))
  if (!await content.exists() || !resumeOf(n).equals(Buffer.from(await content.arrayBuffer())))
    broken.push(`${n} has other bytes`)
}
await server.stop("SIGTERM")
await database.drop()
console.log(
  `${count} submissions of ${size} bytes, ${counts.kills} kills of the server and ${counts.databaseKills} of the database, ${counts.cut} requests without an ` +
    `answer, ${counts.unavailable} answers 503 meanwhile, ${counts.repeated} keys repeated, ${counts.released} released: ` +
    (broken.length === 0
      ? "each is stored once, with its bytes, in one application"
      : `BROKEN (${broken.length}): ${broken.slice(0, 10).join("; ")}`)
)
process.exit(broken.length === 0 ? 0 : 1)
