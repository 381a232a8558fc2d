/** What those who run workers can ask one: whether it runs, whether it can work, and its figures. */
import { Port } from "@candor/runtime/Address"
import { Config, Effect, Fiber, Layer, Option, Schema } from "effect"
import { PrometheusMetrics } from "effect/observability"
import { SqlClient, type SqlError } from "effect/sql"

/** `WORKER_PORT`, on the address that `HOST` names; without it a worker listens nowhere. */
const settings = Config.all({
  hostname: Config.String("HOST").pipe(Config.withDefault("127.0.0.1")),
  port: Config.option(Config.schema(Port, "WORKER_PORT"))
})

export class CannotListen extends Schema.TaggedError<CannotListen>()("CannotListen", {
  hostname: Schema.String,
  port: Schema.Int,
  cause: Schema.Defect()
}) {
  override get message() {
    return `Cannot listen on ${this.hostname}:${this.port}. Set HOST and WORKER_PORT to an address that is free. (${this.cause})`
  }
}

/** Not a matter of the contract, which a worker does not serve (RFC 9110, section 15.6.4). */
const serviceUnavailable = 503

const ok = Effect.sync(() => Response.json({ status: "ok" }))
const unavailable = Effect.sync(() => Response.json({ status: "unavailable" }, { status: serviceUnavailable }))

/**
 * Ready is who gets an answer from the database within a second. One question is under way at a
 * time, and goes on by itself: a connection that is being made cannot be interrupted.
 */
const ready = Effect.map(SqlClient.SqlClient, (sql) => {
  let question: Fiber.Fiber<unknown, SqlError.SqlError> | undefined
  const ask = Effect.gen(function*() {
    question ??= yield* sql`SELECT 1`.pipe(
      Effect.ensuring(Effect.sync(() => question = undefined)),
      Effect.forkDetach
    )
    return yield* Fiber.join(question)
  })
  return ask.pipe(
    Effect.timeout("1 second"),
    Effect.andThen(ok),
    Effect.catch((error) => Effect.andThen(Effect.logWarning("Not ready", error), unavailable))
  )
})

const metrics = Effect.map(
  PrometheusMetrics.format(),
  (text) => new Response(text, { headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" } })
)

/** Answers until the scope closes. */
export const layer = Layer.effectDiscard(Effect.gen(function*() {
  const { hostname, port } = yield* settings
  if (Option.isNone(port)) return
  const isReady = yield* ready
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  const server = yield* Effect.acquireRelease(
    Effect.try({
      try: () =>
        Bun.serve({
          hostname,
          port: port.value,
          routes: {
            "/health/live": { GET: () => run(ok) },
            "/health/ready": { GET: () => run(isReady) },
            "/metrics": { GET: () => run(metrics) }
          }
        }),
      catch: (cause) => new CannotListen({ hostname, port: port.value, cause })
    }),
    (server) => Effect.promise(() => server.stop(true))
  )
  yield* Effect.logInfo(`Observed on ${server.url.origin}`)
}))
