/** A server with two organizations: one that behaves well, and one that does not. */
import { scratchFolder } from "@candor/process/testing/Scratch"
import type { SQL } from "bun"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Access, call, expecting } from "../Call.ts"
import { whenEnding } from "../Cleanup.ts"
import * as Demo from "../Demo.ts"
import type { Environment } from "../Programs.ts"
import { residentMemory } from "../ResidentMemory.ts"
import { becomesReady, service, type Service } from "../Service.ts"
import * as TestDatabase from "../TestDatabase.ts"

export interface World {
  readonly server: Service
  /** The server for the careers site: the same one, or a separate one. */
  readonly careers: Service
  /** All servers and workers. */
  readonly services: ReadonlyArray<Service>
  readonly neighbour: Access
  /** The misbehaving organization's admin key. */
  readonly misbehaving: Access
  /** The id of the misbehaving organization. */
  readonly organization: string
  /** Direct access to the database; undefined for the embedded database, which only the server can open. */
  readonly sql: SQL | undefined
  readonly database_url: string | undefined
  /** The variables with which a command finds the server's database and files. */
  readonly env: Environment
  /** The maximum resident memory of the server, in MiB. */
  readonly memoryLimit: number
  readonly close: () => Promise<void>
}

/** The maximum memory of a server on PostgreSQL, in MiB. */
const limit = 300

/**
 * The maximum memory of a server on the embedded database beyond that at rest, in MiB; at rest it has about 340 with
 * the database. The memory of PGlite, which is WebAssembly, grows by 60 to 150 with its first large statements, and
 * never shrinks.
 */
const beyondRest = 350

/** The maximum seconds of a start on a busy machine. */
const timeLimit = 60

const ready = async (server: Service): Promise<void> => {
  if (!await becomesReady(server, timeLimit))
    throw new Error(`The server is not ready after ${timeLimit} s; see ${server.log}`)
}

/** Restarts the server, as an operator would if it no longer answers. */
export const restart = async ({ services }: Pick<World, "services">): Promise<void> => {
  for (const one of services) {
    await one.stop("SIGKILL")
    one.start()
  }
  await Promise.all(services.map(ready))
}

/** The niceness of the careers server and its worker: on a busy processor they get about a tenth. */
const careersNiceness = 10

interface Options {
  /** Whether to use the embedded database instead of PostgreSQL. */
  readonly embedded: boolean
  /** Whether to add a server and a worker for the careers site only (docs/operations.md). */
  readonly careers: boolean
  /** Further settings of the servers. */
  readonly env?: Environment
}

/** Starts a server on a new database. */
export const open = async (options: Options): Promise<World> => {
  // An embedded database is slow on a disk. Files are synced to a disk.
  const folder = options.embedded ? scratchFolder("neighbours") : mkdtempSync(join(tmpdir(), "candor-neighbours-"))
  const remove = whenEnding(() => rmSync(folder, { recursive: true, force: true }))
  const database = options.embedded ? undefined : await TestDatabase.create()
  const demo = await Demo.prepare(folder, database?.url)
  const env = { CANDOR_DATA_DIR: join(folder, "data"), ...demo.env }
  const of = (kind: "server" | "worker", name: string, niceness = 0) =>
    service(kind, {
      name,
      folder,
      niceness,
      env: {
        ...env,
        CANDOR_WORKER: options.careers ? "none" : "inside",
        CANDOR_WEBHOOK_PRIVATE: "allow",
        CANDOR_MAIL_PRIVATE: "allow",
        CANDOR_RATE_LIMIT: "1000000",
        CANDOR_TRUSTED_PROXIES: "1",
        ...options.env
      }
    })
  const server = await of("server", "server")
  const careers = options.careers ? await of("server", "careers", careersNiceness) : server
  const services = options.careers ? [server, careers, await of("worker", "worker", careersNiceness)] : [server]
  await restart({ services })
  const keys = await demo.keys()
  // Each client looks like an address of its own behind a proxy: limits of addresses are not tested here.
  const accessOf = (key: string, address: string): Access => ({
    base_url: server.base_url,
    key,
    headers: { "x-forwarded-for": address }
  })
  const misbehaving = accessOf(keys.other_organization, "198.51.100.1")
  const me = await call(misbehaving, { method: "GET", path: "/me" }, { timeout: 10_000, pooled: true })
  return {
    server,
    careers,
    services,
    neighbour: accessOf(keys.admin, "198.51.100.2"),
    misbehaving,
    organization: expecting<{ organization: { id: string } }>(me, 200).organization.id,
    sql: database?.sql,
    database_url: database?.url,
    env,
    memoryLimit: database === undefined ? (residentMemory(server.pid()) ?? 0) + beyondRest : limit,
    close: async () => {
      await Promise.all(services.map((one) => one.stop("SIGKILL")))
      await database?.drop()
      remove()
    }
  }
}
