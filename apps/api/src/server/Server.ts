/**
 * Serves the application with `Bun.serve`. RequestBody.ts bounds the body of a request, and the router handles it,
 * whose first middleware is middleware/Requests.ts.
 */
import { type Address, CannotListen } from "@candor/process/Address"
import { Clock, Context, Duration, Effect, Layer, References, Scope, Tracer } from "effect"
import { HttpEffect, HttpRouter, HttpServerResponse } from "effect/http"
import { clientAddress, trustedProxies } from "../auth/ClientAddress.ts"
import * as Responses from "../response/Responses.ts"
import { inFlight } from "../middleware/RequestMetrics.ts"
import { CurrentRequest, idFrom, make as makeRecord } from "../request/CurrentRequest.ts"
import { routing, withBoundedPath } from "../request/Path.ts"
import { bounded } from "../request/RequestBody.ts"
import * as RequestSpan from "../request/RequestSpan.ts"
import { starting } from "./Starting.ts"
import { drainSeconds, graceSeconds, running, secondsToDrain, Stopping } from "./Stopping.ts"

/** Seconds after which a connection on which nothing is sent is closed. No response takes that long to begin. */
const idleSeconds = 60

/** The same for a connection whose response was dropped: Bun's minimum. */
const hangUpSeconds = 1

/**
 * Closes the listener and idle connections, and waits for requests in flight. After `seconds` it closes their
 * connections too.
 */
const close = (server: Bun.Server<undefined>, seconds: number) =>
  Effect.promise(() => {
    const timer = setTimeout(() => server.stop(true), seconds * 1000)
    return server.stop().finally(() => clearTimeout(timer))
  })

type Handler = (request: Request, server: Bun.Server<undefined>) => Response | Promise<Response>

/** A listening server. */
export interface Listener {
  readonly server: Bun.Server<undefined>
  /** Sets the handler of requests. */
  readonly respondWith: (handler: Handler) => void
}

/**
 * Listens until the scope closes. Answers only `/health/live` until `respondWith` is called. Port 0 is any free port.
 * The hard stop here is for a start that fails; normally `serveOn` has already closed in order.
 */
export const listen = Effect.fnUntraced(function*(options: Address) {
  const clock = yield* Clock.Clock
  return yield* Effect.acquireRelease(
    Effect.try({
      try: (): Listener => {
        let handle: Handler = (request) => starting(request, clock.currentTimeMillisUnsafe())
        const server = Bun.serve({
          ...options,
          idleTimeout: idleSeconds,
          // The interface itself refuses long bodies, in the error envelope.
          maxRequestBodySize: Number.MAX_SAFE_INTEGER,
          // Bun's development error page shows source code.
          development: false,
          error: () => HttpServerResponse.toWeb(Responses.internalError),
          // Handles a request in a later turn of the event loop. By then Bun has read the bytes that came with the
          // request, and has closed the connection if they contain a second request or a malformed body (decision
          // 0025).
          fetch: async (request, server) => {
            inFlight.count++
            try {
              const answer = handle(request, server)
              await new Promise(setImmediate)
              return await answer
            } finally {
              inFlight.count--
            }
          }
        })
        return { server, respondWith: (handler) => handle = handler }
      },
      catch: (cause) => new CannotListen({ ...options, variable: "PORT", cause })
    }),
    ({ server }) => Effect.promise(() => server.stop(true))
  )
})

/**
 * Makes handlers without the setting for tracing, because the library runs handlers in the context in which they were
 * made.
 */
const withoutTracing = <A, E, R>(made: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.updateContext(
    made,
    (services: Context.Context<R>) => Context.omit(References.TracerEnabled)(services) as Context.Context<R>
  )

/** Serves the routes until the scope closes, which waits for requests in flight. */
export const serveOn = Effect.fnUntraced(
  function*<E, R>({ respondWith, server }: Listener, routes: Layer.Layer<never, E, R>) {
    const app = yield* withoutTracing(
      Effect.provideService(HttpRouter.toHttpEffect(routes), HttpRouter.RouterConfig, routing)
    )
    const stopping = running()
    const services = (yield* Effect.context<never>()).pipe(
      // Each request has its own scope, and builds no layers.
      Context.omit(Scope.Scope, Layer.CurrentMemoMap),
      Context.add(Stopping, stopping),
      // Off by default: a traced request turns it on for itself.
      Context.add(References.TracerEnabled, false)
    )
    // Each request adds about ten services one by one, and without `maxDepth` the library would copy the whole context
    // at the ninth. The map is built from entries, because a copied map keeps the capacity of its original, and each
    // request copies it twice (decision 0018).
    const context = Context.makeUnsafe<never>(new Map(services.mapUnsafe.entries()), { maxDepth: 16 })
    const handle = HttpEffect.toWebHandlerWith(context)(app as Effect.Effect<never>)
    const proxies = yield* trustedProxies
    const seconds = yield* drainSeconds
    const clock = yield* Clock.Clock
    const begin = yield* RequestSpan.make
    /** The context of a request: its record, and the annotations for its log lines. */
    const arrived = (request: Request) => {
      const id = idFrom(request.headers.get("x-request-id"))
      let known: string | undefined
      const address = () => {
        known ??= clientAddress(
          server.requestIP(request)?.address ?? "unknown",
          request.headers.get("x-forwarded-for"),
          proxies
        )
        return known
      }
      const hangUp = () => server.timeout(request, hangUpSeconds)
      const span = begin(request)
      const record = makeRecord({ id, address, hangUp, span, started: clock.currentTimeMillisUnsafe() })
      const annotations = span === undefined ? { request_id: id } : { request_id: id, trace_id: span.traceId }
      const context = Context.makeUnsafe<never>(
        new Map<string, unknown>([[CurrentRequest.key, record], [References.CurrentLogAnnotations.key, annotations]])
      )
      if (span === undefined) return context
      return context.pipe(Context.add(Tracer.ParentSpan, span), Context.add(References.TracerEnabled, true))
    }
    const stop = Effect.gen(function*() {
      const drain = secondsToDrain(seconds, stopping, yield* Clock.currentTimeMillis)
      stopping.isDraining = true
      yield* Effect.logInfo(`Stopping; taking requests for ${drain} s more`)
      yield* Effect.sleep(Duration.seconds(drain))
      yield* stopping.closing.open
      yield* close(server, graceSeconds - drain)
      yield* Effect.logInfo("Stopped serving")
    })
    yield* Effect.addFinalizer(() => stop)
    respondWith((request) => handle(bounded(withBoundedPath(request)), arrived(request)))
  }
)

/** Listens and serves the routes until the scope closes. Port 0 is any free port; the result has the actual one. */
export const serve = Effect.fnUntraced(function*<E, R>(routes: Layer.Layer<never, E, R>, options: Address) {
  const listener = yield* listen(options)
  yield* serveOn(listener, routes)
  return listener.server
})
