/** Checks the recovery: both servers are ready and accept writes, and the worker delivers their events. */
import { readiness, type Service } from "../Service.ts"
import type { Receiver } from "./Receiver.ts"
import type { Session } from "./Session.ts"

/** Seconds after the end of a fault within which everything works again. */
export const recoveryTime = 20

/** Seconds within which a worker with a backlog must make its next delivery, and the maximum time for the backlog. */
const steps = 5
const behind = 60

/** A server, with a client that uses only this server. */
export interface Probed {
  readonly server: Service
  readonly client: Session
}

/** Milliseconds between two polls. */
const interval = 250

/** Creates a candidate through one server; returns the request's id if it was acknowledged. */
const write = async ({ client }: Probed): Promise<string | undefined> => {
  const marker = client.marker()
  const { reply, things: [made] } = await client.create({
    what: "a probe of a server",
    request: {
      method: "POST",
      path: "/candidates",
      body: { full_name: marker, primary_email: `${marker}@example.com` }
    },
    status: 201,
    events: ["candidate.created"],
    made: [{
      kind: "candidate",
      marker,
      fields: { primary_email: `${marker}@example.com`, university: null, linkedin_url: null }
    }],
    ids: (text) => [JSON.parse(text).candidate.id]
  })
  return made === undefined ? undefined : reply.headers.get("x-request-id") ?? undefined
}

/** Polls until the condition is true or the time is over; returns whether it is true. */
const within = async (until: number, isTrue: () => Promise<boolean>): Promise<boolean> => {
  while (performance.now() < until) {
    if (await isTrue()) return true
    await Bun.sleep(interval)
  }
  return false
}

/** Waits until everything works; reports what does not after 20 s. */
export const recover = async (
  probed: ReadonlyArray<Probed>,
  worker: Service,
  receiver: Receiver
): Promise<{ readonly seconds: number; readonly lacking: ReadonlyArray<string> }> => {
  const began = performance.now()
  const until = began + recoveryTime * 1000
  const writes: Array<string> = []
  const ofServer = async (one: Probed): Promise<ReadonlyArray<string>> => {
    const { name } = one.server
    const isReady = await within(until, async () => await readiness(one.server) === 200)
    const takesWrites = await within(until, async () => {
      const request_id = await write(one)
      if (request_id !== undefined) writes.push(request_id)
      return request_id !== undefined
    })
    return [...(isReady ? [] : [`${name} is not ready`]), ...(takesWrites ? [] : [`${name} takes no write`])]
  }
  const isDelivered = (request_id: string) =>
    receiver.receipts.some((receipt) => receipt.accepted && receipt.request_id === request_id)
  const ofWorker = async (): Promise<ReadonlyArray<string>> => {
    const isReady = await within(until, async () => await readiness(worker) === 200)
    const isMoving = () => receiver.receipts.some(({ at }) => at > performance.now() - steps * 1000)
    const hasDelivered = async () => writes.some(isDelivered)
    // Events of the fault's time are delivered first: a worker that delivers them has recovered, but not caught up yet.
    let delivers = await within(until, hasDelivered)
    while (!delivers && isMoving() && performance.now() < began + behind * 1000) {
      delivers = await within(performance.now() + steps * 1000, hasDelivered)
    }
    return [
      ...(isReady ? [] : ["the worker is not ready"]),
      ...(delivers || writes.length === 0 ? [] : ["the worker has not delivered what was written after the fault"])
    ]
  }
  const lacking = await Promise.all([...probed.map(ofServer), ofWorker()])
  return { seconds: (performance.now() - began) / 1000, lacking: lacking.flat() }
}
