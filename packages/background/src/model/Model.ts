/** The model of this process, if the operator has set one: for criteria, and for filters in words. */
import { TokenBudget } from "@candor/domain/candidate/TokenBudget"
import type { OrganizationId } from "@candor/domain/Id"
import { Config, Context, Effect, Layer, Option } from "effect"
import { endpoint } from "../profile/OpenAiSettings.ts"
import type { Ask } from "./WithinBudget.ts"

/** The description of a model. */
export interface About {
  /** The host of its endpoint. */
  readonly provider: string
  readonly model: string
  /** The daily token budget of each organization, shared with AI profiles. */
  readonly daily_tokens: number
}

export class Model extends Context.Service<Model, {
  /** Null if the operator has set none. */
  readonly about: About | null
  readonly ask: Ask
  /** The tokens that an organization has used on a day in UTC. */
  readonly used: (organization: OrganizationId, day: string) => Effect.Effect<number>
}>()("@candor/background/Model") {
  static readonly layer = Layer.effect(
    Model,
    Effect.gen(function*() {
      const budget = yield* TokenBudget
      const { used } = budget
      const url = yield* Config.option(Config.String("CANDOR_AI_BASE_URL"))
      if (Option.isNone(url)) {
        return Model.of({ about: null, used, ask: () => Effect.die(new Error("No model is set")) })
      }
      const settings = yield* endpoint
      const { daily_tokens, model } = settings
      // The client is nearly as large as the rest of a worker, so it is loaded with the first question (decision 0018).
      const load = Effect.promise(() => import("./WithinBudget.ts"))
      let made: Ask | undefined
      const asking = Effect.map(load, ({ make }) => made ??= make(settings, budget))
      return Model.of({
        about: { provider: settings.base_url.host, model, daily_tokens },
        used,
        ask: (organization, question) => Effect.flatMap(asking, (ask) => ask(organization, question))
      })
    })
  )
}
