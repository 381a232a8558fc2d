/** Waits for the background work after the last changes. */
import type { Access } from "../Call.ts"
import { missing, profileEnds, type Webhook } from "./checks/Background.ts"
import { feed, isSending } from "./Stored.ts"

/** The time limit in seconds. Work and claims of a killed worker expire after 30 s. */
const timeLimit = 90

/**
 * Waits until receivers have all events, the delivery log says so, and profiles are finished; at most until the time
 * limit. Returns the seconds. A message whose result could not be stored is sent again when its claim expires.
 */
export const drain = async (access: Access, webhooks: ReadonlyArray<Webhook>): Promise<number> => {
  const began = performance.now()
  const elapsed = () => (performance.now() - began) / 1000
  while (elapsed() < timeLimit) {
    const events = await feed(access)
    const waiting = webhooks.some((webhook) => missing(webhook, events).length > 0)
    const pending = [...profileEnds(events).values()].includes(0)
    if (!waiting && !pending && !await isSending(access, webhooks.map(({ id }) => id))) break
    await Bun.sleep(500)
  }
  return elapsed()
}
