/** What the environment decides of webhooks. */
import { Config, Context, Effect, Layer } from "effect"

const addresses = Config.Literals(["refuse", "allow"], "CANDOR_WEBHOOK_PRIVATE").pipe(Config.withDefault("refuse"))
const pace = Config.Number("CANDOR_WEBHOOK_PACE").pipe(Config.withDefault(1))

/** `CANDOR_WEBHOOK_PRIVATE` and `CANDOR_WEBHOOK_PACE`, each by itself. */
export const settings: ReadonlyArray<Config.Config<unknown>> = [addresses, pace]

export class WebhookSettings extends Context.Service<WebhookSettings, {
  /** `CANDOR_WEBHOOK_PRIVATE=allow`, for development: private addresses and plain http are sent to as well. */
  readonly development: boolean
  /** Pauses between attempts are the usual ones times this. */
  readonly pace: number
}>()("@candor/background/WebhookSettings") {
  static readonly layer = Layer.effect(
    WebhookSettings,
    Effect.gen(function*() {
      return { development: (yield* addresses) === "allow", pace: yield* pace }
    })
  )
}
