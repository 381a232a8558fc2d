/** Reads the change feed, and resumes from its cursor after any failure. */
import { call } from "../Call.ts"
import type { Random } from "../Random.ts"
import type { FeedPage } from "./Stored.ts"
import type { Broken } from "./History.ts"

export interface Follower {
  /** The ids of events in the order in which they were read; the first has the sequence number 1. */
  readonly seen: ReadonlyArray<string>
  /** Stops when this many events have been read, or after 20 s. */
  readonly caughtUp: (count: number) => Promise<void>
}

/** Follows from the beginning. A gap, or an event before the cursor, is a violation. */
export const follow = (key: string, servers: ReadonlyArray<string>, random: Random, broken: Broken): Follower => {
  const seen: Array<string> = []
  const over = new AbortController()
  let after = ""
  const loop = async () => {
    while (!over.signal.aborted) {
      const path = `/events?limit=100&wait=1${after}`
      const access = { base_url: random.pick(servers), key }
      const { status, text } = await call(access, { method: "GET", path }, { timeout: 8000, pooled: false })
      if (status === 400) broken.add("events", `A reader of the feed was refused its cursor: ${text}`)
      if (status !== 200) {
        await Bun.sleep(200)
        continue
      }
      const { events, next }: FeedPage = JSON.parse(text)
      after = `&after=${next}`
      for (const event of events) {
        if (event.sequence !== seen.length + 1) {
          broken.add("events", `After ${seen.length} a reader of the feed got ${event.sequence}`)
        }
        seen.push(event.id)
      }
    }
  }
  const following = loop()
  return {
    seen,
    caughtUp: async (count) => {
      const until = performance.now() + 20_000
      while (seen.length < count && performance.now() < until) await Bun.sleep(100)
      over.abort()
      await following
    }
  }
}
