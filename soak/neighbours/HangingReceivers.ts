/**
 * Webhooks whose receivers accept every message and never answer, while another organization's receiver waits for its
 * own messages.
 */
import { call } from "../Call.ts"
import { type Judged, percentile } from "./Figures.ts"
import { begin } from "./Misbehaving.ts"
import { type Misbehaviour, send, summaryOf } from "./Misbehaviour.ts"
import type { SentRequest } from "./Neighbour.ts"
import { freePort } from "@candor/process/testing/FreePort"

/** Milliseconds from an answer to its webhook that are always allowed: the queue is polled 4 times per second. */
const noise = 2000

/** Milliseconds after which the last messages must have arrived: a hanging receiver times out after 10 s. */
const timeLimit = 8000

/** Makes a receiver that answers at once, and records when the message of each request first arrived. */
const receiver = () => {
  const received = new Map<string, number>()
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const at = performance.now()
      const { data } = await request.json() as { data: { request_id: string } }
      if (!received.has(data.request_id)) received.set(data.request_id, at)
      return new Response(null, { status: 204 })
    }
  })
  return { received, url: server.url.href, stop: () => server.stop(true) }
}

const changes = (sent: ReadonlyArray<SentRequest>) =>
  sent.filter(({ status, what }) => status === 200 && what.endsWith("update"))

export const hangingReceivers: Misbehaviour = {
  name: "16 hanging receivers",
  prepare: async ({ misbehaving, neighbour }) => {
    const { received, stop, url } = receiver()
    const event_types = ["note.updated", "candidate.updated"]
    const { webhook } = await send<{ webhook: { id: string } }>(
      neighbour,
      "POST",
      "/webhooks",
      { url, event_types },
      201
    )
    const ports: Array<number> = []
    const webhooks: Array<string> = []
    let note = ""
    for (let number = 0; number < 16 && note === ""; number++) {
      const port = await freePort()
      const body = { url: `http://127.0.0.1:${port}/` }
      const reply = await call(misbehaving, { method: "POST", path: "/webhooks", body }, {
        timeout: 10_000,
        pooled: true
      })
      if (reply.status === 201) {
        ports.push(port)
        webhooks.push(JSON.parse(reply.text).webhook.id)
      } else {
        note = `, then ${reply.status} ${reply.text.slice(0, 120)}`
      }
    }
    const candidates = await Promise.all(
      Array.from(
        { length: 40 },
        async (_, n) =>
          (await send<{ candidate: { id: string } }>(misbehaving, "POST", "/candidates", {
            full_name: "Ada Lovelace",
            primary_email: `ada${n}@example.com`
          }, 201)).candidate.id
      )
    )
    const requests = Array.from({ length: 400 }, (_, n) => ({
      method: "PATCH",
      path: `/candidates/${candidates[n % candidates.length]!}`,
      body: { years_experience: Math.floor(n / candidates.length) }
    }))
    const delay = ({ answered_at, request_id }: SentRequest) =>
      Math.max(0, (received.get(request_id) ?? Number.POSITIVE_INFINITY) - answered_at)
    return {
      notes: [`${webhooks.length} webhooks${note}`],
      seconds: 25,
      begin: async () => {
        const client = await begin([
          { kind: "hang", ports },
          { kind: "ask", access: misbehaving, requests, clients: 1, perSecond: 20 }
        ])
        return { isDone: () => true, end: async () => summaryOf(await client.end()) }
      },
      afterwards: [{ method: "GET", path: "/webhooks", status: 200 }],
      judge: async (alone, during): Promise<ReadonlyArray<Judged>> => {
        const until = performance.now() + timeLimit
        const all = changes(during)
        while (performance.now() < until && all.some(({ request_id }) => !received.has(request_id)))
          await Bun.sleep(100)
        const missing = all.filter(({ request_id }) => !received.has(request_id)).length
        const p95 = percentile(all.map(delay), 0.95)
        const p95Alone = percentile(changes(alone).map(delay), 0.95)
        const limit = Math.max(3 * p95Alone, noise)
        const isKept = missing === 0 && p95 <= limit
        return [{
          guarantee: "deliveries",
          isKept,
          says: `its ${all.length} deliveries: ${missing} missing, p95 after ${Math.round(p95)} ms` +
            ` (alone ${Math.round(p95Alone)} ms, allowed ${Math.round(limit)} ms)`
        }]
      },
      clear: async () => {
        for (const id of webhooks) await send(misbehaving, "DELETE", `/webhooks/${id}`, undefined, 200)
        await send(neighbour, "DELETE", `/webhooks/${webhook.id}`, undefined, 200)
        await stop()
      }
    }
  }
}
