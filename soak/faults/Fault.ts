/** The kinds of faults in a history, and the random plan of when each happens. */
import type { Random } from "../Random.ts"
import type { Service } from "../Service.ts"
import type { Cluster } from "./Cluster.ts"
import type { Proxy } from "./Proxy.ts"

export interface Fault {
  readonly name: string
  /** Two faults of the same part do not overlap. */
  readonly part: "database" | "network" | "process"
  /** How long it lasts, in milliseconds. */
  readonly lasts: { readonly min: number; readonly max: number }
  /** Whether reads are still answered. */
  readonly readsGoOn?: true
  readonly begin: () => Promise<void>
  readonly heal: () => Promise<void>
}

export interface Parts {
  readonly cluster: Cluster
  readonly services: ReadonlyArray<Service>
  /** In the order of the services behind them. */
  readonly proxies: ReadonlyArray<Proxy>
}

const kills = ({ cluster, services }: Pick<Parts, "services"> & { readonly cluster: Pick<Cluster, "serverKilled"> }) =>
  services.map((service): Fault => ({
    name: `kill ${service.name}`,
    part: "process",
    lasts: { min: 50, max: 1500 },
    begin: () => {
      cluster.serverKilled()
      return service.stop("SIGKILL")
    },
    heal: async () => service.start()
  }))

/** The faults with the embedded database, which its server restarts; each three times. */
export const embeddedFaults = ({ cluster, services }: Pick<Parts, "services"> & {
  readonly cluster: Pick<Cluster, "serverKilled" | "crash">
}): ReadonlyArray<Fault> => {
  const once: ReadonlyArray<Fault> = [
    ...kills({ cluster, services }),
    {
      name: "crash the database",
      part: "database",
      lasts: { min: 100, max: 2500 },
      begin: cluster.crash,
      heal: async () => {}
    }
  ]
  return [...once, ...once, ...once]
}

/** One fault of each kind; a full disk only if the disk can be filled. */
export const faults = ({ cluster, proxies, services }: Parts): ReadonlyArray<Fault> => [
  ...kills({ cluster, services }),
  {
    name: "crash the database",
    part: "database",
    lasts: { min: 100, max: 2500 },
    begin: cluster.crash,
    heal: cluster.start
  },
  ...services.map((service, index): Fault => ({
    name: `silence ${service.name}`,
    part: "network",
    lasts: { min: 500, max: 4000 },
    begin: async () => proxies[index]!.setSilent(true),
    heal: async () => proxies[index]!.setSilent(false)
  })),
  {
    name: "silence all",
    part: "network",
    lasts: { min: 500, max: 4000 },
    begin: async () => proxies.forEach((proxy) => proxy.setSilent(true)),
    heal: async () => proxies.forEach((proxy) => proxy.setSilent(false))
  },
  {
    name: "read-only database",
    part: "database",
    lasts: { min: 2000, max: 4000 },
    readsGoOn: true,
    begin: () => cluster.setReadOnly(true),
    heal: () => cluster.setReadOnly(false)
  },
  ...(cluster.cannotFill === undefined
    ? [{
      name: "full disk",
      part: "database" as const,
      lasts: { min: 1500, max: 4000 },
      begin: async () => cluster.fillDisk(),
      heal: async () => {
        cluster.freeDisk()
        await cluster.start()
      }
    }]
    : [])
]

/** Returns all faults in random order, some in pairs at the same time, with two silences. */
export const plan = (all: ReadonlyArray<Fault>, random: Random): ReadonlyArray<ReadonlyArray<Fault>> => {
  const silences = random.shuffled(all.filter(({ part }) => part === "network")).slice(0, 2)
  const chosen = random.shuffled([...all.filter(({ part }) => part !== "network"), ...silences])
  const episodes: Array<Array<Fault>> = []
  for (const fault of chosen) {
    const last = episodes.at(-1)
    if (last?.length === 1 && last[0]!.part !== fault.part && random.chance(50)) last.push(fault)
    else episodes.push([fault])
  }
  return episodes
}
