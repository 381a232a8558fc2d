/**
 * Makes Candor call servers that send more than they should, in one way after the other and in each protocol of which
 * it is a client: IMAP, SMTP, webhooks, OpenID Connect, models and S3. Meanwhile another organization makes 40 ordinary
 * requests per second: its p95 is at most 3 times its p95 alone, no answer is 503, wrong or missing, and the resident
 * memory of the server stays under 300 MiB.
 *
 *     TEST_DATABASE_URL=… bun soak/hostile.ts [--only=<part of a name>] [--tries=3] [--per-second=40] [--seconds=12]
 *
 * `--per-second` is the other organization's number of requests; use fewer on a busy machine. All traffic is on
 * loopback, bounded, and ends by itself. A way that only exceeds times is tried up to `--tries` times. Exits with 1 if
 * a guarantee is broken.
 */
import { ways as all, env } from "./hostile/Ways.ts"
import { neighbour } from "./neighbours/Neighbour.ts"
import { run, type Result } from "./neighbours/Run.ts"
import { open, restart } from "./neighbours/World.ts"
import { residentMemory } from "./ResidentMemory.ts"

const valueOf = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
const [only, tries, perSecond] = [
  valueOf("only") ?? "",
  Number(valueOf("tries") ?? 3),
  Number(valueOf("per-second") ?? 40)
]
const ways = all(Number(valueOf("seconds") ?? 12)).filter(([, , { name }]) => name.includes(only))

const cells = (protocol: string, way: string, ...values: ReadonlyArray<string>) =>
  `${protocol.padEnd(9)}${way.padEnd(32)}${values.map((value) => value.padStart(11)).join("")}`

const isBroken = ({ judged }: Result) => judged.some(({ isKept }) => !isKept)
const isSlow = ({ judged }: Result) => judged.every(({ guarantee, isKept }) => isKept || guarantee === "latency")

const world = await open({ embedded: false, careers: false, env })
const stream = await neighbour(world.neighbour)
const warmedUp = performance.now() + 5000
await stream.stream({ perSecond, until: () => performance.now() > warmedUp })
console.log(
  cells("protocol", "what it does", "p95 alone", "beside", "ratio", "CPU alone", "beside", "MiB before", "peak")
)

let broken = 0
for (const [protocol, way, misbehaviour] of ways) {
  for (let turn = 1;; turn++) {
    const before = residentMemory(world.server.pid()) ?? 0
    const result = await run(world, stream, misbehaviour, perSecond)
    const { alone, busy, during, judged, peak } = result
    const [ratio, ...times] = [during.p95 / alone.p95, alone.p95, during.p95]
    console.log(
      cells(
        protocol,
        way,
        ...times.map((time) => `${time.toFixed(1)} ms`),
        ratio.toFixed(1),
        ...busy.map((share) => `${(share * 100).toFixed(0)} %`),
        before.toFixed(0),
        peak.toFixed(0)
      )
    )
    if (!isBroken(result)) break
    console.log(`  BROKEN: ${judged.filter(({ isKept }) => !isKept).map(({ says }) => says).join("; ")}`)
    if (!isSlow(result)) await restart(world)
    if (turn < tries && isSlow(result)) continue
    broken++
    break
  }
}
await world.close()
console.log(
  broken === 0
    ? `${ways.length} ways: the other organization's service holds`
    : `${broken} of ${ways.length} ways BROKEN`
)
process.exit(broken === 0 ? 0 : 1)
