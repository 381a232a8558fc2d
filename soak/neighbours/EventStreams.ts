/** Very many event streams of one organization, while it makes changes that each stream has to send. */
import { candor } from "../Programs.ts"
import type { Access } from "../Call.ts"
import { begin } from "./Misbehaving.ts"
import { type Misbehaviour, send, summaryOf } from "./Misbehaviour.ts"

/** Returns changes of one candidate, each different from the one before. */
export const changesOf = (candidate: string, count: number) =>
  Array.from({ length: count }, (_, n) => ({
    method: "PATCH",
    path: `/candidates/${candidate}`,
    body: { years_experience: n % 50 }
  }))

/** Makes the way with streams of one key or, with `keys` above one, of that many keys of the organization. */
const eventStreams = (name: string, keys: number, notEmbedded?: string): Misbehaviour => ({
  name,
  ...(notEmbedded === undefined ? {} : { notEmbedded }),
  prepare: async ({ database_url, misbehaving, organization }) => {
    const { candidate } = await send<{ candidate: { id: string } }>(misbehaving, "POST", "/candidates", {
      full_name: "Ada Lovelace",
      primary_email: "ada@example.com"
    }, 201)
    const accesses: Array<Access> = [misbehaving]
    while (accesses.length <= keys) {
      const email = `reader${accesses.length}@example.com`
      const reader = ["--organization", organization, "--user-email", email, "--scope", "read"]
      const { key } = await candor<{ key: string }>({ DATABASE_URL: database_url! }, "keys", "create", ...reader)
      accesses.push({ ...misbehaving, key })
    }
    const count = 500
    return {
      notes: [`${count} streams of ${accesses.length === 1 ? "one key" : `${accesses.length} keys`}`],
      seconds: 10,
      begin: async () => {
        const client = await begin([
          { kind: "streams", accesses, count },
          { kind: "ask", access: misbehaving, requests: changesOf(candidate.id, 50), clients: 1, perSecond: 20 }
        ])
        return { isDone: () => true, end: async () => summaryOf(await client.end()) }
      },
      afterwards: [{ method: "GET", path: "/events?limit=10", status: 200 }]
    }
  }
})

/** Streams of one key, and of many keys. */
export const eventStreamWays: ReadonlyArray<Misbehaviour> = [
  eventStreams("500 event streams, one key", 0),
  eventStreams(
    "500 event streams, 20 keys",
    19,
    "keys of a second organization are made by the command line, which needs the database"
  )
]
