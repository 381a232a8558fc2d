/** A receiver of webhooks on loopback: a plain HTTP server that keeps what it is sent. */
import { Effect } from "effect"

/** A message as it arrived, and how it was answered; 0 where it is not yet. */
export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly status: number
}

export interface Receiver {
  readonly url: string
  /** Everything that arrived, in order. */
  readonly received: ReadonlyArray<Received>
  /** Waits for what has arrived to be as it should. */
  readonly until: (satisfied: (received: ReadonlyArray<Received>) => boolean) => Effect.Effect<void>
}

/** The answer to the n-th message, counting from 0. */
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

/** What a message says, as its sender meant it. */
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
