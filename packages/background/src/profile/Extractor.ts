/** The extractor of this process: a model if `CANDOR_AI_BASE_URL` is set, else rules. */
import { Config, Effect, Layer, Option } from "effect"
import * as RulesExtractor from "./RulesExtractor.ts"

export const layer = Layer.unwrap(Effect.gen(function*() {
  const endpoint = yield* Config.option(Config.String("CANDOR_AI_BASE_URL"))
  if (Option.isNone(endpoint)) return RulesExtractor.layer
  // The client is nearly as large as the rest of a worker, so it is loaded only for a model (decision 0018).
  const { layer } = yield* Effect.promise(() => import("./OpenAiExtractor.ts"))
  return layer
}))
