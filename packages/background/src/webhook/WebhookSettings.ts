/** What the environment decides of webhooks. */
import { Config, Context, Duration, Effect, Layer } from "effect"
import { BackgroundStatus } from "../BackgroundStatus.ts"

/** The longest attempt at a delivery, from the look-up of the receiver's name to the end of its answer. */
const attemptTimeout = Duration.seconds(10)

const addresses = Config.Literals(["refuse", "allow"], "CANDOR_WEBHOOK_PRIVATE").pipe(Config.withDefault("refuse"))
const pace = Config.Number("CANDOR_WEBHOOK_PACE").pipe(Config.withDefault(1))

const deliveries = Config.Literals(["sent", "paused"], "CANDOR_DELIVERIES").pipe(Config.withDefault("sent"))

/** The settings of webhooks, each by itself. */
export const settings: ReadonlyArray<Config.Config<unknown>> = [addresses, pace, deliveries]

export class WebhookSettings extends Context.Service<WebhookSettings, {
  /** `CANDOR_WEBHOOK_PRIVATE=allow`, for development: private addresses and plain http are sent to as well. */
  readonly development: boolean
  /** `CANDOR_WEBHOOK_PACE`: pauses between attempts are the usual ones times this. */
  readonly pace: number
  /** `CANDOR_DELIVERIES=paused`, for a database that was restored: deliveries are made and not sent. */
  readonly paused: boolean
  /** The longest attempt; no setting of the environment. */
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

/** Tells log and readiness where deliveries are paused; returns whether they are. */
export const reportPause = Effect.gen(function*() {
  const { paused } = yield* WebhookSettings
  yield* (yield* BackgroundStatus).setDeliveries(paused ? "paused" : "sent")
  if (paused) yield* Effect.logWarning("Deliveries to webhooks are paused (CANDOR_DELIVERIES=paused), and wait until it is unset")
  return paused
})
