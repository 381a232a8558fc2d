/** The programs of one history: two servers and a worker, each behind a proxy of its own, on a database of their own. */
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { candor } from "../Programs.ts"
import { becomesReady, service, type Service } from "../Service.ts"
import type { Cluster } from "./Cluster.ts"
import { createDatabase } from "./Database.ts"
import { type Proxy, proxy } from "./Proxy.ts"

/** The organization's plan, and the jobs that it allows to be published at a time. */
const plan = "starter"
export const publishLimit = 5

/** Requests an hour of a key: fewer than the hammered key asks for, more than any other client. */
export const rateLimit = 1500

/** Names of the clients that make changes, each with a key of its own. */
export const writers = Array.from({ length: 6 }, (_, n) => `writer${n + 1}`)

export interface StageOptions {
  readonly cluster: Cluster
  readonly seed: number
  /** Where logs go. */
  readonly folder: string
}

export interface Stage {
  /** The folder of the logs. */
  readonly logs: string
  /** Of the database itself, past the proxies. */
  readonly database_url: string
  readonly organization: string
  /** The key of a client: a writer's, `admin`, `probe`, `reader` or `hammer`. */
  readonly key: (name: string) => string
  /** The id of the member whose key it is. */
  readonly member: (name: string) => string
  readonly servers: ReadonlyArray<Service>
  readonly worker: Service
  /** Those of the servers, then that of the worker. */
  readonly proxies: ReadonlyArray<Proxy>
  readonly close: () => Promise<void>
}

/** An organization with a key for each client. */
const organize = async (database_url: string) => {
  const env = { DATABASE_URL: database_url }
  const { id } = await candor<{ id: string }>(env, "organizations", "create", "--name", "Soak", "--plan", plan)
  const keys = new Map<string, { readonly key: string; readonly user_id: string }>()
  const scopes = { ...Object.fromEntries(writers.map((name) => [name, "write"])), admin: "admin", probe: "admin", reader: "admin", hammer: "read" }
  for (const [name, scope] of Object.entries<string>(scopes)) {
    const options = ["--organization", id, "--user-email", `${name}@example.com`, "--scope", scope]
    keys.set(name, await candor(env, "keys", "create", ...options))
  }
  return { organization: id, key: (name: string) => keys.get(name)!.key, member: (name: string) => keys.get(name)!.user_id }
}

/** Starts everything, and waits until it is ready. */
export const start = async ({ cluster, folder, seed }: StageOptions): Promise<Stage> => {
  const logs = join(folder, `seed-${seed}`)
  mkdirSync(logs, { recursive: true })
  const database = await createDatabase(cluster, `seed_${seed}`)
  const { key, member, organization } = await organize(database.url)
  const kinds = [["server", "server 1"], ["server", "server 2"], ["worker", "worker"]] as const
  const started = await Promise.all(kinds.map(async ([kind, name]) => {
    const url = new URL(database.url)
    const before = await proxy(Number(url.port))
    url.port = String(before.port)
    const env = {
      DATABASE_URL: url.href,
      CANDOR_RATE_LIMIT: String(rateLimit),
      CANDOR_WEBHOOK_PRIVATE: "allow",
      CANDOR_WEBHOOK_PACE: "0.001",
      ...(kind === "server" ? { CANDOR_WORKER: "none" } : {})
    }
    const one = await service(kind, { name, folder: logs, env })
    one.start()
    if (!await becomesReady(one, 60)) throw new Error(`${name} does not start; see ${one.log}`)
    return { before, one }
  }))
  const services = started.map(({ one }) => one)
  return {
    logs,
    database_url: database.url,
    organization,
    key,
    member,
    servers: services.slice(0, 2),
    worker: services[2]!,
    proxies: started.map(({ before }) => before),
    close: async () => {
      for (const one of services) await one.stop("SIGKILL")
      for (const { before } of started) before.close()
      await database.drop()
    }
  }
}
