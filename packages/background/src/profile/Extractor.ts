/** The extractor that the environment names: a model where `CANDOR_AI_BASE_URL` is set, else rules. */
import { Config, Effect, Layer, Option } from "effect"
import * as RulesExtractor from "./RulesExtractor.ts"

export const layer = Layer.unwrap(Effect.gen(function*() {
  const endpoint = yield* Config.option(Config.String("CANDOR_AI_BASE_URL"))
  if (Option.isNone(endpoint)) return RulesExtractor.layer
  // Its client is nearly as large as the rest of a worker; who works by rules does not load it (decision 0021).
  const { layer } = yield* Effect.promise(() => import("./OpenAiExtractor.ts"))
  return layer
}))
