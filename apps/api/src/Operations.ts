/** Routes without a key: for those who run the service, and for those who read about it. */
import { BackgroundStatus } from "@candor/background/BackgroundStatus"
import { Api } from "@candor/contract/Api"
import * as Readiness from "@candor/sql/database/Readiness"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { OpenApi } from "effect/http-api"
import { PrometheusMetrics } from "effect/observability"
import * as FixedDocument from "./FixedDocument.ts"
import * as ReferencePage from "./ReferencePage.ts"
import * as Responses from "./Responses.ts"
import { probed } from "./Stopping.ts"

const ok = HttpServerResponse.jsonUnsafe({ status: "ok" })

const live = HttpRouter.add("GET", "/health/live", ok)

// A database that takes no writes leaves a server ready: it answers reads, and says what it cannot do.
const ready = HttpRouter.use(Effect.fnUntraced(function*(router) {
  const ability = yield* Readiness.make
  const { report } = yield* BackgroundStatus
  const answer = Effect.flatMap(ability, Option.match({
    onNone: () => Effect.succeed(Responses.unavailable),
    onSome: (database) =>
      Effect.map(report, (background) => HttpServerResponse.jsonUnsafe({ status: "ok", database, background }))
  }))
  yield* router.add(
    "GET",
    "/health/ready",
    Effect.flatMap(probed, (draining) => draining ? Effect.succeed(Responses.unavailable) : answer)
  )
}))

const referencePage = HttpRouter.add("GET", "/docs", FixedDocument.respond(ReferencePage.render))

const openApi = HttpRouter.add(
  "GET",
  "/api/v1/openapi.json",
  FixedDocument.respond(async () => ({
    text: JSON.stringify(OpenApi.fromApi(Api)),
    contentType: "application/json"
  }))
)

export const layer = Layer.mergeAll(
  live,
  ready,
  PrometheusMetrics.layerHttp({ path: "/metrics" }),
  referencePage,
  openApi
)
