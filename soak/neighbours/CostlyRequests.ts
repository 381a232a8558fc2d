/**
 * Eight clients over the limit of their address, and eight with a key, send the requests that cost most before, or
 * without, a limit: long paths, queries, many fields and deep nesting.
 */
import { type Access, call, type Request } from "../Call.ts"
import { begin } from "./Misbehaving.ts"
import { type Misbehaviour, summaryOf } from "./Misbehaviour.ts"

/** The server library accepts 16 kB for the head of a request. */
const longest = 15_000

const times = (text: string) => text.repeat(longest / text.length)

/** Returns a JSON object with this many unknown fields. */
const fields = (count: number) =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, n) => [`field_${n}`, 1])))

/** Returns JSON with this depth of nesting. */
const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth)

const toolCall = (argument: string, name = "list_jobs") =>
  `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${argument}}}`

/** Returns combining marks in an order whose normalization takes the square of their number. */
const marks = (count: number) => `a${"\u0315".repeat(count / 2)}${"\u0327".repeat(count / 2)}`

const withoutKey: ReadonlyArray<Request> = [
  ...["%25", "%41", "%C3%A9", "%2F", "/", "/a", ";"].map((text) => ({ method: "GET", path: `/${times(text)}` })),
  { method: "POST", path: `/${times("%25")}`, body: {} },
  { method: "GET", path: `/console/${times("%25")}` },
  { method: "GET", path: `/docs?${times("a&")}` },
  { method: "POST", path: "/console/auth/sign-in", json: fields(60_000) },
  { method: "POST", path: "/console/auth/sign-in", json: nested(60_000) },
  { method: "POST", path: "/%63onsole/auth/sign-in", json: fields(60_000) },
  ...["/console", "/%63onsole"].map((console) => ({
    method: "POST",
    path: `${console}/auth/first`,
    body: { token: "x", password: marks(7000) }
  })),
  { method: "POST", path: "/%63onsole/auth/first", body: { token: "x", password: marks(400_000) } }
]

const withKey: ReadonlyArray<Request> = [
  { method: "GET", path: `/api/v1/jobs/${times("%25")}` },
  { method: "GET", path: `/api/v1/jobs?${times("limit=1&")}` },
  { method: "GET", path: `/api/v1/events?types=${times("a,")}` },
  { method: "GET", path: `/api/v1/candidates/search?q=${times("a+")}` },
  { method: "GET", path: `/api/v1/jobs?cursor=${times("a")}` },
  { method: "POST", path: "/api/v1/jobs", body: { title: "x", stages: Array.from({ length: 300_000 }, () => 1) } },
  { method: "POST", path: "/api/v1/candidates", body: { full_name: "x", primary_email: `a@${"a.".repeat(400_000)}` } },
  { method: "POST", path: "/api/v1/candidates", body: { tags: Array.from({ length: 250_000 }, () => "") } },
  { method: "POST", path: "/mcp", json: toolCall(nested(30_000)) },
  { method: "POST", path: "/api/v1/candidates", body: { tags: [marks(30_000)] } },
  { method: "POST", path: "/mcp", json: toolCall(fields(60_000)) },
  { method: "POST", path: "/mcp", json: toolCall(JSON.stringify({ id: "%".repeat(60_000) }), "get_application") },
  { method: "POST", path: "/mcp", json: toolCall(JSON.stringify({ tag: marks(30_000) }), "search_candidates") }
]

/**
 * Sends requests without a key until the address is over its limit. The first one makes the server render the reference
 * page, once per process.
 */
const exhaust = async (access: Access): Promise<number> => {
  const send = (path: string) => call(access, { method: "GET", path }, { timeout: 60_000, pooled: true })
  await send("/docs")
  for (let sent = 0;; sent += 50) {
    const replies = await Promise.all(Array.from({ length: 50 }, () => send("/api/v1/jobs")))
    if (replies.some(({ status }) => status === 429)) return sent
  }
}

export const costlyRequests: Misbehaviour = {
  name: "costly requests",
  prepare: async ({ misbehaving }) => {
    const access = { ...misbehaving, base_url: new URL(misbehaving.base_url).origin }
    const keyless = { ...access, key: "none" }
    const sent = await exhaust(keyless)
    return {
      notes: [`${withoutKey.length} ways without a key after ${sent} requests, ${withKey.length} with one`],
      seconds: 10,
      begin: async () => {
        const client = await begin([
          { kind: "ask", access: keyless, requests: withoutKey, clients: 8 },
          { kind: "ask", access, requests: withKey, clients: 8 }
        ])
        return { isDone: () => true, end: async () => summaryOf(await client.end()) }
      },
      afterwards: [{ method: "GET", path: "/me", status: 200 }]
    }
  }
}
