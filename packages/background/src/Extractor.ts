/** The extractor that the environment names: a model where `CANDOR_AI_BASE_URL` is set, else rules. */
import { Config, Effect, Layer, Option } from "effect"
import * as OpenAiExtractor from "./OpenAiExtractor.ts"
import * as RulesExtractor from "./RulesExtractor.ts"

export const layer = Layer.unwrap(Effect.gen(function*() {
  const endpoint = yield* Config.option(Config.String("CANDOR_AI_BASE_URL"))
  return Option.isSome(endpoint) ? OpenAiExtractor.layer : RulesExtractor.layer
}))
