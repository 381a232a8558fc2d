/** A receiver of webhooks that records every message, and refuses some. */
import type { Random } from "../Random.ts"

/** A message as it arrived. */
export interface Receipt {
  /** `webhook-id`: the id of the event. */
  readonly message: string
  readonly type: string
  readonly subject: string
  readonly sequence: number
  readonly request_id: string
  readonly accepted: boolean
  /** The time of `performance.now()`. */
  readonly at: number
}

export interface Receiver {
  readonly url: string
  /** In the order of arrival. */
  readonly receipts: Array<Receipt>
  readonly stop: () => Promise<void>
}

interface Payload {
  readonly data: {
    readonly type: string
    readonly subject_id: string
    readonly sequence: number
    readonly request_id: string
  }
}

/** Listens on a free port; answers `failing` of 100 messages with 500. */
export const receiver = (random: Random, failing: number): Receiver => {
  const receipts: Array<Receipt> = []
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const message = request.headers.get("webhook-id") ?? ""
      const { data } = await request.json() as Payload
      const accepted = !random.chance(failing)
      const { request_id, sequence, subject_id: subject, type } = data
      receipts.push({ message, type, subject, sequence, request_id, accepted, at: performance.now() })
      return new Response(null, { status: accepted ? 204 : 500 })
    }
  })
  return { url: server.url.href, receipts, stop: () => server.stop(true) }
}
