/** What the environment decides. */
import * as RateLimit from "@candor/domain/RateLimit"
import { Config, Context, Effect, Layer } from "effect"

export class Settings extends Context.Service<Settings, {
  /** Requests an hour for one key. */
  readonly rate_limit: number
}>()("@candor/api/Settings") {
  static readonly layer = Layer.effect(
    Settings,
    Effect.gen(function*() {
      return { rate_limit: yield* Config.Int("CANDOR_RATE_LIMIT").pipe(Config.withDefault(RateLimit.perHour)) }
    })
  )
}
