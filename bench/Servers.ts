/** The servers that are compared, each a process of its own. */
import { join } from "node:path"
import { child, freePort, stop } from "./Children.ts"
import type { World } from "./World.ts"

const root = join(import.meta.dir, "..")
const bun = process.execPath

interface Program {
  readonly name: string
  readonly title: string
  readonly command: ReadonlyArray<string>
  readonly env: Readonly<Record<string, string>>
  /** Whether it is Candor in another shape, and nobody whom it is compared with. */
  readonly own?: boolean
  /** As what the same process is asked too, by another key. */
  readonly also?: { readonly name: string; readonly title: string; readonly key: string }
}

/** Candor as `bun run build` makes it, with its logging as in production; only its rate limit is high. */
const candor: Program = {
  name: "candor",
  title: "Candor",
  command: [bun, join(root, "dist/api.js")],
  env: { CANDOR_WORKER: "none", CANDOR_RATE_LIMIT: "2000000000", LOG_FORMAT: "json" }
}

/** Candor as it is, in another shape. */
const shape = (name: string, title: string, file: string): Program => ({
  ...candor,
  name,
  title,
  command: [bun, join(root, file)],
  own: true
})

const peer = (name: string, title: string, runtime: string): Program => ({
  name,
  title,
  command: [runtime, join(import.meta.dir, "peers", `${name}.mjs`)],
  env: {}
})

export const programs: ReadonlyArray<Program> = [
  candor,
  shape("two", "Candor, two processes", "bench/two.ts"),
  {
    ...shape("keys", "Candor, keys on", "dist/keys.js"),
    also: { name: "open", title: "Candor, keys off", key: "open" }
  },
  peer("fastify", "Fastify + pg", "node"),
  peer("hono", "Hono + postgres.js", bun),
  peer("elysia", "Elysia + Bun.SQL", bun),
  peer("floor", "Bun.serve + Bun.SQL", bun)
]

export interface Running {
  readonly name: string
  readonly title: string
  readonly own: boolean
  readonly pid: number
  readonly port: number
  /** The key that it is asked by. */
  readonly key: string
  /** From the start of the process to its first 200, in milliseconds. */
  readonly started: number
  readonly stop: () => Promise<void>
}

/** Starts a server on a database, and waits for its first answer. The program as it is comes first, then what else it is asked as. */
export const start = async (
  { also, command, env, name, own = false, title }: Program,
  { key, url }: World
): Promise<readonly [Running, ...ReadonlyArray<Running>]> => {
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
      const response = await fetch(`http://127.0.0.1:${port}/api/v1/applications?limit=1`, {
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
  const running = { name, title, own, pid: server.pid, port, key, started, stop: () => stop(server) }
  return also === undefined ? [running] : [running, { ...running, ...also }]
}
