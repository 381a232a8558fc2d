/**
 * The programs of one history: two servers and a worker, each behind a proxy of its own, on one database; or a server
 * with the embedded database, and a worker beside it.
 */
import { clusterIn } from "@candor/sql/database/DataDirectory"
import { addressOf } from "@candor/sql/database/embedded/Cluster"
import { scratchFolder } from "@candor/process/testing/Scratch"
import { mkdirSync, rmSync } from "node:fs"
import { join } from "node:path"
import { whenEnding } from "../Cleanup.ts"
import { candor, type Environment } from "../Programs.ts"
import { becomesReady, service, type Service } from "../Service.ts"
import type { Cluster } from "./Cluster.ts"
import { createDatabase } from "./Database.ts"
import * as EmbeddedCluster from "./EmbeddedCluster.ts"
import { embeddedFaults, type Fault, faults } from "./Fault.ts"
import { proxy } from "./Proxy.ts"

/** The organization's plan, and the number of published jobs that it allows. */
const plan = "starter"
export const publishLimit = 5

/** Requests per hour of a key: fewer than the hammered key sends, and more than any other client does. */
export const rateLimit = 1500

/** The names of the clients that make changes, each with a key of its own. */
export const writers = Array.from({ length: 6 }, (_, n) => `writer${n + 1}`)

export interface StageOptions {
  /** Undefined for the embedded database. */
  readonly cluster: Cluster | undefined
  readonly seed: number
  /** The folder for logs. */
  readonly folder: string
}

export interface Stage {
  /** The folder of the logs. */
  readonly logs: string
  /** The URL of the database itself, without the proxies. */
  readonly database_url: string
  /** The part of the cluster that checks use. */
  readonly cluster: Pick<Cluster, "uncounted" | "readOnly">
  readonly organization: string
  /** Returns the key of a client: a writer's, `admin`, `probe`, `reader` or `hammer`. */
  readonly key: (name: string) => string
  /** Returns the id of the member with this key. */
  readonly member: (name: string) => string
  readonly servers: ReadonlyArray<Service>
  readonly worker: Service
  /** The possible faults. */
  readonly faults: ReadonlyArray<Fault>
  readonly close: () => Promise<void>
}

/** Creates an organization with a key for each client. */
const organize = async (env: Environment) => {
  const { id } = await candor<{ id: string }>(env, "organizations", "create", "--name", "Soak", "--plan", plan)
  const keys = new Map<string, { readonly key: string; readonly user_id: string }>()
  const scopes = {
    ...Object.fromEntries(writers.map((name) => [name, "write"])),
    admin: "admin",
    probe: "admin",
    reader: "admin",
    hammer: "read"
  }
  for (const [name, scope] of Object.entries<string>(scopes)) {
    const options = ["--organization", id, "--user-email", `${name}@example.com`, "--scope", scope]
    keys.set(name, await candor(env, "keys", "create", ...options))
  }
  return {
    organization: id,
    key: (name: string) => keys.get(name)!.key,
    member: (name: string) => keys.get(name)!.user_id
  }
}

/** The variables of all programs in a history. */
const common = {
  CANDOR_RATE_LIMIT: String(rateLimit),
  CANDOR_WEBHOOK_PRIVATE: "allow",
  CANDOR_WEBHOOK_PACE: "0.001"
}

const begin = async (
  kind: "server" | "worker",
  name: string,
  folder: string,
  database: Environment
): Promise<Service> => {
  const one = await service(kind, {
    name,
    folder,
    env: { ...common, ...database, ...(kind === "server" ? { CANDOR_WORKER: "none" } : {}) }
  })
  one.start()
  if (!await becomesReady(one, 60)) throw new Error(`${name} does not start; see ${one.log}`)
  return one
}

const onCluster = async (cluster: Cluster, logs: string, name: string): Promise<Stage> => {
  const database = await createDatabase(cluster, name)
  const organized = await organize({ DATABASE_URL: database.url })
  const kinds = [["server", "server 1"], ["server", "server 2"], ["worker", "worker"]] as const
  const started = await Promise.all(kinds.map(async ([kind, name]) => {
    const url = new URL(database.url)
    const before = await proxy(Number(url.port))
    url.port = String(before.port)
    return { before, one: await begin(kind, name, logs, { DATABASE_URL: url.href }) }
  }))
  const services = started.map(({ one }) => one)
  const proxies = started.map(({ before }) => before)
  return {
    ...organized,
    logs,
    cluster,
    database_url: database.url,
    servers: services.slice(0, 2),
    worker: services[2]!,
    faults: faults({ cluster, services, proxies }),
    close: async () => {
      for (const one of services) await one.stop("SIGKILL")
      for (const before of proxies) before.close()
      await database.drop()
    }
  }
}

const embedded = async (logs: string): Promise<Stage> => {
  const directory = scratchFolder("faults-embedded")
  whenEnding(() => rmSync(directory, { recursive: true, force: true }))
  const env = { CANDOR_DATA_DIR: directory }
  const server = await begin("server", "server 1", logs, env)
  const worker = await begin("worker", "worker", logs, env)
  const cluster = EmbeddedCluster.of(directory)
  return {
    ...await organize(env),
    logs,
    cluster,
    database_url: addressOf(clusterIn(directory)),
    servers: [server],
    worker,
    faults: embeddedFaults({ cluster, services: [server, worker] }),
    close: async () => {
      await worker.stop("SIGKILL")
      await server.stop("SIGTERM")
      rmSync(directory, { recursive: true, force: true })
    }
  }
}

/** Starts all programs, and waits until they are ready. */
export const start = async ({ cluster, folder, seed }: StageOptions): Promise<Stage> => {
  const logs = join(folder, `seed-${seed}`)
  mkdirSync(logs, { recursive: true })
  return cluster === undefined ? embedded(logs) : onCluster(cluster, logs, `seed_${seed}`)
}
