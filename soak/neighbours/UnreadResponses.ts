/** Two hundred connections send requests and read nothing, on every kind of route. */
import { call } from "../Call.ts"
import { largest } from "./Largest.ts"
import { begin } from "./Misbehaving.ts"
import { type Misbehaviour, summaryOf } from "./Misbehaviour.ts"
import type { World } from "./World.ts"

const connections = 200

const nowhere = "/nowhere"

/** Routes that need no key, and one that does not exist. */
const open = ["/docs", "/api/v1/openapi.json", "/console", "/metrics", "/health/live", "/health/ready", nowhere]

/** Reads a path as the misbehaving organization; fails if the answer is wrong. */
const read = async ({ misbehaving, server }: World, path: string): Promise<string> => {
  const request = { method: "GET", path }
  const { failure, status, text } = await call({ ...misbehaving, base_url: server.origin }, request, {
    timeout: 60_000,
    pooled: true
  })
  if (status !== (path === nowhere ? 404 : 200)) throw new Error(`${path} is ${status ?? failure}`)
  return text
}

/** Returns the path of the console's script, from its page. */
const script = async (world: World): Promise<string> =>
  /"(\/console\/assets\/[^"]+\.js)"/.exec(await read(world, "/console"))![1]!

/** Paged lists that a key reads, at the maximum page size. */
const pages = [
  "jobs",
  "candidates",
  "applications",
  "sourcing/searches",
  "events",
  "audit-log",
  "webhooks",
  "background/failed"
]
  .map((path) => `/api/v1/${path}?limit=100`)

const large = async (world: World): Promise<ReadonlyArray<string>> => {
  const { application, prospects } = await largest(world)
  return [prospects, application, `${application}/notes`].map((path) => `/api/v1${path}`)
}

const unread = (name: string, paths: (world: World) => Promise<ReadonlyArray<string>>): Misbehaviour => ({
  name: `unread answers: ${name}`,
  prepare: async (world) => {
    const chosen = await paths(world)
    for (const path of chosen) await read(world, path)
    return {
      notes: [`${connections} connections over ${chosen.length} ${chosen.length === 1 ? "route" : "routes"}`],
      seconds: 6,
      begin: async () => {
        const client = await begin([
          { kind: "unread", access: world.misbehaving, paths: chosen, connections, pipelined: 20 }
        ])
        return { isDone: () => true, end: async () => summaryOf(await client.end()) }
      },
      afterwards: []
    }
  }
})

/** Each public route by itself, then the lists for a key. */
export const unreadResponses: ReadonlyArray<Misbehaviour> = [
  ...open.map((path) => unread(path, async () => [path])),
  unread("the console's script", async (world) => [await script(world)]),
  unread("every page", async () => pages),
  unread("the largest lists", large)
]
