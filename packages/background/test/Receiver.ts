/** A receiver of webhooks on loopback: a plain HTTP server that keeps its messages. */
import { Effect } from "effect"

/** A received message with the status of its answer; 0 before the answer. */
export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly status: number
}

export interface Receiver {
  readonly url: string
  /** All messages in the order of arrival. */
  readonly received: ReadonlyArray<Received>
  /** Waits until the received messages satisfy a condition. */
  readonly until: (satisfied: (received: ReadonlyArray<Received>) => boolean) => Effect.Effect<void>
}

/** Returns the answer to the n-th message, counting from 0. */
export type Answering = (n: number) => Response | Promise<Response>

/** Serves until the scope closes. */
export const receiver = (answering: Answering = () => new Response("ok")) =>
  Effect.gen(function*() {
    const received: Array<Received> = []
    let changed = Promise.withResolvers<void>()
    const change = () => {
      changed.resolve()
      changed = Promise.withResolvers()
    }
    const server = yield* Effect.acquireRelease(
      Effect.sync(() =>
        Bun.serve({
          hostname: "127.0.0.1",
          port: 0,
          fetch: async (request) => {
            const body = await request.text()
            const n = received.length
            const headers = Object.fromEntries(request.headers)
            const path = new URL(request.url).pathname
            received.push({ path, headers, body, status: 0 })
            change()
            const response = await answering(n)
            received[n] = { path, headers, body, status: response.status }
            change()
            return response
          }
        })
      ),
      (server) => Effect.promise(() => server.stop(true))
    )
    const self: Receiver = {
      url: `${server.url.origin}/hooks`,
      received,
      until: (satisfied) =>
        Effect.gen(function*() {
          while (!satisfied(received)) yield* Effect.promise(() => changed.promise)
        })
    }
    return self
  })

/** Returns the content of a message. */
export const message = ({ body }: Received): {
  readonly type: string
  readonly timestamp: string
  readonly data: {
    readonly id: string
    readonly sequence: number
    readonly type: string
    readonly subject_id: string
    readonly data: Readonly<Record<string, unknown>>
  }
} => JSON.parse(body)
