/** The compared servers, each in a process of its own. */
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

/** Candor as `bun run build` makes it, with production logging; only its rate limit is raised. */
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

/** A peer that also counts each key's requests in the database. */
const counting = (program: Program): Program => ({
  ...program,
  name: `${program.name}-counting`,
  title: `${program.title}, counting`,
  env: { BENCH_LIMIT: "1000" }
})

const fastify = peer("fastify", "Fastify + pg", "node")
const hono = peer("hono", "Hono + postgres.js", bun)
const floor = peer("floor", "Bun.serve + Bun.SQL", bun)

/** The programs for the scenarios with one organization. */
export const programs: ReadonlyArray<Program> = [candor, fastify, hono, floor]

/** The programs for the scenarios with many tenants, with the default limit for each key. */
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
  /** The URL of its database. */
  readonly url: string
  /** The API key for its requests. */
  readonly key: string
  /** Milliseconds from the start of the process to its first answer with status 200. */
  readonly started: number
  readonly stop: () => Promise<void>
}

/** The request whose first answer shows that a server has started. */
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
