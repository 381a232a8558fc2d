/** Serving the application. The one file that knows which server it is. */
import type { Address } from "@candor/runtime/Address"
import { CannotListen } from "@candor/runtime/CannotListen"
import { Clock, Context, Effect, Latch, References } from "effect"
import { HttpEffect, HttpRouter } from "effect/http"
import type { Layer } from "effect"
import { clientAddress, trustedProxies } from "./ClientAddress.ts"
import { CurrentRequest, idFrom, make as makeRecord } from "./CurrentRequest.ts"
import { routing } from "./Routing.ts"
import { Stopping } from "./Stopping.ts"

/** Longest wait for requests in flight when the server stops, in milliseconds. */
const graceMillis = 8000

/** A connection on which nothing is sent for longer is closed; the longest answer waits less. */
const idleSeconds = 60

/** Takes no new connections, and waits for what is in flight. */
const stop = (server: Bun.Server<undefined>) => {
  const patience = setTimeout(() => server.stop(true), graceMillis)
  return server.stop().finally(() => clearTimeout(patience))
}

/** Serves the routes until the scope closes. Port 0 is any free one; the answer says which. */
export const serve = Effect.fnUntraced(function*<E, R>(
  routes: Layer.Layer<never, E, R>,
  options: Address
) {
  const app = yield* Effect.provideService(HttpRouter.toHttpEffect(routes), HttpRouter.RouterConfig, routing)
  const stopping = Latch.makeUnsafe(false)
  const context = Context.add(yield* Effect.context<never>(), Stopping, stopping)
  const handle = HttpEffect.toWebHandlerWith(context)(app as Effect.Effect<never>)
  const proxies = yield* trustedProxies
  const clock = yield* Clock.Clock
  /** What every part of handling the request may ask for. */
  const arrived = (request: Request, server: Bun.Server<undefined>) => {
    const id = idFrom(request.headers.get("x-request-id"))
    const address = () => {
      const peer = server.requestIP(request)?.address ?? "unknown"
      return clientAddress(peer, request.headers.get("x-forwarded-for"), proxies)
    }
    const record = makeRecord({ id, address, started: clock.currentTimeMillisUnsafe() })
    return Context.add(Context.make(CurrentRequest, record), References.CurrentLogAnnotations, { request_id: id })
  }
  return yield* Effect.acquireRelease(
    Effect.try({
      try: () =>
        Bun.serve({
          ...options,
          idleTimeout: idleSeconds,
          // The interface refuses long bodies itself, in the envelope.
          maxRequestBodySize: Number.MAX_SAFE_INTEGER,
          fetch: (request, server) => handle(request, arrived(request, server))
        }),
      catch: (cause) => new CannotListen({ ...options, variable: "PORT", cause })
    }),
    (server) => Effect.andThen(stopping.open, Effect.promise(() => stop(server)))
  )
})
