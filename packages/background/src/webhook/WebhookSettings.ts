/** The settings of webhooks. */
import { Config, Context, Duration, Effect, Layer } from "effect"
import { BackgroundStatus } from "../BackgroundStatus.ts"

/** The time limit of an attempt, from the look-up of the receiver's name to the end of its response. */
const attemptTimeout = Duration.seconds(10)

const addresses = Config.Literals(["refuse", "allow"], "CANDOR_WEBHOOK_PRIVATE").pipe(Config.withDefault("refuse"))
const pace = Config.Number("CANDOR_WEBHOOK_PACE").pipe(Config.withDefault(1))

const deliveries = Config.Literals(["sent", "paused"], "CANDOR_DELIVERIES").pipe(Config.withDefault("sent"))

/** All settings, for the check at the start of a program. */
export const settings: ReadonlyArray<Config.Config<unknown>> = [addresses, pace, deliveries]

export class WebhookSettings extends Context.Service<WebhookSettings, {
  /** `CANDOR_WEBHOOK_PRIVATE=allow`, for development: private addresses and plain http are allowed. */
  readonly development: boolean
  /** `CANDOR_WEBHOOK_PACE`: multiplies the pauses between attempts. */
  readonly pace: number
  /** `CANDOR_DELIVERIES=paused`, for use after restoring a backup: deliveries and mails are created, but not sent. */
  readonly paused: boolean
  /** The time limit of an attempt; it is not configurable. */
  readonly timeout: Duration.Duration
}>()("@candor/background/webhook/WebhookSettings") {
  static readonly layer = Layer.effect(
    WebhookSettings,
    Effect.gen(function*() {
      return {
        development: (yield* addresses) === "allow",
        pace: yield* pace,
        paused: (yield* deliveries) === "paused",
        timeout: attemptTimeout
      }
    })
  )
}

/** Reports paused deliveries to the log and to readiness. Returns whether they are paused. */
export const reportPause = Effect.gen(function*() {
  const { paused } = yield* WebhookSettings
  yield* (yield* BackgroundStatus).setDeliveries(paused ? "paused" : "sent")
  if (paused)
    yield* Effect.logWarning(
      "Deliveries to webhooks, and mails, are paused (CANDOR_DELIVERIES=paused), and wait until it is unset"
    )
  return paused
})
