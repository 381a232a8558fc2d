/**
 * Compares the public list of a careers board with 500 jobs to the list of jobs by a key: requests per second on 16
 * connections, and the server's CPU time for each. Both return 100 jobs, and run in turn, to even out other work of the
 * machine. Exits with 1 if the board's list has less than 5 times the rate.
 *
 *     TEST_DATABASE_URL=… bun soak/careers.ts
 */
import { scratchFolder } from "@candor/process/testing/Scratch"
import { rmSync } from "node:fs"
import { connect } from "node:net"
import { call, expecting } from "./Call.ts"
import { whenEnding } from "./Cleanup.ts"
import { prepare } from "./Demo.ts"
import { processorSeconds } from "./Processor.ts"
import { becomesReady, service } from "./Service.ts"
import { create } from "./TestDatabase.ts"

const [jobs, connections, seconds, rounds, least] = [500, 16, 3, 3, 5]

const folder = scratchFolder("careers")
whenEnding(() => rmSync(folder, { recursive: true, force: true }))
const database = await create()
const demo = await prepare(folder, database.url)
const server = await service("server", {
  name: "server",
  folder,
  env: { ...demo.env, CANDOR_RATE_LIMIT: "1000000000", CANDOR_TRUSTED_PROXIES: "1" }
})
server.start()
if (!await becomesReady(server, 60)) throw new Error(`The server is not ready after a minute: see ${server.log}`)
const key = (await demo.keys()).admin
const access = { base_url: server.base_url, key }
const options = { timeout: 30_000, pooled: true }

const { job } = expecting<{ job: { id: string } }>(
  await call(access, { method: "POST", path: "/jobs", body: { title: "Engineer" } }, options),
  201
)
await database.sql`
  WITH made AS (
    INSERT INTO jobs SELECT (jsonb_populate_record(j, jsonb_build_object(
      'id', gen_random_uuid(), 'title', 'Engineer ' || n, 'public_slug', 'made-' || n, 'status', 'published', 'location', 'Hamburg, Germany',
      'created_at', j.created_at + make_interval(secs => n)
    ))).* FROM jobs j, generate_series(1, ${jobs}::integer) n WHERE j.id = ${job.id} RETURNING organization_id, id
  )
  INSERT INTO stages SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'job_id', made.id))).*
  FROM stages s JOIN made ON made.organization_id = s.organization_id WHERE s.job_id = ${job.id}`
await database.sql`ANALYZE`
const { board: { slug } } = expecting<{ board: { slug: string } }>(
  await call(access, { method: "PATCH", path: "/organization/board", body: { is_open: true } }, options),
  200
)

const lastChunk = Buffer.from("0\r\n\r\n")

let address = 0

/** Sends requests one by one on a connection until the time is over, and returns how many were answered. */
const ask = (path: string, headers: string, until: number) =>
  new Promise<number>((resolve, reject) => {
    let answered = 0
    let missing = -1
    let isChunked = false
    const socket = connect(Number(new URL(server.origin).port), "127.0.0.1")
    // Each client address sends few requests, below the limit.
    const send = () => {
      address++
      socket.write(
        `GET ${path} HTTP/1.1\r\nHost: a\r\nX-Forwarded-For: 10.${address >> 16 & 255}.${address >> 8 & 255}.${
          address & 255
        }\r\n${headers}\r\n`
      )
    }
    let head = ""
    socket.on("connect", send).on("error", reject).on("data", (data) => {
      const bytes = Buffer.from(data)
      let body = bytes.length
      if (missing < 0) {
        head += bytes.toString("latin1")
        const end = head.indexOf("\r\n\r\n")
        if (end < 0) return
        if (!/^HTTP\/1.1 (?:200|304)/.test(head)) return reject(new Error(head.slice(0, end)))
        isChunked = /^transfer-encoding: chunked/im.test(head)
        missing = isChunked ? Infinity : Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0)
        body = head.length - end - 4
        head = ""
      }
      missing -= body
      if (isChunked ? !bytes.subarray(-5).equals(lastChunk) : missing > 0) return
      missing = -1
      answered++
      if (performance.now() < until) return send()
      socket.destroy()
      resolve(answered)
    })
  })

interface Measured {
  readonly rate: number
  readonly micros: number
}

const measure = async (path: string, headers: string): Promise<Measured> => {
  const begin = performance.now()
  const used = processorSeconds(server.pid())
  const counts = await Promise.all(
    Array.from({ length: connections }, () => ask(path, headers, begin + seconds * 1000))
  )
  const answered = counts.reduce((sum, count) => sum + count, 0)
  return {
    rate: answered * 1000 / (performance.now() - begin),
    micros: (processorSeconds(server.pid()) - used) * 1e6 / answered
  }
}

const list = `/api/v1/boards/${slug}/jobs?limit=100`
const response = await fetch(server.origin + list, { headers: { "accept-encoding": "identity", host: "a" } })
// The URLs in an answer begin with the host of its request.
const etag = response.headers.get("etag")!
await response.text()
const ways = [
  ["by key", "/api/v1/jobs?limit=100", `Authorization: Bearer ${key}\r\n`],
  ["of the board, 200", list, ""],
  ["of the board, gzip", list, "Accept-Encoding: gzip\r\n"],
  ["of the board, 304", list, `If-None-Match: ${etag}\r\n`],
  ["page of the board", `/careers/${slug}`, ""]
] as const

const results = new Map<string, Array<Measured>>(ways.map(([name]) => [name, []]))
for (let round = 0; round <= rounds; round++) {
  for (const [name, path, headers] of ways) {
    const measured = await measure(path, headers)
    // The first round is a warm-up.
    if (round > 0) results.get(name)!.push(measured)
  }
}
const median = (values: ReadonlyArray<number>): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
const figures = [...results].map(([name, all]) =>
  [name, median(all.map(({ rate }) => rate)), median(all.map(({ micros }) => micros))] as const
)
const [, keyed, keyedMicros] = figures[0]!
for (const [name, rate, micros] of figures) {
  console.log(
    `${name.padEnd(20)} ${Math.round(rate)} a second (${(rate / keyed).toFixed(1)} times), ${
      Math.round(micros)
    } µs of the processor each (${(keyedMicros / micros).toFixed(1)} times less)`
  )
}
await server.stop("SIGTERM")
await database.drop()
if (figures.slice(1).some(([, rate]) => rate < least * keyed)) process.exitCode = 1
