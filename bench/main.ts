/**
 * Compares Candor with handwritten servers on the same rows.
 *
 *     bun run bench [--only tenants,list50] [--servers candor,fastify] [--rounds 3] [--seconds 1] [--warming 8] [--write]
 *
 * `--only` takes names of scenarios and of parts (`tenants`, `one`). Prints the tables; with `--write`, writes those of
 * complete parts to docs/benchmarks.md and docs/benchmarks/.
 */
import { parseArgs } from "node:util"
import { check } from "./Agreement.ts"
import { progress } from "./Children.ts"
import { format } from "./Figures.ts"
import * as Measure from "./Measure.ts"
import * as Parts from "./Parts.ts"
import * as Postgres from "./Postgres.ts"
import * as Report from "./Report.ts"
import type { Scenario } from "./Scenarios.ts"
import type { Running } from "./Servers.ts"

const { values: options } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    seconds: { type: "string", default: "1" },
    // Seconds of load for each scenario before anything is measured, and again before the scenario itself: until the
    // engine has compiled the hot code. A production server runs for days after that.
    warming: { type: "string", default: "8" },
    only: { type: "string" },
    servers: { type: "string" },
    // Measures the peers' look-up of keys without an index of their own.
    "no-key-index": { type: "boolean", default: false },
    write: { type: "boolean", default: false }
  }
})

/** Returns an option's number; load generators take whole seconds. */
const whole = (name: "rounds" | "seconds" | "warming"): number => {
  const value = options[name]
  if (!/^[1-9]\d*$/.test(value)) throw new Error(`--${name} ${value}: expected a whole number of at least 1`)
  return Number(value)
}
const rounds = whole("rounds")
const seconds = whole("seconds")
const warming = whole("warming")

const wanted = options.only?.split(",")
const wantedServers = options.servers?.split(",")

const list = (names: Iterable<string>) => [...new Set(names)].join(", ")

/** Fails for unknown names. */
const known = (names: ReadonlyArray<string>, all: ReadonlyArray<string>): void => {
  const unknown = names.filter((name) => !all.includes(name))
  if (unknown.length > 0) throw new Error(`${list(unknown)}: there are ${list(all)}`)
}

/**
 * Measures a scenario: first warms up each server, then measures the servers in turn, every second round in reverse.
 */
const measure = async (
  scenario: Scenario,
  servers: ReadonlyArray<Running>,
  postgres: Postgres.Server
): Promise<Omit<Report.Result, "bytes">> => {
  for (const server of servers) await Measure.warmUp(server, scenario, warming)
  const measured = new Map(servers.map((server) => [server, [] as Array<Measure.Measurement>]))
  for (let round = 1; round <= rounds; round++) {
    for (const server of round % 2 === 0 ? servers.toReversed() : servers) {
      const one = await Measure.measure(server, scenario, { seconds, database: postgres.pid })
      measured.get(server)!.push(one)
      progress(
        `${scenario.name} ${round}/${rounds} ${server.title.padEnd(27)} ${format(one.perSecond).padStart(7)}/s ` +
          `${format(one.cpu).padStart(5)} µs CPU, ${
            one.statements === undefined ? "" : `${format(one.statements)} statements, `
          }` +
          `p99 ${format(one.peak99)} ms, at ${Measure.share * 100} % ${format(one.p99)} ms`
      )
    }
  }
  return { scenario, servers: [...measured] }
}

/** Measures the selected scenarios of a part. */
const run = async (part: Parts.Part, postgres: Postgres.Server): Promise<void> => {
  const began = performance.now()
  const since = () => `${Math.round((performance.now() - began) / 1000)} s`
  const programs = part.programs.filter(({ name }) => wantedServers?.includes(name) ?? true)
  const prepared = await part.prepare(postgres, { keyIndex: !options["no-key-index"] })
  const scenarios = prepared.scenarios.filter(({ name }) =>
    wanted === undefined || wanted.includes(name) || wanted.includes(part.name)
  )
  const { servers, stop } = await Parts.start(programs, prepared)
  const bytes = await check(servers, scenarios)
  progress(`All servers give the same answers; ${since()}`)
  for (const server of servers) {
    // The code that all requests share takes longest to compile.
    for (const scenario of scenarios) await Measure.warmUp(server, scenario, warming)
    progress(`${server.title} has had ${warming} s of each scenario; ${since()}`)
  }
  const results: Array<Report.Result> = []
  for (const [at, scenario] of scenarios.entries()) {
    results.push({ ...await measure(scenario, servers, postgres), bytes: bytes.get(scenario.name)! })
    progress(`${scenario.title}: ${at + 1} of ${scenarios.length} scenarios; ${since()}`)
  }
  await stop()
  const isWhole = wantedServers === undefined && scenarios.length === prepared.scenarios.length
  await Report.publish({ part, postgres, rounds, seconds, warming, servers, results }, options.write && isWhole)
}

const names = Parts.parts.flatMap((part) => [part.name, ...part.scenarios])
known(wanted ?? [], names)
known(wantedServers ?? [], Parts.parts.flatMap(({ programs }) => programs.map(({ name }) => name)))

const postgres = await Postgres.start()
for (const part of Parts.parts) {
  if (wanted === undefined || [part.name, ...part.scenarios].some((name) => wanted.includes(name)))
    await run(part, postgres)
}
await postgres.stop()
