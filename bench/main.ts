/**
 * Candor beside servers that people would write by hand, on the same rows.
 *
 *     bun run bench [--rounds 6] [--seconds 2] [--only list50,detail] [--servers candor,fastify] [--write]
 *
 * Prints the tables; with `--write` they go to docs/benchmarks.md and docs/benchmarks/.
 */
import { parseArgs } from "node:util"
import { check } from "./Agreement.ts"
import { progress } from "./Children.ts"
import { told } from "./Figures.ts"
import * as Limit from "./Limit.ts"
import * as Measure from "./Measure.ts"
import * as Postgres from "./Postgres.ts"
import * as Report from "./Report.ts"
import * as Scenarios from "./Scenarios.ts"
import * as Servers from "./Servers.ts"
import * as World from "./World.ts"

const size = { applications: 20_000, prospects: 1000, events: 0, others: 200 }

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "6" },
    seconds: { type: "string", default: "2" },
    only: { type: "string" },
    servers: { type: "string" },
    write: { type: "boolean", default: false }
  }
})
/** Seconds of a scenario until the engine has compiled what it is going to compile; a service runs for days after that. */
const warming = 20

/** An option's number; load generators take whole seconds. */
const whole = (name: "rounds" | "seconds"): number => {
  const value = options[name]
  if (!/^[1-9]\d*$/.test(value)) throw new Error(`--${name} ${value}: expected a whole number of at least 1`)
  return Number(value)
}
const rounds = whole("rounds")
const seconds = whole("seconds")

/** Those whose names are asked for; all where none is. */
const chosen = <Named extends { readonly name: string }>(all: ReadonlyArray<Named>, names: string | undefined) => {
  const wanted = names?.split(",")
  const unknown = wanted?.filter((name) => all.every((one) => one.name !== name)) ?? []
  if (unknown.length > 0) throw new Error(`${unknown.join(", ")}: there are ${all.map(({ name }) => name).join(", ")}`)
  return all.filter(({ name }) => wanted?.includes(name) ?? true)
}

const programs = chosen(Servers.programs, options.servers)
const postgres = await Postgres.start()
const world = await World.make(postgres, size)
const scenarios = chosen(await Scenarios.make(world), options.only)
const counting = await Measure.countStatements(world.url)
progress(counting ? "Statements are counted" : "Statements are not counted: pg_stat_statements is not loaded")

const servers: Array<Servers.Running> = []
for (const program of programs) servers.push(...await Servers.start(program, world))
progress(servers.map(({ started, title }) => `${title} started in ${Math.round(started)} ms`).join("; "))

const bytes = await check(servers, world, scenarios)
progress("All servers give the same answers")

const results: Array<Report.Result> = []
for (const scenario of scenarios) {
  for (const server of servers) await Measure.warmUp(server, world, scenario, warming)
  const limits: Array<number> = []
  const measured = new Map(servers.map((server) => [server, [] as Array<Measure.Measurement>]))
  for (let round = 1; round <= rounds; round++) {
    for (const server of round % 2 === 0 ? servers.toReversed() : servers) {
      const one = await Measure.measure(server, world, scenario, { seconds, database: postgres.pid })
      measured.get(server)!.push(one)
      progress(
        `${scenario.name} ${round}/${rounds} ${server.title.padEnd(20)} ${told(one.perSecond).padStart(7)}/s ` +
          `${told(one.cpu).padStart(5)} µs CPU, p50 ${told(one.p50)} ms, p99 ${told(one.p99)} ms`
      )
    }
    if (Limit.installed) limits.push(await Limit.measure(world.url, scenario, seconds))
  }
  results.push({ scenario, bytes: bytes.get(scenario.name)!, limits, servers: [...measured] })
}

await Promise.all(servers.map((server) => server.stop()))
await world.drop()
await postgres.stop()
await Report.publish({ postgres, size, rounds, seconds, warming, servers, results }, options.write)
