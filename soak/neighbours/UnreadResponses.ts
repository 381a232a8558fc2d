/** Two hundred connections send requests one after the other and read nothing, on every kind of route. */
import { call } from "../Call.ts"
import { largest } from "./Largest.ts"
import { begin } from "./Misbehaving.ts"
import { type Misbehaviour, summaryOf } from "./Misbehaviour.ts"
import type { World } from "./World.ts"

const connections = 200

const nowhere = "/nowhere"

/** Routes that need no key, and one that leads nowhere. */
const open = ["/docs", "/api/v1/openapi.json", "/console", "/metrics", "/health/live", "/health/ready", nowhere]

/** Reads a path as the organization that misbehaves; fails if it is not answered as it should be. */
const read = async ({ misbehaving, server }: World, path: string): Promise<string> => {
  const request = { method: "GET", path }
  const { failure, status, text } = await call({ ...misbehaving, base_url: server.origin }, request, {
    timeout: 60_000,
    pooled: true
  })
  if (status !== (path === nowhere ? 404 : 200)) throw new Error(`${path} is ${status ?? failure}`)
  return text
}

/** The console's script, by the name that its page has for it. */
const script = async (world: World): Promise<string> =>
  /"(\/console\/assets\/[^"]+\.js)"/.exec(await read(world, "/console"))![1]!

/** What a key reads in pages, as the largest page. */
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

/** Each open route alone, then what a key reads. */
export const unreadResponses: ReadonlyArray<Misbehaviour> = [
  ...open.map((path) => unread(path, async () => [path])),
  unread("the console's script", async (world) => [await script(world)]),
  unread("every page", async () => pages),
  unread("the largest lists", large)
]
