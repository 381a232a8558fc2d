/**
 * Kills the server at random points of requests with idempotency keys, which clients repeat until they are answered. At
 * the end every request had its effect exactly once, every answer matches its effect, and no key is stuck.
 *
 *     bun soak/idempotency.ts [kills]     200 by default; on TEST_DATABASE_URL, else on the embedded database
 */
import { scratchFolder } from "@candor/process/testing/Scratch"
import { rmSync } from "node:fs"
import { call, expecting } from "./Call.ts"
import { whenEnding } from "./Cleanup.ts"
import * as Demo from "./Demo.ts"
import { random } from "./Random.ts"
import { becomesReady, service } from "./Service.ts"
import { administration, create } from "./TestDatabase.ts"

const kills = Number(process.argv[2] ?? 200)
const clients = 4

/** Seconds until a server is ready, and until a repeated request is answered after the last kill. */
const timeLimit = 60

/** The maximum pause before a kill in milliseconds, which decides how many requests are answered in between. */
const maxPause = 400

interface OneCandidate {
  readonly candidate: { readonly id: string }
}

/** A request that was answered. */
interface Answered {
  readonly key: string
  readonly email: string
  readonly text: string
}

const folder = scratchFolder("idempotency")
whenEnding(() => rmSync(folder, { recursive: true, force: true }))
const database = administration === undefined ? undefined : await create()
const demo = await Demo.prepare(folder, database?.url)
const env = { HOME: folder, ...demo.env, CANDOR_RATE_LIMIT: "1000000000" }
const server = await service("server", { name: "server", folder, env })
server.start()
await becomesReady(server, timeLimit)
const { write: key } = await demo.keys()
const choices = random(1)
const broken: Array<string> = []
const answered: Array<Answered> = []
const counts = { cut: 0, replayed: 0, kills: 0 }
let lastKill = 0

const send = (name: string, email: string) =>
  call(
    { base_url: server.base_url, key, headers: { "idempotency-key": name } },
    { method: "POST", path: "/candidates", body: { full_name: "Grace Hopper", primary_email: email } },
    { timeout: 20_000, pooled: false }
  )

/** Returns whether requests may still be unanswered, because the server is being killed, or was until a moment ago. */
const isKilled = () => counts.kills < kills || performance.now() < lastKill + timeLimit * 1000

/** Repeats a request until it is answered; returns undefined if its key is stuck. */
const untilAnswered = async (name: string, email: string): Promise<string | undefined> => {
  let wasCut = false
  while (isKilled()) {
    const { headers, status, text, unsent } = await send(name, email)
    if (status === 201) {
      if (wasCut && headers.get("idempotency-replayed") === "true") counts.replayed++
      return text
    }
    if (status === undefined && !unsent && !wasCut) {
      wasCut = true
      counts.cut++
    }
    if (status !== undefined && status !== 409 && status !== 503) broken.push(`${status}: ${text}`)
    await Bun.sleep(20)
  }
  broken.push(`the key ${name} is stuck`)
  return undefined
}

const client = async (number: number) => {
  for (let n = 0; counts.kills < kills; n++) {
    const [name, email] = [crypto.randomUUID(), `grace-${number}-${n}@example.com`]
    const text = await untilAnswered(name, email)
    if (text !== undefined) answered.push({ key: name, email, text })
  }
}

const kill = async () => {
  for (let n = 1; n <= kills; n++) {
    if (!await becomesReady(server, timeLimit)) broken.push("the server does not start again")
    await Bun.sleep(choices.integer(0, maxPause))
    await server.stop("SIGKILL")
    server.start()
    lastKill = performance.now()
    counts.kills = n
    if (n % 20 === 0) console.error(`${n} of ${kills} kills, ${answered.length} requests answered`)
  }
}

await Promise.all([kill(), ...Array.from({ length: clients }, (_, number) => client(number))])
for (const { email, key: name, text } of answered) {
  const again = await send(name, email)
  if (again.text !== text) broken.push(`${email} is answered with ${again.text} after ${text}`)
  const path = `/candidates?email=${email}`
  const options = { timeout: 20_000, pooled: true }
  const found = expecting<{ readonly candidates: ReadonlyArray<{ readonly id: string }> }>(
    await call({ base_url: server.base_url, key }, { method: "GET", path }, options),
    200
  )
  const ids = found.candidates.map((candidate) => candidate.id)
  if (ids.join() !== (JSON.parse(text) as OneCandidate).candidate.id)
    broken.push(`${email} is the candidates ${ids.join()}`)
}
await server.stop("SIGTERM")
await database?.drop()
console.log(
  `${kills} kills, ${answered.length} requests answered, ${counts.cut} of them cut off, of which ${counts.replayed} had had their effect: ` +
    (broken.length === 0 ? "each had one effect, and no key is stuck" : `BROKEN: ${broken.slice(0, 10).join("; ")}`)
)
process.exit(broken.length === 0 ? 0 : 1)
