/** The routes of every program that serves: whether it lives, whether it can work, and its metrics. */
import * as Readiness from "@candor/sql/database/Readiness"
import { Effect, Layer, Option } from "effect"
import { HttpRouter, HttpServerResponse } from "effect/http"
import { type BackgroundReport, BackgroundStatus } from "./BackgroundStatus.ts"
import * as MetricsRoute from "./MetricsRoute.ts"

export interface Health {
  readonly database: Readiness.Ability | "away"
  readonly background: BackgroundReport
}

const live = HttpServerResponse.jsonUnsafe({ status: "ok" })

/** `/health/live`, `/health/ready` and `/metrics`. Each program answers for itself whether it is ready. */
export const layer = (ready: (health: Health) => Effect.Effect<HttpServerResponse.HttpServerResponse>) =>
  Layer.mergeAll(
    HttpRouter.add("GET", "/health/live", live),
    HttpRouter.use(Effect.fnUntraced(function*(router) {
      const ability = yield* Readiness.make
      const { report } = yield* BackgroundStatus
      const health = Effect.zipWith(ability, report, (able, background): Health => ({
        database: Option.getOrElse(able, () => "away" as const),
        background
      }))
      yield* router.add("GET", "/health/ready", Effect.flatMap(health, ready))
    })),
    MetricsRoute.layer
  )
