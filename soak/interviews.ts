/**
 * Books interviews on two servers. First 16 people book the last hour of two interviewers at once, again and again: one of them gets it.
 * Then bookings, moves, cancellations and answers at random, while one server after the other is killed. At the end no two interviews of
 * a member overlap without a reason, each booking that was answered is there, and the times that are taken are those of the interviews.
 *
 *     TEST_DATABASE_URL=… bun soak/interviews.ts [rounds] [--seed=1] [--kills=20]     200 rounds by default
 */
import { scratchFolder } from "@candor/process/testing/Scratch"
import { rmSync } from "node:fs"
import { call, expecting, type Reply } from "./Call.ts"
import { whenEnding } from "./Cleanup.ts"
import * as Demo from "./Demo.ts"
import { random } from "./Random.ts"
import { becomesReady, service } from "./Service.ts"
import { create } from "./TestDatabase.ts"

const valueOf = (name: string, other: number) => Number(process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3) ?? other)
const rounds = Number(process.argv.slice(2).find((argument) => /^\d+$/.test(argument)) ?? 200)
const [seed, kills] = [valueOf("seed", 1), valueOf("kills", 20)]
const [racers, clients, timeLimit] = [16, 8, 60] as const

interface OneInterview {
  readonly interview: { readonly id: string }
}

const folder = scratchFolder("interviews")
whenEnding(() => rmSync(folder, { recursive: true, force: true }))
const database = await create()
const demo = await Demo.prepare(folder, database.url)
const env = { HOME: folder, ...demo.env, CANDOR_RATE_LIMIT: "1000000000" }
const servers = [await service("server", { name: "one", folder, env }), await service("server", { name: "other", folder, env })]
for (const server of servers) server.start()
for (const server of servers) if (!await becomesReady(server, timeLimit)) throw new Error("A server does not start")
const { write: key } = await demo.keys()
const choices = random(seed)
const broken: Array<string> = []

const send = (method: string, path: string, body: object, at = choices.integer(0, 1)): Promise<Reply> =>
  call({ base_url: servers[at]!.base_url, key }, { method, path, body }, { timeout: 20_000, pooled: false })

const [applications, members] = [
  (await database.sql`SELECT id FROM applications WHERE status = 'active' AND interviews_counted = 0 AND organization_id = (SELECT id FROM organizations ORDER BY created_at LIMIT 1) ORDER BY id LIMIT 600`).map(({ id }: { readonly id: string }) => id),
  (await database.sql`SELECT id FROM users WHERE organization_id = (SELECT id FROM organizations ORDER BY created_at LIMIT 1) ORDER BY id LIMIT 2`).map(({ id }: { readonly id: string }) => id)
] as [ReadonlyArray<string>, ReadonlyArray<string>]

const hour = (n: number) => new Date(Date.UTC(2040, 0, 1) + n * 3_600_000).toISOString()
const draft = (start: number, interviewers: ReadonlyArray<string>) => ({
  title: "Talk",
  starts_at: hour(start),
  time_zone: "UTC",
  interviewers: interviewers.map((member_id) => ({ member_id }))
})

/** Whether a time was taken: any other refusal is none. */
const isTaken = ({ status, text }: Reply): boolean => status === 400 && text.includes("\"slot_taken\"")

const race = async (round: number): Promise<void> => {
  const replies = await Promise.all(Array.from({ length: racers }, (_, n) =>
    send("POST", `/applications/${applications[(round * racers + n) % applications.length]}/interviews`, draft(round, n % 2 === 0 ? members : members.toReversed()), n % 2)))
  const booked = replies.filter(({ status }) => status === 201)
  if (booked.length !== 1) broken.push(`round ${round}: ${booked.length} were booked`)
  for (const reply of replies) if (reply.status !== 201 && !isTaken(reply)) broken.push(`round ${round}: ${reply.status} ${reply.text.slice(0, 200)}`)
}

// An application has 50 interviews at most, so that each round ends with its booking taken back and removed.
const began = performance.now()
for (let round = 0; round < rounds; round++) {
  await race(round)
  await database.sql`DELETE FROM interviews WHERE title = 'Talk' AND starts_at < ${hour(round)}`
  await database.sql`UPDATE applications SET interviews_counted = 0 WHERE interviews_counted > 40`
  if (round % 50 === 49) console.error(`${round + 1} of ${rounds} rounds`)
}
const perRound = (performance.now() - began) / rounds
await database.sql`DELETE FROM interviews`
await database.sql`UPDATE applications SET interviews_counted = 0`

const kept = new Set<string>()
const counts = { kills: 0, answered: 0, refused: 0, cut: 0 }
const own = members.slice(0, 2)

const step = async (application: string, chosen: ReturnType<typeof random>): Promise<void> => {
  const mine = [...kept]
  const some = own.filter(() => chosen.chance(60))
  const start = 1000 + chosen.integer(0, 40) / 2
  const id = mine.length === 0 ? undefined : chosen.pick(mine)
  const [method, path, body] = id === undefined || kept.size < 20 && chosen.chance(50)
    ? ["POST", `/applications/${application}/interviews`, draft(start, some)] as const
    : chosen.pick([
      ["POST", `/interviews/${id}/reschedule`, { starts_at: hour(start), time_zone: "UTC" }],
      ["POST", `/interviews/${id}/cancel`, {}],
      ["PATCH", `/interviews/${id}`, { interviewers: some.map((member_id) => ({ member_id })) }],
      ["POST", `/interviews/${id}/reschedule`, { starts_at: hour(start), time_zone: "UTC", minutes: 90 }]
    ] as const)
  const reply = await send(method, path, body)
  if (reply.status === undefined) counts.cut++
  else if (reply.status < 300) counts.answered++
  else if (isTaken(reply)) counts.refused++
  else if (reply.status !== 503) broken.push(`${method} ${path}: ${reply.status} ${reply.text.slice(0, 200)}`)
  if (reply.status === 201) kept.add(expecting<OneInterview>(reply, 201).interview.id)
}

const client = async (number: number): Promise<void> => {
  const chosen = random(seed * 1000 + number)
  for (let n = 0; counts.kills < kills; n++) await step(applications[number * 60 + n % 60]!, chosen)
}

const kill = async (): Promise<void> => {
  for (let n = 0; n < kills; n++) {
    const server = servers[n % 2]!
    await Bun.sleep(choices.integer(100, 1500))
    await server.stop("SIGKILL")
    server.start()
    if (!await becomesReady(server, timeLimit)) broken.push("a server does not start again")
    counts.kills = n + 1
  }
}

await Promise.all([kill(), ...Array.from({ length: clients }, (_, number) => client(number))])

const overlaps = await database.sql`
  SELECT a.interview_id FROM interviewer_times a JOIN interviewer_times b
    ON b.organization_id = a.organization_id AND b.member_id = a.member_id AND b.interview_id > a.interview_id AND b.during && a.during`
if (overlaps.length > 0) broken.push(`${overlaps.length} pairs of interviews overlap`)
const found = new Set((await database.sql`SELECT id FROM interviews`).map(({ id }: { readonly id: string }) => id))
const lost = [...kept].filter((id) => !found.has(id))
if (lost.length > 0) broken.push(`${lost.length} bookings that were answered are lost`)
const untrue = await database.sql`
  SELECT i.id FROM interviews i CROSS JOIN LATERAL jsonb_array_elements(i.interviewers) x
  LEFT JOIN interviewer_times t ON t.organization_id = i.organization_id AND t.interview_id = i.id AND t.member_id = (x ->> 'member_id')::uuid
  WHERE t.during IS DISTINCT FROM CASE WHEN i.status = 'scheduled' THEN tstzrange(i.starts_at, i.ends_at) END`
if (untrue.length > 0) broken.push(`${untrue.length} times differ from those of their interviews`)
for (const server of servers) await server.stop("SIGTERM")
await database.drop()
console.log(
  `${rounds} rounds of ${racers} on two servers, ${perRound.toFixed(0)} ms each; then ${counts.kills} kills, ${counts.answered} changes, ${counts.refused} refused as taken, ` +
    `${counts.cut} cut off: ${broken.length === 0 ? "nobody was booked twice, and no booking was lost" : `BROKEN: ${broken.slice(0, 10).join("; ")}`}`
)
process.exit(broken.length === 0 ? 0 : 1)
