/** The endpoint of a model, as the environment names it. */
import { Config, ConfigProvider, Duration, Option } from "effect"

const variables = {
  base_url: Config.URL("CANDOR_AI_BASE_URL"),
  model: Config.String("CANDOR_AI_MODEL"),
  key: Config.option(Config.Redacted("CANDOR_AI_KEY")),
  timeout: Config.Duration("CANDOR_AI_TIMEOUT").pipe(Config.withDefault(Duration.seconds(30))),
  /** Tokens a day for each organization. */
  daily_tokens: Config.Int("CANDOR_AI_DAILY_TOKENS").pipe(Config.withDefault(2_000_000))
}

export const endpoint = Config.all(variables)
export type Settings = Config.Success<typeof endpoint>

const unnamed = new ConfigProvider.SourceError({
  message: "CANDOR_AI_MODEL: Expected the name of a model, because CANDOR_AI_BASE_URL is set; it is not set"
})

/** An endpoint needs a model. */
const complete = Config.flatMap(
  Config.all([Config.option(Config.String("CANDOR_AI_BASE_URL")), Config.option(variables.model)]),
  ([endpoint, model]) => Option.isSome(endpoint) && Option.isNone(model) ? Config.fail(unnamed) : Config.succeed(model)
)

/** Each by itself. */
export const settings: ReadonlyArray<Config.Config<unknown>> = [...Object.values(variables), complete]
