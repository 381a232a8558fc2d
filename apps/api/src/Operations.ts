/** Routes for those who run the service: no key, no rate limit. */
import { Api } from "@candor/contract/Api"
import { Effect, Fiber, Layer } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { HttpApiScalar } from "effect/http-api"
import { PrometheusMetrics } from "effect/observability"
import { SqlClient, type SqlError } from "effect/sql"
import * as Responses from "./Responses.ts"

const live = HttpRouter.add("GET", "/health/live", HttpServerResponse.jsonUnsafe({ status: "ok" }))

/**
 * Ready is who can answer from the database within a second. One question is under way at a time,
 * and goes on by itself: a connection that is being made cannot be interrupted.
 */
const ready = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const sql = yield* SqlClient.SqlClient
  let question: Fiber.Fiber<unknown, SqlError.SqlError> | undefined
  const ask = Effect.gen(function*() {
    question ??= yield* sql`SELECT 1`.pipe(
      Effect.ensuring(Effect.sync(() => question = undefined)),
      Effect.forkDetach
    )
    return yield* Fiber.join(question)
  })
  const answer = ask.pipe(
    Effect.timeout("1 second"),
    Effect.as(HttpServerResponse.jsonUnsafe({ status: "ok" })),
    Effect.catch((error) => Effect.as(Effect.logWarning("Not ready", error), Responses.unavailable))
  )
  yield* router.add("GET", "/health/ready", answer)
}))

export const layer = Layer.mergeAll(
  live,
  ready,
  PrometheusMetrics.layerHttp({ path: "/metrics" }),
  HttpApiScalar.layer(Api, { path: "/docs" })
)
