/**
 * Candidates book interviews by scheduling links on two servers. First, 16 at a time try to book the last common hour
 * of two interviewers, round after round: each time exactly one gets it, and only that one is told so. Then clients
 * book, move and cancel at random while both servers are killed. At the end no member has two interviews at the same
 * time, no day exceeds its limit, and the stored interviews match the answers.
 *
 *     bun soak/scheduling.ts [--rounds 200] [--links 60] [--kills 10] [--seed 1]
 *
 * It creates a database on the server of TEST_DATABASE_URL.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { call, expecting } from "./Call.ts"
import { whenEnding } from "./Cleanup.ts"
import * as Demo from "./Demo.ts"
import { random } from "./Random.ts"
import { becomesReady, service, type Service } from "./Service.ts"
import { create } from "./TestDatabase.ts"

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "200" },
    links: { type: "string", default: "60" },
    kills: { type: "string", default: "10" },
    seed: { type: "string", default: "1" }
  }
})
const [rounds, count, kills, seed] = [values.rounds, values.links, values.kills, values.seed].map(Number) as [
  number,
  number,
  number,
  number
]

/** Seconds until a server is ready. */
const timeLimit = 120
/** The maximum number of interviews per day of each member in the second part. */
const perDay = 3

const folder = mkdtempSync(join(tmpdir(), "candor-scheduling-"))
whenEnding(() => rmSync(folder, { recursive: true, force: true }))
const database = await create()
const demo = await Demo.prepare(folder, database.url)
const env = { HOME: folder, ...demo.env, CANDOR_RATE_LIMIT: "1000000000", CANDOR_TRUSTED_PROXIES: "1" }
const servers = await Promise.all(["one", "two"].map((name) => service("server", { name, folder, env })))
for (const server of servers) {
  server.start()
  await becomesReady(server, timeLimit)
}
const { admin: key } = await demo.keys()
const choices = random(seed)
const broken: Array<string> = []

const ask = (method: string, path: string, body?: unknown) =>
  call({ base_url: servers[0]!.base_url, key }, { method, path, body }, { timeout: 20_000, pooled: false })

const made = async <Body>(path: string, body: unknown): Promise<Body> =>
  expecting<Body>(await ask("POST", path, body), 201)
const { job } = await made<{ job: { id: string } }>("/jobs", { title: "Harbor pilot" })
const { job: { stages } } = expecting<{ job: { stages: ReadonlyArray<{ id: string }> } }>(
  await ask("GET", `/jobs/${job.id}`),
  200
)
const member = async (
  n: number
) => (await made<{ user?: { id: string }; member?: { id: string } }>("/members", {
  full_name: `Member ${n}`,
  email: `soak-${n}@example.com`,
  role: "write"
}))
const ids = await Promise.all([1, 2, 3].map(async (n) => {
  const { member: one, user } = await member(n)
  return (one ?? user)!.id
}))

const weekdays = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
const schedule = (limit: number | null) =>
  database.sql`
  UPDATE users SET schedule = ${{
    time_zone: "UTC",
    hours: weekdays.map((day) => ({ day, from: "00:00", to: "24:00" })),
    max_per_day: limit,
    max_per_week: null
  }}
  WHERE id = ANY (${database.sql.array(ids, "UUID")})`
await schedule(null)

const newApplication = async (n: number): Promise<string> => {
  const { candidate } = await made<{ candidate: { id: string } }>("/candidates", {
    full_name: `Person ${n}`,
    primary_email: `booker-${n}@example.com`
  })
  return (await made<{ application: { id: string } }>("/applications", {
    job_id: job.id,
    candidate_id: candidate.id,
    stage_id: stages[0]!.id
  })).application.id
}

interface Link {
  readonly id: string
  readonly path: string
}
const newLink = async (application: string, meetings: ReadonlyArray<object>, more: object = {}): Promise<Link> => {
  const { scheduling_link: { id }, url } = await made<{ scheduling_link: { id: string }; url: string }>(
    `/applications/${application}/scheduling-links`,
    {
      meetings,
      time_zone: "UTC",
      lead_minutes: 0,
      change_deadline_minutes: 0,
      max_changes: 20,
      grid_minutes: 60,
      horizon_days: 30,
      ...more
    }
  )
  return { id, path: new URL(url).pathname }
}
const timesOf = async ({ id }: Link) =>
  expecting<{ times: ReadonlyArray<string> }>(await ask("GET", `/scheduling-links/${id}/times`), 200).times

/** Submits a form of the page; returns undefined without a complete response. */
let requests = 0
const send = async (
  server: Service,
  { path }: Link,
  fields: Readonly<Record<string, string>>
): Promise<number | undefined> => {
  const address = requests++
  try {
    const response = await fetch(server.origin + path, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { "x-forwarded-for": `10.${address >> 16 & 255}.${address >> 8 & 255}.${address & 255}` },
      redirect: "manual",
      keepalive: false,
      signal: AbortSignal.timeout(20_000)
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return undefined
  }
}

const applications = await Promise.all(Array.from({ length: Math.max(16, count) }, (_, n) => newApplication(n)))

// 16 at a time, on both servers; their links name the two interviewers in either order.
/**
 * Waits longer than a statement waits for its locks (`lock_timeout` is 1 s): interrupted statements have finished or
 * failed by then.
 */
const settled = () => Bun.sleep(3000)
let won = 0
const racers = await Promise.all(
  applications.slice(0, 16).map((application, at) =>
    newLink(application, [{ title: "Talk", member_ids: at % 2 === 0 ? ids.slice(0, 2) : ids.slice(0, 2).toReversed() }])
  )
)
for (let round = 0; round < rounds; round++) {
  const start = (await timesOf(racers[0]!))[2]!
  const statuses = await Promise.all(
    racers.map((link, at) => send(servers[Math.floor(at / 2) % 2]!, link, { action: "book", start }))
  )
  if (statuses.some((status) => status === undefined)) await settled()
  // The database decides: an answer can be lost, and one server can be too busy.
  const booked: ReadonlyArray<{ id: string }> = await database.sql`
    SELECT l.id FROM scheduling_links l JOIN interviews i ON i.organization_id = l.organization_id AND l.interview_ids ? i.id::text
    WHERE l.id = ANY (${
    database.sql.array(racers.map(({ id }) => id), "UUID")
  }) AND i.status = 'scheduled' AND i.starts_at = ${start}`
  const winners = racers.filter(({ id }) => booked.some((one) => one.id === id))
  const isRight = statuses.every((status, at) =>
    status === 303 ? winners.includes(racers[at]!) : status === 409 || status === 503 || status === undefined
  )
  if (winners.length === 1 && isRight) won++
  else {
    broken.push(`round ${round}`)
    console.log(`round ${round}: ${statuses.map((status) => status ?? "no answer").join(" ")}`)
  }
  // The winner's link is replaced, so that its interview stays, and fewer rooms are free.
  for (const winner of winners) {
    const at = racers.indexOf(winner)
    expecting(await ask("POST", `/scheduling-links/${winner.id}/close`), 200)
    const { interviews } = expecting<{ interviews: ReadonlyArray<{ id: string; status: string }> }>(
      await ask("GET", `/interviews?application_id=${applications[at]!}`),
      200
    )
    for (const { id, status } of interviews)
      if (status === "scheduled") expecting(await ask("POST", `/interviews/${id}/cancel`, {}), 200)
    racers[at] = await newLink(await newApplication(100_000 + round), [{
      title: "Talk",
      member_ids: at % 2 === 0 ? ids.slice(0, 2) : ids.slice(0, 2).toReversed()
    }])
    applications[at] =
      (await database.sql`SELECT application_id FROM scheduling_links WHERE id = ${racers[at]!.id}`)[0].application_id
  }
}
console.log(`${won} of ${rounds} rounds had exactly one winner`)

// Random bookings, moves and cancellations, with limits, while servers are killed.
await database.sql`DELETE FROM interviewer_times`
await schedule(perDay)
const meetings = [
  [{ title: "One", member_ids: ids.slice(0, 2) }],
  [{ title: "Any", member_ids: ids, required: 1 }],
  [{ title: "First", minutes: 30, member_ids: ids.slice(0, 2), required: 1 }, {
    title: "Second",
    minutes: 45,
    member_ids: ids,
    required: 1
  }]
]
const links = await Promise.all(
  Array.from(
    { length: count },
    async (_, n) => newLink(await newApplication(200_000 + n), choices.pick(meetings), { buffer_after_minutes: 10 })
  )
)
/**
 * The possible interviews of a link: each is the start, or null if it is canceled; several if a request was unanswered.
 */
const expected = new Map<string, ReadonlyArray<string | null>>(links.map(({ id }) => [id, [null]]))
const counts = { booked: 0, cancelled: 0, gone: 0, cut: 0, kills: 0 }
const grid = await timesOf(links[0]!)
const running = { ended: false }

const client = async (mine: ReadonlyArray<Link>, of: ReturnType<typeof random>) => {
  while (!running.ended) {
    const link = of.pick(mine)
    const before = expected.get(link.id)!
    const isCancel = of.chance(25)
    // Only few times, so that many collide.
    const start = grid[of.integer(4, Math.min(grid.length - 1, 100))]!
    const status = await send(of.pick(servers), link, isCancel ? { action: "cancel" } : { action: "book", start })
    if (status === 303) {
      counts[isCancel ? "cancelled" : "booked"]++
      expected.set(link.id, [isCancel ? null : start])
    } else if (status === undefined || status >= 500) {
      if (status === 500) broken.push(`${link.id}: answered with 500`)
      counts.cut++
      expected.set(link.id, [...before, isCancel ? null : start])
      await settled()
    } else counts.gone++
  }
}
const clients = Array.from({ length: 8 }, (_, n) => client(links.filter((_, at) => at % 8 === n), choices.fork()))
for (; counts.kills < kills; counts.kills++) {
  await Bun.sleep(choices.integer(300, 1500))
  const server = servers[counts.kills % 2]!
  await server.stop("SIGKILL")
  server.start()
  if (!await becomesReady(server, timeLimit)) broken.push("a server is not ready again")
}
await Bun.sleep(2000)
running.ended = true
await Promise.all(clients)
await settled()

const overlaps = await database.sql`
  SELECT a.interview_id FROM interviewer_times a JOIN interviewer_times b ON b.organization_id = a.organization_id AND b.member_id = a.member_id
    AND b.interview_id > a.interview_id AND b.during && a.during`
if (overlaps.length > 0) broken.push(`${overlaps.length} overlaps`)
const full = await database.sql`
  SELECT member_id FROM interviewer_times WHERE during IS NOT NULL AND member_id = ANY (${
  database.sql.array(ids, "UUID")
})
  GROUP BY member_id, lower(during)::date HAVING count(*) > ${perDay}`
if (full.length > 0) broken.push(`${full.length} days above their limit`)
for (const link of links) {
  const rows: ReadonlyArray<{ start: Date; status: string; times: number; link: string }> = await database.sql`
    SELECT i.starts_at AS start, i.status, l.status AS link,
      (SELECT count(*)::int FROM interviewer_times t WHERE t.interview_id = i.id AND t.during = tstzrange(i.starts_at, i.ends_at)) AS times
    FROM scheduling_links l JOIN interviews i ON i.organization_id = l.organization_id AND l.interview_ids ? i.id::text
    WHERE l.id = ${link.id} ORDER BY i.starts_at`
  const isBooked = rows.length > 0 &&
    rows.every(({ link, status, times }) => status === "scheduled" && link === "booked" && times > 0)
  const isFree = rows.every(({ status, times }) => status === "cancelled" && times === 0)
  if (!isBooked && !isFree) broken.push(`${link.id}: neither booked nor free: ${JSON.stringify(rows)}`)
  const stored = isBooked ? rows[0]!.start.toISOString() : null
  if (!expected.get(link.id)!.includes(stored))
    broken.push(`${link.id}: ${stored} is stored, and ${expected.get(link.id)!.join(" or ")} was answered`)
}

console.log(JSON.stringify(counts))
for (const one of broken) console.log(one)
for (const server of servers) await server.stop("SIGTERM")
await database.drop()
console.log(broken.length === 0 ? "Nothing is broken" : `${broken.length} broken`)
process.exit(broken.length === 0 ? 0 : 1)
