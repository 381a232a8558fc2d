/** A client that uses up the hourly limit of its key over all servers, and counts the admitted requests. */
import { call } from "../Call.ts"
import type { Random } from "../Random.ts"

/** Requests per second. */
const rate = 120

/** The maximum number of simultaneous requests. */
const width = 60

/** The answers within one hour of the key, named by its `X-RateLimit-Reset`. */
export interface Hour {
  readonly reset: string
  /** When each request was admitted, in milliseconds of `performance.now()`. */
  readonly letThrough: Array<number>
  refused: number
}

export interface Hammer {
  readonly hours: ReadonlyMap<string, Hour>
  /** Continues until the key is refused, at most 20 s, and stops. */
  readonly stop: () => Promise<void>
}

/** Begins to send `GET /me` to the servers in turn. */
export const hammer = (key: string, servers: ReadonlyArray<string>, random: Random): Hammer => {
  const hours = new Map<string, Hour>()
  const under = new Set<Promise<void>>()
  const ask = async () => {
    const access = { base_url: random.pick(servers), key }
    const { headers, status } = await call(access, { method: "GET", path: "/me" }, { timeout: 6000, pooled: true })
    if (status !== 200 && status !== 429) return
    const reset = headers.get("x-ratelimit-reset") ?? ""
    const hour = hours.get(reset) ?? { reset, letThrough: [], refused: 0 }
    hours.set(reset, hour)
    if (status === 200) hour.letThrough.push(performance.now())
    else hour.refused++
  }
  const timer = setInterval(() => {
    if (under.size >= width) return
    const sent = ask().finally(() => under.delete(sent))
    under.add(sent)
  }, 1000 / rate)
  return {
    hours,
    stop: async () => {
      const until = performance.now() + 20_000
      while (performance.now() < until && [...hours.values()].every(({ refused }) => refused === 0))
        await Bun.sleep(100)
      clearInterval(timer)
      await Promise.all(under)
    }
  }
}
