/** Measures one server in one scenario. */
import { SQL } from "bun"
import { reset } from "./Agreement.ts"
import { output } from "./Children.ts"
import * as Load from "./Load.ts"
import type { Latencies, Pace } from "./pace.ts"
import { raw, type Scenario } from "./Scenarios.ts"
import type { Running } from "./Servers.ts"
import * as Usage from "./Usage.ts"

/** The rate of the paced load, as a share of the peak that was measured just before. */
export const share = 0.7

export interface Measurement {
  /** Requests per second in a closed loop. */
  readonly perSecond: number
  /** CPU time of the server per request, in microseconds. */
  readonly cpu: number
  /** CPU time of the database per request, in microseconds; undefined if the database is on another machine. */
  readonly databaseCpu: number | undefined
  /** Latencies of the closed loop, in milliseconds. */
  readonly peak50: number
  readonly peak99: number
  /** Latencies at `share` of the peak, in milliseconds; those of the closed loop if there is only one connection. */
  readonly p50: number
  readonly p99: number
  /** The maximum resident memory under load, in MiB; of one process if there are several. */
  readonly memory: number
  /** Statements per request, including those of authentication; undefined if they are not counted. */
  readonly statements: number | undefined
}

const bytesFor = (scenario: Scenario, { key }: Running) => scenario.requests.map((request) => raw(request, key))

/** Returns a number that no earlier run has used, so that every write is a change. */
const fresh = () => Date.now() % 10_000_000 * 1000

const others = "pg_stat_statements|pg_database"

/** The number of requests of each sequence that a server has had. */
const passed = new Map<string, number>()

/** Counts the requests of a run, which starts where the last run of its sequence ended. */
const inTurn = async <Run>(
  server: Running,
  { sequence }: Scenario,
  run: (from: number) => Promise<Run>,
  count: (run: Run) => number
): Promise<Run> => {
  if (sequence === undefined) return run(0)
  const name = `${server.name} ${sequence}`
  const from = passed.get(name) ?? 0
  const result = await run(from)
  passed.set(name, from + count(result))
  return result
}

/** Returns the number of statements that the database has executed. */
const executed = async (sql: SQL): Promise<number | undefined> => {
  try {
    const [row] = await sql.unsafe(`SELECT sum(s.calls)::float8 AS calls FROM pg_stat_statements s
      JOIN pg_database d ON d.oid = s.dbid AND d.datname = current_database() WHERE s.query !~ '${others}'`)
    return row.calls ?? 0
  } catch {
    return undefined
  }
}

/** Makes the database count statements if possible; returns whether it does. */
export const countStatements = async (url: string): Promise<boolean> => {
  const sql = new SQL(url, { max: 1 })
  try {
    await sql`CREATE EXTENSION IF NOT EXISTS pg_stat_statements`
    return await executed(sql) !== undefined
  } catch {
    return false
  } finally {
    await sql.close()
  }
}

/** Runs load in a closed loop for a number of seconds. */
const closed = (server: Running, scenario: Scenario, seconds: number): Promise<Load.Answered> =>
  inTurn(server, scenario, (from) =>
    Load.closed({
      port: server.port,
      requests: bytesFor(scenario, server),
      from,
      connections: scenario.connections,
      seconds,
      first: fresh()
    }), ({ requests }) => requests)

/** Runs load at a rate for a number of seconds, after a phase that is not measured. */
const paced = (server: Running, scenario: Scenario, rate: number, seconds: number): Promise<Latencies> =>
  inTurn(server, scenario, async (from) => {
    const pace: Pace = {
      port: server.port,
      requests: bytesFor(scenario, server),
      from,
      connections: scenario.connections,
      rate,
      seconds,
      secondsBefore: 1,
      first: fresh()
    }
    return JSON.parse(await output([process.execPath, `${import.meta.dir}/pace.ts`], { stdin: JSON.stringify(pace) }))
  }, ({ answered }: Latencies) => answered)

/** Sends requests without measuring, so that code is compiled, connections are open, and statements are prepared. */
export const warmUp = async (server: Running, scenario: Scenario, seconds: number): Promise<void> => {
  await closed(server, scenario, seconds)
  await reset(server.url, scenario)
}

/**
 * Measures the closed loop for a number of seconds, then the paced load for twice as many; each after one second of
 * load that is not measured.
 */
export const measure = async (
  server: Running,
  scenario: Scenario,
  options: { readonly seconds: number; readonly database: number | undefined }
): Promise<Measurement> => {
  const sql = new SQL(server.url, { max: 1 })
  const used = () => options.database === undefined ? undefined : Usage.treeMicros(options.database)
  await closed(server, scenario, 1)
  const memory: Array<number> = []
  const watch = setInterval(() => memory.push(Usage.residentBytes(server.pid)), 200)

  const [cpu, databaseCpu, statements] = [Usage.treeMicros(server.pid), used(), await executed(sql)]
  const { p50: peak50, p99: peak99, perSecond, requests: answered } = await closed(server, scenario, options.seconds)
  const [cpuAfter, databaseCpuAfter, statementsAfter] = [Usage.treeMicros(server.pid), used(), await executed(sql)]
  await sql.close()
  await reset(server.url, scenario)

  const { p50, p99 } = scenario.connections === 1
    ? { p50: peak50, p99: peak99 }
    : await paced(server, scenario, perSecond * share, 2 * options.seconds)
  clearInterval(watch)
  await reset(server.url, scenario)
  const each = (before: number | undefined, after: number | undefined) =>
    before === undefined || after === undefined ? undefined : (after - before) / answered
  return {
    perSecond,
    cpu: (cpuAfter - cpu) / answered,
    databaseCpu: each(databaseCpu, databaseCpuAfter),
    peak50,
    peak99,
    p50,
    p99,
    memory: Math.max(...memory, Usage.residentBytes(server.pid)) / 1024 / 1024,
    statements: each(statements, statementsAfter)
  }
}
