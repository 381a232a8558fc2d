/** What the environment decides. */
import * as RateLimit from "@candor/domain/RateLimit"
import { Config, Context, Duration, Effect, Layer, Schema } from "effect"

const Positive = Schema.NumberFromString.check(
  Schema.isInt(),
  Schema.isBetween({ minimum: 1, maximum: 2_000_000_000 }, { expected: "an integer from 1" })
)

export class Settings extends Context.Service<Settings, {
  /** Requests an hour for one key. */
  readonly rate_limit: number
  /** How long the change feed keeps an event. */
  readonly event_retention: Duration.Duration
}>()("@candor/api/Settings") {
  static readonly layer = Layer.effect(
    Settings,
    Effect.gen(function*() {
      return {
        rate_limit: yield* Config.schema(Positive, "CANDOR_RATE_LIMIT").pipe(Config.withDefault(RateLimit.perHour)),
        event_retention: Duration.days(
          yield* Config.schema(Positive, "CANDOR_EVENT_RETENTION_DAYS").pipe(Config.withDefault(90))
        )
      }
    })
  )
}
