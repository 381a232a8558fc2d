/**
 * Books interviews on two servers. First, 16 people book the last free hour of two interviewers at the same time,
 * repeatedly: exactly one gets it. Then, for each seed, clients book, move, cancel and answer at random, around the
 * entries of the interviewers' calendars, while the servers are killed in turn. At the end no two interviews of a
 * member overlap without a reason, nor does one with a busy time; each confirmed booking is stored; and the calendars
 * of interviewers and candidates, as filled by mails, match the database.
 *
 *     TEST_DATABASE_URL=… bun soak/interviews.ts [--rounds 200] [--seed 1] [--seeds 20] [--kills 2]     kills of each seed
 */
import { scratchFolder } from "@candor/process/testing/Scratch"
import { rmSync } from "node:fs"
import { parseArgs } from "node:util"
import { call, expecting, type Reply } from "./Call.ts"
import { whenEnding } from "./Cleanup.ts"
import * as Demo from "./Demo.ts"
import { busyServer, mailedCalendars } from "./interviews/Calendars.ts"
import { random, type Random } from "./Random.ts"
import { becomesReady, service } from "./Service.ts"
import { create } from "./TestDatabase.ts"

const { values } = parseArgs({
  options: {
    rounds: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    seeds: { type: "string", default: "20" },
    kills: { type: "string", default: "2" }
  }
})
const [rounds, firstSeed, seeds, kills] = [values.rounds, values.seed, values.seeds, values.kills].map(Number) as [
  number,
  number,
  number,
  number
]
/**
 * The number of simultaneous bookings, the number of random clients, and the seconds until a server is ready, or all
 * mails are sent.
 */
const [racers, clients, timeLimit] = [16, 8, 120] as const

const folder = scratchFolder("interviews")
whenEnding(() => rmSync(folder, { recursive: true, force: true }))
const database = await create()
whenEnding(() => void database.drop())
const demo = await Demo.prepare(folder, database.url)
const env = {
  HOME: folder,
  ...demo.env,
  CANDOR_RATE_LIMIT: "1000000000",
  CANDOR_MAIL_PRIVATE: "allow",
  CANDOR_CALENDAR_PRIVATE: "allow",
  CANDOR_SECRET_KEY: Buffer.alloc(32, 7).toString("base64")
}
const servers = [
  await service("server", { name: "one", folder, env }),
  await service("server", { name: "other", folder, env })
]
for (const server of servers) server.start()
for (const server of servers) if (!await becomesReady(server, timeLimit)) throw new Error("A server does not start")
const { admin, write } = await demo.keys()

const send = (method: string, path: string, body: unknown, at: number, key = write): Promise<Reply> =>
  call({ base_url: servers[at]!.base_url, key }, { method, path, body }, { timeout: 20_000, pooled: false })
const made = async <Body>(path: string, body: object, key = admin): Promise<Body> =>
  expecting<Body>(await send("POST", path, body, 0, key), 201)

interface Interviewer {
  readonly id: string
  readonly email: string
  readonly key: string
  /** The path of the calendar. */
  readonly path: string
}

const busy = busyServer()
const mailed = await mailedCalendars()
const newInterviewer = async (n: number): Promise<Interviewer> => {
  const email = `soak-${n}@example.com`
  const { member: { id } } = await made<{ member: { id: string } }>("/members", {
    full_name: `Member ${n}`,
    email,
    role: "write"
  })
  const { key } = await made<{ key: string }>("/api-keys", { user_id: id, name: "Soak", scope: "write" })
  const path = `/${n}.ics`
  await made("/me/busy-calendars", { url: busy.origin + path }, key)
  return { id, email, key, path }
}
const interviewers = [await newInterviewer(1), await newInterviewer(2), await newInterviewer(3)]

const { job } = await made<{ job: { id: string } }>("/jobs", { title: "Harbor pilot" })
const { job: { stages } } = expecting<{ job: { stages: ReadonlyArray<{ id: string }> } }>(
  await send("GET", `/jobs/${job.id}`, undefined, 0),
  200
)
const applications = await Promise.all(Array.from({ length: racers }, async (_, n) => {
  const { candidate } = await made<{ candidate: { id: string } }>("/candidates", {
    full_name: `Person ${n}`,
    primary_email: `person-${n}@example.com`
  })
  return (await made<{ application: { id: string } }>("/applications", {
    job_id: job.id,
    candidate_id: candidate.id,
    stage_id: stages[0]!.id
  })).application.id
}))
const pool = interviewers.map(({ id }) => id)
const { planned_interview: planned } = await made<{ planned_interview: { id: string } }>(
  `/jobs/${job.id}/planned-interviews`,
  {
    stage_id: stages[0]!.id,
    title: "Talk",
    member_ids: pool,
    needed: 1
  }
)
const always = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"].map((day) => ({
  day,
  from: "00:00",
  to: "24:00"
}))
for (const { key } of interviewers)
  expecting(
    await send(
      "PUT",
      "/me/schedule",
      { time_zone: "UTC", hours: always, max_per_day: null, max_per_week: null },
      0,
      key
    ),
    200
  )

const hourMillis = 3_600_000
const draft = (start: Date, members: ReadonlyArray<string>) => ({
  title: "Talk",
  starts_at: start.toISOString(),
  time_zone: "UTC",
  interviewers: members.map((member_id) => ({ member_id }))
})

/** Returns whether a request was refused because the time is taken, and for no other reason. */
const isTaken = ({ status, text }: Reply): boolean => status === 400 && text.includes("\"slot_taken\"")

const clear = async (): Promise<void> => {
  await database.sql`DELETE FROM messages`
  await database.sql`DELETE FROM interviews`
  await database.sql`UPDATE applications SET interviews_counted = 0 WHERE job_id = ${job.id}`
  mailed.clear()
}

/** Returns the violations. */
const race = async (round: number): Promise<ReadonlyArray<string>> => {
  const [start, two] = [new Date(Date.UTC(2040, 0, 1) + round * hourMillis), pool.slice(0, 2)]
  const replies = await Promise.all(
    applications.map((application, n) =>
      send("POST", `/applications/${application}/interviews`, draft(start, n % 2 === 0 ? two : two.toReversed()), n % 2)
    )
  )
  const booked = replies.filter(({ status }) => status === 201)
  return [
    ...(booked.length === 1 ? [] : [`round ${round}: ${booked.length} were booked`]),
    ...replies.filter((reply) => reply.status !== 201 && !isTaken(reply)).map(({ status, text }) =>
      `round ${round}: ${status} ${text.slice(0, 200)}`
    )
  ]
}

/** Fills the calendars of interviewers, and waits until they were read. */
const fillCalendars = async (base: number, choices: Random): Promise<ReadonlyMap<string, ReadonlyArray<Date>>> => {
  const hours = new Map(
    interviewers.map(({ id }) => [
      id,
      choices.shuffled(Array.from({ length: 20 }, (_, n) => n)).slice(0, 5).map((n) => new Date(base + n * hourMillis))
    ])
  )
  for (const { id, path } of interviewers) busy.busy.set(path, hours.get(id)!)
  const [until, began] = [performance.now() + timeLimit * 1000, new Date()]
  for (;;) {
    // Read by the background job: a booking waits only two seconds, in which a busy machine reads none.
    await database.sql`UPDATE busy_calendars SET due_at = now() WHERE read_at < ${began}`
    await database.sql`UPDATE queue SET visible_at = now() WHERE queue_name = 'busy_calendars'`
    await Bun.sleep(1000)
    const known: ReadonlyArray<{ member_id: string; busy: ReadonlyArray<number> }> = await database
      .sql`SELECT member_id, busy FROM busy_calendars`
    const isRead = known.every(({ busy, member_id }) =>
      hours.get(member_id)!.every((hour) =>
        busy.some((at, n) =>
          n % 2 === 0 && at * 60_000 <= hour.getTime() && busy[n + 1]! * 60_000 >= hour.getTime() + hourMillis
        )
      )
    )
    if (isRead) return hours
    if (performance.now() > until) throw new Error("The calendars are not read")
  }
}

interface Soaked {
  readonly broken: ReadonlyArray<string>
  readonly counts: Readonly<Record<"answered" | "refused" | "cut" | "passed" | "mails", number>>
}

const soak = async (seed: number): Promise<Soaked> => {
  await clear()
  const choices = random(seed)
  const base = Math.ceil(Date.now() / hourMillis) * hourMillis + 48 * hourMillis
  const hours = await fillCalendars(base, choices)
  const [kept, broken, state] = [new Set<string>(), [] as Array<string>, { isOver: false }]
  const counts = { answered: 0, refused: 0, cut: 0, passed: 0, mails: 0 }

  const step = async (application: string, of: Random): Promise<void> => {
    const mine = [...kept]
    const some = interviewers.filter(() => of.chance(50)).map(({ id }) => id)
    const start = new Date(base + of.integer(0, 40) * hourMillis / 2)
    const override = of.chance(5) ? { override_reason: "Both agreed." } : {}
    const id = mine.length === 0 ? undefined : of.pick(mine)
    const who = of.pick(interviewers)
    const [method, path, body, key] = id === undefined || kept.size < 20 && of.chance(50)
      ? ["POST", `/applications/${application}/interviews`, {
        ...draft(start, of.chance(50) ? some : [who.id]),
        ...override,
        planned_interview_id: planned.id
      }, write] as const
      : of.pick(
        [
          [
            "POST",
            `/interviews/${id}/reschedule`,
            { starts_at: start.toISOString(), time_zone: "UTC", ...override },
            write
          ],
          ["POST", `/interviews/${id}/cancel`, {}, write],
          ["POST", `/interviews/${id}/reopen`, {}, write],
          [
            "PATCH",
            `/interviews/${id}`,
            { interviewers: some.map((member_id) => ({ member_id })), ...override },
            write
          ],
          ["PUT", `/interviews/${id}/response`, { response: "declined" }, who.key],
          ["PUT", `/interviews/${id}/response`, { response: "accepted" }, who.key],
          ["POST", `/interviews/${id}/reschedule`, {
            starts_at: start.toISOString(),
            time_zone: "UTC",
            minutes: 90,
            ...override
          }, write]
        ] as const
      )
    const reply = await send(method, path, body, of.integer(0, 1), key)
    if (reply.status === undefined || reply.status === 503) counts.cut++
    else if (reply.status < 300) counts.answered++
    else if (isTaken(reply)) counts.refused++
    // A member who is no interviewer cannot answer; a canceled interview takes no answer, and one that is not canceled
    // cannot be reopened.
    else if (reply.status !== 403 && !reply.text.includes("\"invalid_state\""))
      broken.push(`${method} ${path}: ${reply.status} ${reply.text.slice(0, 200)}`)
    if (reply.status === 201) kept.add(expecting<{ interview: { id: string } }>(reply, 201).interview.id)
  }

  const client = async (of: Random, number: number): Promise<void> => {
    while (!state.isOver) await step(applications[number % applications.length]!, of)
  }
  const kill = async (): Promise<void> => {
    for (let n = 0; n < kills; n++) {
      await Bun.sleep(choices.integer(500, 3000))
      const server = servers[n % 2]!
      await server.stop("SIGKILL")
      server.start()
      if (!await becomesReady(server, timeLimit)) broken.push("a server does not start again")
    }
    state.isOver = true
  }
  await Promise.all([kill(), ...Array.from({ length: clients }, (_, number) => client(choices.fork(), number))])
  // Interrupted statements have finished or failed by now: they wait at most a second for locks.
  await Bun.sleep(3000)
  broken.push(...await judged(kept, hours))
  const [{ mails, passed }] = await database.sql`
    SELECT (SELECT count(*)::integer FROM messages) AS mails, (SELECT count(*)::integer FROM events e JOIN interviews i ON i.organization_id = e.organization_id AND i.id = e.subject_id WHERE e.type = 'interview.interviewer_replaced') AS passed`
  return { broken, counts: { ...counts, mails, passed } }
}

/** Returns disagreements between the database, the calendars and the answers. */
const judged = async (
  kept: ReadonlySet<string>,
  hours: ReadonlyMap<string, ReadonlyArray<Date>>
): Promise<ReadonlyArray<string>> => {
  const overlaps = await database.sql`
    SELECT a.interview_id FROM interviewer_times a JOIN interviewer_times b
      ON b.organization_id = a.organization_id AND b.member_id = a.member_id AND b.interview_id > a.interview_id AND b.during && a.during AND NOT a.overrides AND NOT b.overrides`
  const rows: ReadonlyArray<{ id: string; member_id: string; from: Date; to: Date; override_reason: string | null }> =
    await database.sql`
    SELECT i.id, t.member_id, lower(t.during) AS from, upper(t.during) AS to, i.override_reason
    FROM interviewer_times t JOIN interviews i ON i.organization_id = t.organization_id AND i.id = t.interview_id
    WHERE t.during IS NOT NULL AND NOT i.interviewers @> jsonb_build_array(jsonb_build_object('member_id', t.member_id, 'response', 'accepted'))`
  // A member who accepted anyway knows their own calendar.
  const atBusy = rows.filter(({ from, member_id, override_reason, to }) =>
    override_reason === null &&
    hours.get(member_id)?.some((hour) => hour < to && hour.getTime() + hourMillis > from.getTime())
  )
  const found = new Set((await database.sql`SELECT id FROM interviews`).map(({ id }: { readonly id: string }) => id))
  const lost = [...kept].filter((id) => !found.has(id))
  const untrue = await database.sql`
    SELECT i.id FROM interviews i CROSS JOIN LATERAL jsonb_array_elements(i.interviewers) x
    LEFT JOIN interviewer_times t ON t.organization_id = i.organization_id AND t.interview_id = i.id AND t.member_id = (x ->> 'member_id')::uuid
    WHERE t.during IS DISTINCT FROM CASE WHEN i.status = 'scheduled' AND x ->> 'response' <> 'declined' THEN tstzrange(i.starts_at, i.ends_at) END`
  return [
    ...(overlaps.length === 0 ? [] : [`${overlaps.length} pairs of interviews overlap`]),
    ...atBusy.map(({ id, member_id }) => `${id} is at a busy time of ${member_id}`),
    ...(lost.length === 0 ? [] : [`${lost.length} bookings that were answered are lost`]),
    ...(untrue.length === 0 ? [] : [`${untrue.length} times differ from those of their interviews`]),
    ...await differences()
  ]
}

/** Waits until all mails are sent, and returns whose calendar differs from the database. */
const differences = async (): Promise<ReadonlyArray<string>> => {
  const until = performance.now() + timeLimit * 1000
  for (;;) {
    const told: ReadonlyArray<{ email: string; entry: string }> = await database.sql`
      SELECT r.email, concat_ws(' ', i.id, to_char(i.starts_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), to_char(i.ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS entry
      FROM interviews i JOIN applications a ON a.organization_id = i.organization_id AND a.id = i.application_id
      JOIN candidates c ON c.organization_id = i.organization_id AND c.id = a.candidate_id
      CROSS JOIN LATERAL (
        SELECT c.primary_email AS email UNION ALL SELECT u.email FROM users u WHERE u.organization_id = i.organization_id AND i.interviewers @> jsonb_build_array(jsonb_build_object('member_id', u.id))
      ) r
      WHERE i.status = 'scheduled'`
    const emails = [...interviewers.map(({ email }) => email), ...applications.map((_, n) => `person-${n}@example.com`)]
    // A mail about an interview that was removed since may still have been under way.
    const ids = new Set((await database.sql`SELECT id FROM interviews`).map(({ id }: { readonly id: string }) => id))
    const differing = emails.flatMap((email) => {
      const expected = told.filter((one) => one.email === email).map(({ entry }) => entry).toSorted()
      const there = mailed.of(email).filter((entry) => ids.has(entry.slice(0, 36)))
      return JSON.stringify(there) === JSON.stringify(expected)
        ? []
        : [`the calendar of ${email} has ${there.join(", ")} and not ${expected.join(", ")}`]
    })
    if (differing.length === 0 || performance.now() > until) return differing
    await Bun.sleep(1000)
  }
}

const broken: Array<string> = []
const began = performance.now()
for (let round = 0; round < rounds; round++) {
  broken.push(...await race(round))
  if (round % 40 === 39) await clear()
}
console.log(
  `${rounds} rounds of ${racers} on two servers, ${
    ((performance.now() - began) / Math.max(rounds, 1)).toFixed(0)
  } ms each`
)
const account = {
  sender_email: "jobs@harbor.test",
  smtp: { host: "127.0.0.1", port: mailed.port, security: "none", username: null },
  imap: null
}
expecting(await send("PUT", "/organization/mail", account, 0, admin), 200)
for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
  const found = await soak(seed)
  console.log(
    `seed ${seed}: ${JSON.stringify(found.counts)} ${
      found.broken.length === 0 ? "holds" : `BROKEN: ${found.broken.slice(0, 5).join("; ")}`
    }`
  )
  broken.push(...found.broken)
}
for (const server of servers) await server.stop("SIGTERM")
await Promise.all([busy.close(), mailed.close()])
await database.drop()
console.log(
  broken.length === 0
    ? "Nobody was booked twice, no booking was lost, and calendars agree"
    : `${broken.length} broken: ${broken.slice(0, 10).join("; ")}`
)
process.exit(broken.length === 0 ? 0 : 1)
