/** One server in one scenario, measured once. */
import { SQL } from "bun"
import { reset } from "./Agreement.ts"
import { output } from "./Children.ts"
import * as Load from "./Load.ts"
import type { Latencies, Pace } from "./pace.ts"
import { raw, type Scenario } from "./Scenarios.ts"
import type { Running } from "./Servers.ts"
import * as Usage from "./Usage.ts"
import type { World } from "./World.ts"

/** Connections of the closed loop, and of the paced load. */
export const connections = 32

/** The rate of the paced load, as a share of the peak that was measured right before. */
export const share = 0.7

export interface Measurement {
  /** Requests a second in a closed loop. */
  readonly perSecond: number
  /** CPU time of the server a request, in microseconds. */
  readonly cpu: number
  /** CPU time of the database a request, in microseconds; undefined where the server is not of this machine. */
  readonly databaseCpu: number | undefined
  /** Latencies at `share` of the peak, in milliseconds. */
  readonly p50: number
  readonly p99: number
  /** The greatest resident memory that was seen under load, in MiB; of one process where there are several. */
  readonly memory: number
  /** Statements a request, those of authentication too; undefined where they are not counted. */
  readonly statements: number | undefined
}

const bytesFor = (scenario: Scenario, { key }: Running) => scenario.requests.map((request) => raw(request, key))

/** A number that no earlier run has used, so that every write is a change. */
const fresh = () => Date.now() % 10_000_000 * 1000

const others = "pg_stat_statements|pg_database"

/** Statements that the database has executed. */
const executed = async (sql: SQL): Promise<number | undefined> => {
  try {
    const [row] = await sql.unsafe(`SELECT sum(s.calls)::float8 AS calls FROM pg_stat_statements s
      JOIN pg_database d ON d.oid = s.dbid AND d.datname = current_database() WHERE s.query !~ '${others}'`)
    return row.calls ?? 0
  } catch {
    return undefined
  }
}

/** Has the database count statements, where it can. */
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

const paced = async (pace: Pace): Promise<Latencies> =>
  JSON.parse(await output([process.execPath, `${import.meta.dir}/pace.ts`], { stdin: JSON.stringify(pace) }))

/** Asks for a while without measuring: compiled code, open connections, prepared statements. */
export const warmUp = async (server: Running, world: World, scenario: Scenario, seconds: number): Promise<void> => {
  await Load.closed({ port: server.port, requests: bytesFor(scenario, server), connections, seconds, first: fresh() })
  await reset(world.url, scenario)
}

/** Measures the closed loop for so many seconds, after one of getting going, then the paced load for half as many. */
export const measure = async (
  server: Running,
  world: World,
  scenario: Scenario,
  options: { readonly seconds: number; readonly database: number | undefined }
): Promise<Measurement> => {
  const requests = bytesFor(scenario, server)
  const sql = new SQL(world.url, { max: 1 })
  const used = () => options.database === undefined ? undefined : Usage.treeMicros(options.database)
  const load = (seconds: number) =>
    Load.closed({ port: server.port, requests, connections, seconds, first: fresh() })
  await load(1)
  const memory: Array<number> = []
  const watch = setInterval(() => memory.push(Usage.residentBytes(server.pid)), 200)

  const [cpu, databaseCpu, statements] = [Usage.treeMicros(server.pid), used(), await executed(sql)]
  const { perSecond, requests: answered } = await load(options.seconds)
  const [cpuAfter, databaseCpuAfter, statementsAfter] = [Usage.treeMicros(server.pid), used(), await executed(sql)]
  await sql.close()
  await reset(world.url, scenario)

  const { p50, p99 } = await paced({
    port: server.port, requests, connections, rate: perSecond * share, seconds: options.seconds / 2, first: fresh()
  })
  clearInterval(watch)
  await reset(world.url, scenario)
  const each = (before: number | undefined, after: number | undefined) =>
    before === undefined || after === undefined ? undefined : (after - before) / answered
  return {
    perSecond,
    cpu: (cpuAfter - cpu) / answered,
    databaseCpu: each(databaseCpu, databaseCpuAfter),
    p50,
    p99,
    memory: Math.max(...memory, Usage.residentBytes(server.pid)) / 1024 / 1024,
    statements: each(statements, statementsAfter)
  }
}
