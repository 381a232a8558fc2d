/** The servers that are compared, each a process of its own. */
import { freePort } from "@candor/process/testing/FreePort"
import { join } from "node:path"
import { child, stop } from "./Children.ts"
import type { World } from "./World.ts"

const root = join(import.meta.dir, "..")
const bun = process.execPath

export interface Program {
  readonly name: string
  readonly title: string
  readonly command: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
}

/** Candor as `bun run build` makes it, with its logging as in production; only its rate limit is high. */
const candor: Program = {
  name: "candor",
  title: "Candor",
  command: [bun, join(root, "dist/api.js")],
  env: { CANDOR_WORKER: "none", CANDOR_RATE_LIMIT: "2000000000", LOG_FORMAT: "json" }
}

const peer = (name: string, title: string, runtime: string): Program => ({
  name,
  title,
  command: [runtime, join(import.meta.dir, "peers", `${name}.mjs`)],
  env: {}
})

/** The peer, which counts each key's requests in the database as well. */
const counting = (program: Program): Program => ({
  ...program,
  name: `${program.name}-counting`,
  title: `${program.title}, counting`,
  env: { BENCH_LIMIT: "1000" }
})

const fastify = peer("fastify", "Fastify + pg", "node")
const hono = peer("hono", "Hono + postgres.js", bun)
const floor = peer("floor", "Bun.serve + Bun.SQL", bun)

/** The programs that are measured with the requests of one organization. */
export const programs: ReadonlyArray<Program> = [candor, fastify, hono, floor]

/** The programs that are measured with the requests of many tenants, each key with the default limit. */
export const tenantPrograms: ReadonlyArray<Program> = [
  { ...candor, env: { CANDOR_WORKER: "none", LOG_FORMAT: "json" } },
  fastify,
  hono,
  floor,
  counting(fastify),
  counting(hono)
]

export interface Running {
  readonly name: string
  readonly title: string
  readonly pid: number
  readonly port: number
  /** The address of its database. */
  readonly url: string
  /** The API key of its requests. */
  readonly key: string
  /** From the start of the process to its first 200, in milliseconds. */
  readonly started: number
  readonly stop: () => Promise<void>
}

/** The request whose first answer says that a server has started. */
export const probe = "/api/v1/applications?limit=1"

/** Starts a server on a database, and waits for its first answer. */
export const start = async (
  { command, env, name, title }: Program,
  { key, url }: Pick<World, "key" | "url">
): Promise<Running> => {
  const port = await freePort()
  const began = performance.now()
  const server = child(Bun.spawn([...command], {
    cwd: root,
    env: {
      PATH: process.env["PATH"] ?? "",
      NODE_ENV: "production",
      HOST: "127.0.0.1",
      PORT: String(port),
      DATABASE_URL: url,
      BENCH_KEY: key,
      ...env
    },
    stdout: "ignore",
    stderr: "inherit"
  }))
  const answers = async () => {
    try {
      const response = await fetch(`http://127.0.0.1:${port}${probe}`, {
        headers: { authorization: `Bearer ${key}` }
      })
      await response.text()
      return response.status === 200
    } catch (error) {
      if (server.exitCode !== null || performance.now() - began > 20_000) throw error
      return false
    }
  }
  while (!await answers()) {
    if (performance.now() - began > 20_000) throw new Error(`${title} gives no page within 20 s`)
    await Bun.sleep(5)
  }
  const started = performance.now() - began
  return { name, title, pid: server.pid, port, url, key, started, stop: () => stop(server) }
}
