/** The settings of the server, which are environment variables. */
import * as BackgroundSettings from "@candor/background/BackgroundSettings"
import * as RateLimit from "@candor/domain/access/RateLimit"
import * as FileSettings from "@candor/files/FileSettings"
import * as Address from "@candor/process/Address"
import * as Logging from "@candor/process/Logging"
import * as Tracing from "@candor/process/telemetry/Tracing"
import * as DatabaseSettings from "@candor/sql/database/DatabaseSettings"
import { Config, Context, Duration, Effect, Layer, Schema } from "effect"
import { trustedProxies } from "./auth/ClientAddress.ts"
import { corsOrigins } from "./response/Cors.ts"
import * as OAuthSettings from "./oauth/OAuthSettings.ts"
import { worker } from "./server/BackgroundWork.ts"
import { drainSeconds } from "./server/Stopping.ts"
import * as OpenIdConnectSettings from "./signin/OpenIdConnectSettings.ts"

const Positive = Schema.NumberFromString.check(
  Schema.isInt(),
  Schema.isBetween({ minimum: 1, maximum: 2_000_000_000 }, { expected: "an integer from 1" })
)

const rateLimit = Config.schema(Positive, "CANDOR_RATE_LIMIT").pipe(Config.withDefault(RateLimit.perHour))
const sessionRateLimit = Config.schema(Positive, "CANDOR_SESSION_RATE_LIMIT").pipe(
  Config.withDefault(RateLimit.perHourOfMember)
)
const retentionDays = Config.schema(Positive, "CANDOR_EVENT_RETENTION_DAYS").pipe(Config.withDefault(90))

/** All settings of the server, for the check before it starts. */
export const settings: ReadonlyArray<Config.Config<unknown>> = [
  ...Address.settings,
  ...Logging.settings,
  ...Tracing.settings,
  ...DatabaseSettings.settings,
  ...FileSettings.settings,
  rateLimit,
  sessionRateLimit,
  retentionDays,
  trustedProxies,
  corsOrigins,
  ...OpenIdConnectSettings.settings,
  ...OAuthSettings.settings,
  drainSeconds,
  worker,
  ...BackgroundSettings.settings
]

export class Settings extends Context.Service<Settings, {
  /** Requests an hour for one key. */
  readonly rate_limit: number
  /** Requests an hour for one member, in all sessions together. */
  readonly session_rate_limit: number
  /** How long the change feed keeps an event. */
  readonly event_retention: Duration.Duration
}>()("@candor/api/Settings") {
  static readonly layer = Layer.effect(
    Settings,
    Effect.gen(function*() {
      return {
        rate_limit: yield* rateLimit,
        session_rate_limit: yield* sessionRateLimit,
        event_retention: Duration.days(yield* retentionDays)
      }
    })
  )
}
