/** The settings of a model's endpoint. */
import { Config, ConfigProvider, Duration, Option } from "effect"

const variables = {
  base_url: Config.URL("CANDOR_AI_BASE_URL"),
  model: Config.String("CANDOR_AI_MODEL"),
  key: Config.option(Config.Redacted("CANDOR_AI_KEY")),
  timeout: Config.Duration("CANDOR_AI_TIMEOUT").pipe(Config.withDefault(Duration.seconds(30))),
  /** The daily token budget of each organization. */
  daily_tokens: Config.Int("CANDOR_AI_DAILY_TOKENS").pipe(Config.withDefault(2_000_000))
}

export const endpoint = Config.all(variables)
export type Settings = Config.Success<typeof endpoint>

const missingModel = new ConfigProvider.SourceError({
  message: "CANDOR_AI_MODEL: Expected the name of a model, because CANDOR_AI_BASE_URL is set; it is not set"
})

/** Fails if an endpoint is set without a model. */
const modelOfEndpoint = Config.flatMap(
  Config.all([Config.option(Config.String("CANDOR_AI_BASE_URL")), Config.option(variables.model)]),
  ([endpoint, model]) =>
    Option.isSome(endpoint) && Option.isNone(model) ? Config.fail(missingModel) : Config.succeed(model)
)

/** All settings, for the check at the start of a program. */
export const settings: ReadonlyArray<Config.Config<unknown>> = [...Object.values(variables), modelOfEndpoint]
