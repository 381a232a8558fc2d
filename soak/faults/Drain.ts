/** Waiting for what follows from the last changes. */
import type { Access } from "../Call.ts"
import { missing, profileEnds, type Webhook } from "./checks/Background.ts"
import { feed } from "./Stored.ts"

/** Seconds that it may take: what a killed worker had in hand is free for others after 30 s, and so is a message's attempt. */
const patience = 90

/** Waits until receivers have everything and profiles came to an end, or the time is over; the seconds that it took. */
export const drain = async (access: Access, webhooks: ReadonlyArray<Webhook>): Promise<number> => {
  const began = performance.now()
  const elapsed = () => (performance.now() - began) / 1000
  while (elapsed() < patience) {
    const events = await feed(access)
    const waiting = webhooks.some((webhook) => missing(webhook, events).length > 0)
    const pending = [...profileEnds(events).values()].includes(0)
    if (!waiting && !pending) break
    await Bun.sleep(500)
  }
  return elapsed()
}
