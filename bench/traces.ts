/**
 * Measures the cost of traces: the same requests, in turn, to a server that exports traces to a collector at its
 * default rate, to one that exports every trace, and to one that exports none.
 *
 *     bun run bench:traces [--rounds 6] [--seconds 5]
 *
 * Prints the medians over the rounds. Exits with 1 if the throughput with traces is less than 0.9 of that without.
 */
import { parseArgs } from "node:util"
import { progress } from "./Children.ts"
import { format, formatSpread, spread, table } from "./Figures.ts"
import * as Load from "./Load.ts"
import * as Postgres from "./Postgres.ts"
import * as Scenarios from "./Scenarios.ts"
import * as Servers from "./Servers.ts"
import * as Usage from "./Usage.ts"
import * as World from "./World.ts"

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "6" },
    seconds: { type: "string", default: "5" }
  }
})
const rounds = Number(options.rounds)
const seconds = Number(options.seconds)

/** The minimum throughput with traces, as a share of that without. */
const minRatio = 0.9

const scenarioNames = new Set(["detail", "list1", "candidate"])

/** Counts and ignores all exports. */
let exported = 0
const collector = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: async (request) => {
    exported += (await request.arrayBuffer()).byteLength
    return new Response()
  }
})

const [candor] = Servers.programs
const shape = (name: string, env: Record<string, string>): Servers.Program => ({
  ...candor!,
  name,
  title: name,
  env: { ...candor!.env, ...env }
})

const shapes = [
  shape("off", {}),
  shape("on", { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.href }),
  shape("every trace", { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.href, CANDOR_TRACES_PER_SECOND: "1000000" })
]

interface Measured {
  readonly perSecond: number
  /** CPU time of the server per request, in microseconds. */
  readonly cpu: number
}

const database = await Postgres.start()
const world = await World.make(database, { applications: 2000, prospects: 500, events: 1000, others: 20, each: 50 })
const scenarios = (await Scenarios.make(world)).filter(({ name }) => scenarioNames.has(name))

const run = async (
  server: Servers.Running,
  { connections, requests }: Scenarios.Scenario,
  length: number
): Promise<Measured> => {
  const began = Usage.cpuMicros(server.pid)
  const first = Date.now() % 10_000_000 * 1000
  const answered = await Load.closed({
    port: server.port,
    requests: requests.map((request) => Scenarios.raw(request, world.key)),
    from: 0,
    connections,
    seconds: length,
    first
  })
  return { perSecond: answered.perSecond, cpu: (Usage.cpuMicros(server.pid) - began) / answered.requests }
}

const servers: Array<Servers.Running> = []
for (const program of shapes) servers.push(await Servers.start(program, world))
// The compiler has finished before the measurement starts.
for (const server of servers) for (const scenario of scenarios) await run(server, scenario, seconds)

const rows: Array<ReadonlyArray<string>> = []
let worst = Number.POSITIVE_INFINITY
for (const scenario of scenarios) {
  const measured = new Map<string, Array<Measured>>(shapes.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    progress(`${scenario.title}, round ${round + 1} of ${rounds}`)
    const order = round % 2 === 0 ? servers : servers.toReversed()
    for (const server of order) measured.get(server.name)!.push(await run(server, scenario, seconds))
  }
  const off = measured.get("off")!
  for (const { name } of shapes) {
    const own = measured.get(name)!
    const throughput = spread(own.map(({ perSecond }, round) => perSecond / off[round]!.perSecond))
    const cpu = spread(own.map(({ cpu }, round) => cpu / off[round]!.cpu))
    if (name === "on") worst = Math.min(worst, throughput.median)
    rows.push([
      `${scenario.title}, ${name}`,
      format(spread(own.map(({ perSecond }) => perSecond)).median),
      format(spread(own.map(({ cpu }) => cpu)).median),
      formatSpread(throughput),
      formatSpread(cpu)
    ])
  }
}
for (const server of servers) await server.stop()
await world.drop()
await database.stop()
await collector.stop(true)

console.log(table(["Server", "requests/s", "CPU µs a request", "throughput to off", "CPU to off"], rows))
console.log(
  `\n${rounds} rounds of ${seconds} s with ${Load.generator}; ${format(exported / 2 ** 20)} MiB of traces were sent.`
)
console.log(`Least throughput with traces: ${format(worst)} of that without; at least ${minRatio} is promised.`)
process.exit(worst >= minRatio ? 0 : 1)
