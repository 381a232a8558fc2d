/** Requests of the misbehaving organization: one after the other, or at a fixed rate. */
import { call } from "../Call.ts"
import type { Ask } from "./Misbehaving.ts"

/** Milliseconds for which its client waits for an answer. */
const timeout = 30_000

/** Sends requests until the returned function is called; counts the answers by status. */
export const ask = (activity: Ask, count: (name: string) => void): () => void => {
  const { access, clients, perSecond, requests } = activity
  const over = new AbortController()
  let sent = 0
  const one = async () => {
    const request = requests[sent++ % requests.length]!
    const { status } = await call(access, request, { timeout, pooled: true })
    if (!over.signal.aborted) count(status === undefined ? "unanswered" : `answers ${status}`)
    return status
  }
  const loop = async () => {
    while (!over.signal.aborted) {
      // A client that is refused because of load retries soon.
      if (await one() !== 200) await Bun.sleep(20)
    }
  }
  if (perSecond === undefined) {
    for (let client = 0; client < clients; client++) void loop()
    return () => over.abort()
  }
  const timer = setInterval(() => void one(), 1000 / perSecond)
  return () => {
    over.abort()
    clearInterval(timer)
  }
}
