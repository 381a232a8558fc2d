/**
 * One organization misbehaves in one way after the other, while its neighbor makes 40 ordinary requests per second. In
 * each way, the neighbor's p95 is at most 3 times its p95 alone, and it gets no 503 and no wrong or missing response.
 * The server's resident memory stays under 300 MiB, and the server answers everything afterwards without a restart.
 *
 *     TEST_DATABASE_URL=… bun soak/neighbours.ts [--embedded] [--only=<part of a name>] [--tries=3] [--submissions=200] [--careers]
 *
 * `--embedded` uses the embedded database, and leaves out ways that do not apply. A p95 of 100 ms is allowed then,
 * because one statement runs at a time, and 350 MiB more than at rest, because the database is in the server. A way
 * that only exceeds times is tried up to `--tries` times. `--submissions` is the number of applications per second.
 * With `--careers`, the careers site has a server of its own with lower priority than the other one, as
 * docs/operations.md describes. Exits with 1 if a guarantee is broken.
 */
import { costlyRequests } from "./neighbours/CostlyRequests.ts"
import { deadMailServer } from "./neighbours/DeadMailServer.ts"
import { eventStreamWays } from "./neighbours/EventStreams.ts"
import { feedPages } from "./neighbours/FeedPages.ts"
import type { Figures } from "./neighbours/Figures.ts"
import { hangingReceivers } from "./neighbours/HangingReceivers.ts"
import { largeDeletion } from "./neighbours/LargeDeletion.ts"
import { largestBodies } from "./neighbours/LargestBodies.ts"
import { largestLists } from "./neighbours/LargestLists.ts"
import { lockedRow } from "./neighbours/LockedRow.ts"
import type { Misbehaviour } from "./neighbours/Misbehaviour.ts"
import { neighbour } from "./neighbours/Neighbour.ts"
import { type Result, run } from "./neighbours/Run.ts"
import { submissions } from "./neighbours/Submissions.ts"
import { unreadResponses } from "./neighbours/UnreadResponses.ts"
import { open, restart } from "./neighbours/World.ts"

const embedded = process.argv.includes("--embedded")
const valueOf = (name: string) =>
  process.argv.find((argument) => argument.startsWith(`--${name}=`))?.slice(name.length + 3)
const only = valueOf("only") ?? ""

// Ways that enlarge the database or the feed come last.
const ways: ReadonlyArray<Misbehaviour> = [
  costlyRequests,
  lockedRow,
  largeDeletion,
  ...eventStreamWays,
  hangingReceivers,
  deadMailServer,
  largestLists,
  ...unreadResponses,
  submissions(Number(valueOf("submissions") ?? 200)),
  feedPages,
  largestBodies
].filter(({ name }) => name.includes(only))

const cells = (name: string, ...values: ReadonlyArray<string>) =>
  `${name.padEnd(36)}${values.map((value) => value.padStart(15)).join("")}`

const ms = (value: number) => value.toFixed(value < 10 ? 1 : 0)
const latencies = ({ p50, p95 }: Figures) => `${ms(p50)} / ${ms(p95)}`

const row = (name: string, { alone, during, peak }: Result) =>
  cells(
    name,
    latencies(alone),
    latencies(during),
    String(during.requests),
    String(during.unavailable),
    String(during.wrong + during.unanswered),
    `${Math.round(peak)} MiB`
  )

const verdict = (name: string, { judged }: Result) =>
  `  ${judged.every(({ isKept }) => isKept) ? "holds" : "BROKEN"}, ${name}: ` +
  judged.map(({ guarantee, isKept, says }) => isKept ? says : `[${guarantee}] ${says}`).join("; ")

const world = await open({ embedded, careers: process.argv.includes("--careers") })
console.log(
  `The server holds at most ${Math.round(world.memoryLimit)} MiB; database: ${embedded ? "embedded" : "PostgreSQL"}`
)
const stream = await neighbour(world.neighbour)
const warmedUp = performance.now() + 5000
await stream.stream({ perSecond: 40, until: () => performance.now() > warmedUp })
console.log(cells("one misbehaves by", "alone p50/p95", "during p50/p95", "requests", "503", "wrong", "memory"))

/** Runs a way to misbehave. Restarts the server after a lasting failure, so that it does not affect the next way. */
const attempt = async (way: Misbehaviour): Promise<Result> => {
  const began = performance.now()
  const result = await run(world, stream, way)
  console.log(row(way.name, result))
  console.log(`  ${result.notes.join("; ")} (${((performance.now() - began) / 1000).toFixed(1)} s)`)
  console.log(verdict(way.name, result))
  const lasting = result.judged.filter(({ guarantee }) => guarantee === "no restart" || guarantee === "memory")
  if (lasting.some(({ isKept }) => !isKept)) await restart(world)
  return result
}

const isBroken = ({ judged }: Result) => judged.some(({ isKept }) => !isKept)

/**
 * Returns whether only times are exceeded. Another program on the machine can cause that, but not three times in a row.
 */
const isSlow = ({ judged }: Result) =>
  judged.every(({ guarantee, isKept }) => isKept || guarantee === "latency" || guarantee === "deliveries")

/** The maximum number of tries for a way. */
const maxTimes = Number(valueOf("tries") ?? 3)

let broken = 0
for (const way of ways) {
  if (embedded && way.notEmbedded !== undefined) {
    console.log(`${way.name}: left out, ${way.notEmbedded}`)
    continue
  }
  let result = await attempt(way)
  for (let times = 1; times < maxTimes && isBroken(result) && isSlow(result); times++) {
    console.log("  once more, because only times are broken:")
    result = await attempt(way)
  }
  if (isBroken(result)) broken++
}
await world.close()
console.log(
  broken === 0
    ? `${ways.length} ways to misbehave: the neighbour's service holds`
    : `${broken} of ${ways.length} ways BROKEN`
)
process.exit(broken === 0 ? 0 : 1)
