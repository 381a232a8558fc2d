/**
 * Measures the effect of performance optimizations: compares Candor without one to Candor as it is, on the same
 * database, in turn.
 *
 *     bun bench/ablation.ts [holes] [name=/another/checkout/dist/api.js] [--rounds 8] [--warming 3] [--only tenants-list,detail]
 *
 * An optimization is disabled by an option of the engine, or in another build. Any other name is passed in the
 * environment variable WITHOUT, for a build with switches (decision 0018 names one). "nothing" is Candor as it is once
 * more: its ratios are the noise. Prints, for each scenario, the medians over the rounds of the ratio to Candor as it
 * is in the same round, with the middle half of the ratios: for requests per second, CPU time per request of the server
 * and of the database, p99, and resident memory.
 */
import { parseArgs } from "node:util"
import { reset } from "./Agreement.ts"
import { progress } from "./Children.ts"
import { format, formatSpread, spread, table } from "./Figures.ts"
import * as Load from "./Load.ts"
import * as Postgres from "./Postgres.ts"
import * as Scenarios from "./Scenarios.ts"
import * as Servers from "./Servers.ts"
import * as TenantScenarios from "./TenantScenarios.ts"
import * as Tenants from "./Tenants.ts"
import * as Usage from "./Usage.ts"
import * as World from "./World.ts"

/** Options that disable optimizations of the engine, where they are on by default. */
const engine: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  holes: { MIMALLOC_PURGE_HOLES: "1" },
  ram: { BUN_JSC_forceRAMSize: "0" },
  liveness: { BUN_JSC_forceCodeBlockLiveness: "0" }
}

const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "8" },
    warming: { type: "string", default: "3" },
    // Makes each server export its traces.
    traces: { type: "boolean", default: false },
    only: {
      type: "string",
      default: "tenants-list,tenants-detail,tenants-candidate,tenants-mix,tenants-detail-1,list50,detail,shortlist"
    }
  }
})
const mechanisms = positionals.length > 0 ? positionals : Object.keys(engine)
const names = options.only.split(",")

/** Accepts all exports of traces, and ignores them. */
const collector = Bun.serve({
  hostname: "127.0.0.1",
  port: 0,
  fetch: async (request) => {
    await request.arrayBuffer()
    return new Response()
  }
})
const traces = options.traces ? { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url.href } : {}

const [candor] = Servers.programs
const shape = (mechanism: string, env: Readonly<Record<string, string>> = {}): Servers.Program => {
  const [name, build] = mechanism.split("=")
  const command = build === undefined ? candor!.command : [process.execPath, build]
  return { ...candor!, command, name: name!, title: name!, env: { ...candor!.env, ...traces, ...env } }
}
const shapes = [
  shape("as it is"),
  shape("nothing"),
  ...mechanisms.map((name) => shape(name, engine[name] ?? { WITHOUT: name }))
]

interface Measured {
  readonly perSecond: number
  readonly cpu: number
  readonly database: number
  readonly p99: number
  /** Resident memory of the server after its turn, in bytes. */
  readonly memory: number
}

const postgres = await Postgres.start()
const world = await World.make(postgres, { applications: 10_000, prospects: 1000, events: 0, others: 1000, each: 10 })
const tenants = await Tenants.make(world, { keyIndex: false })
const scenarios = [...TenantScenarios.make(tenants), ...await Scenarios.make(world)].filter(({ name }) =>
  names.includes(name)
)

/** The number of requests that were sent from each sequence. */
const passed = new Map<string, number>()

/** Runs load for at least a second. All servers continue the same sequence, because they share a database. */
const run = async (server: Servers.Running, scenario: Scenarios.Scenario, seconds: number): Promise<Measured> => {
  const from = passed.get(scenario.name) ?? 0
  const used = () =>
    [Usage.cpuMicros(server.pid), postgres.pid === undefined ? 0 : Usage.treeMicros(postgres.pid)] as const
  const [cpu, database] = used()
  const answered = await Load.closed({
    port: server.port,
    requests: scenario.requests.map((request) => Scenarios.raw(request, server.key)),
    from: scenario.sequence === undefined ? 0 : from,
    connections: scenario.connections,
    seconds,
    first: Date.now() % 10_000_000 * 1000
  })
  const [cpuAfter, databaseAfter] = used()
  passed.set(scenario.name, from + answered.requests)
  await reset(world.url, scenario)
  return {
    perSecond: answered.perSecond,
    cpu: (cpuAfter - cpu) / answered.requests,
    database: (databaseAfter - database) / answered.requests,
    p99: answered.p99,
    memory: Usage.residentBytes(server.pid)
  }
}

const servers: Array<Servers.Running> = []
for (const program of shapes) servers.push(await Servers.start(program, world))

/** Returns the median of the ratios to another server in the same round, and the middle half of the ratios. */
const ratios = (own: ReadonlyArray<Measured>, other: ReadonlyArray<Measured>, of: keyof Measured) => {
  const sorted = own.map((one, round) => one[of] / other[round]![of]).toSorted((a, b) => a - b)
  const quarter = Math.floor(sorted.length / 4)
  return formatSpread(spread(sorted.slice(quarter, sorted.length - quarter)))
}

for (const scenario of scenarios) {
  for (const server of servers) await run(server, scenario, Number(options.warming))
  const measured = new Map(servers.map(({ name }) => [name, [] as Array<Measured>]))
  for (let round = 1; round <= Number(options.rounds); round++) {
    progress(`${scenario.title}, round ${round} of ${options.rounds}`)
    // Each server begins a round equally often, and every second round is reversed.
    const at = round % servers.length
    const turn = [...servers.slice(at), ...servers.slice(0, at)]
    for (const server of round % 2 === 0 ? turn.toReversed() : turn)
      measured.get(server.name)!.push(await run(server, scenario, 1))
  }
  const base = measured.get("as it is")!
  const median = (of: keyof Measured) => format(spread(base.map((one) => one[of])).median)
  console.log(
    `\n${scenario.name}: ${median("perSecond")}/s, ${median("cpu")} µs, database ${median("database")} µs, p99 ${
      median("p99")
    } ms, ${format(spread(base.map(({ memory }) => memory / 2 ** 20)).median)} MiB\n`
  )
  console.log(table(
    ["without", "requests/s", "CPU", "CPU of the database", "p99", "memory"],
    [...measured].filter(([name]) => name !== "as it is").map((
      [name, own]
    ) => [
      name,
      ratios(own, base, "perSecond"),
      ratios(own, base, "cpu"),
      ratios(own, base, "database"),
      ratios(own, base, "p99"),
      ratios(own, base, "memory")
    ])
  ))
}

for (const server of servers) await server.stop()
await world.drop()
await postgres.stop()
await collector.stop(true)
