/** What the environment decides of webhooks. */
import { Config, Context, Effect, Layer } from "effect"

export class WebhookSettings extends Context.Service<WebhookSettings, {
  /** `CANDOR_WEBHOOK_PRIVATE=allow`, for development: private addresses and plain http are sent to as well. */
  readonly development: boolean
  /** Pauses between attempts are the usual ones times this. */
  readonly pace: number
}>()("@candor/background/WebhookSettings") {
  static readonly layer = Layer.effect(
    WebhookSettings,
    Effect.gen(function*() {
      const addresses = yield* Config.Literals(["refuse", "allow"], "CANDOR_WEBHOOK_PRIVATE").pipe(
        Config.withDefault("refuse")
      )
      const pace = yield* Config.Number("CANDOR_WEBHOOK_PACE").pipe(Config.withDefault(1))
      return { development: addresses === "allow", pace }
    })
  )
}
