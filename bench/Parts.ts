/** The parts of the benchmark: the requests of one organization, and those of many tenants. */
import { progress } from "./Children.ts"
import * as Measure from "./Measure.ts"
import type { Server } from "./Postgres.ts"
import * as Scenarios from "./Scenarios.ts"
import * as Servers from "./Servers.ts"
import * as TenantScenarios from "./TenantScenarios.ts"
import * as Tenants from "./Tenants.ts"
import * as World from "./World.ts"

export interface Part {
  /** The names of the scenarios in this part. */
  readonly scenarios: ReadonlyArray<string>
  /** The name for selecting all scenarios of the part, and the name of its section in the page. */
  readonly name: "one" | "tenants"
  readonly title: string
  readonly programs: ReadonlyArray<Servers.Program>
  /** Describes the rows. */
  readonly rows: string
  readonly prepare: (postgres: Server, options: { readonly keyIndex: boolean }) => Promise<Prepared>
}

/** The rows of a part, and the requests for them. */
export interface Prepared {
  readonly world: World.World
  readonly scenarios: ReadonlyArray<Scenarios.Scenario>
  /** Whether each server works on its own copy of the database. */
  readonly copies: boolean
}

const one = { applications: 20_000, prospects: 1000, events: 0, others: 200, each: 10 }

const many = { applications: 100_000, prospects: 1000, events: 0, others: 1000, each: 20 }

const counted = (count: number) => count.toLocaleString("en-US")

export const parts: ReadonlyArray<Part> = [
  {
    name: "tenants",
    title: "Many tenants",
    scenarios: TenantScenarios.names,
    programs: Servers.tenantPrograms,
    rows: `${counted(many.others)} organizations with ${many.each} applications and 10 keys each, and one with ` +
      `${counted(many.applications)} applications and 500 keys; each server has a copy of its own`,
    prepare: async (postgres, options) => {
      const world = await World.make(postgres, many)
      const tenants = await Tenants.make(world, options)
      return { world, scenarios: TenantScenarios.make(tenants), copies: true }
    }
  },
  {
    name: "one",
    title: "One tenant",
    scenarios: Scenarios.names,
    programs: Servers.programs,
    rows: `${
      counted(one.applications)
    } applications in the one organization that asks, ${one.others} other organizations`,
    prepare: async (postgres) => {
      const world = await World.make(postgres, one)
      return { world, scenarios: await Scenarios.make(world), copies: false }
    }
  }
]

/** The servers of a part, with functions that stop them and drop their databases. */
export interface Started {
  readonly servers: ReadonlyArray<Servers.Running>
  readonly stop: () => Promise<void>
}

/** Starts the servers on the rows of a part. */
export const start = async (
  programs: ReadonlyArray<Servers.Program>,
  { copies, world }: Prepared
): Promise<Started> => {
  const counting = await Measure.countStatements(world.url)
  progress(counting ? "Statements are counted" : "Statements are not counted: pg_stat_statements is not loaded")
  const made: Array<World.Copy> = []
  const copyOf = async () => {
    const copy = await world.copy()
    made.push(copy)
    return copy.url
  }
  const servers: Array<Servers.Running> = []
  for (const program of programs) {
    const url = copies ? await copyOf() : world.url
    servers.push(await Servers.start(program, { key: world.key, url }))
  }
  progress(servers.map(({ started, title }) => `${title} started in ${Math.round(started)} ms`).join("; "))
  const stop = async () => {
    await Promise.all(servers.map((server) => server.stop()))
    for (const { drop } of made) await drop()
    await world.drop()
  }
  return { servers, stop }
}
