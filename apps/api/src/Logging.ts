/** Where log lines go: for people on a terminal, as JSON elsewhere. */
import { Config, Effect, Layer, Logger, References } from "effect"

export const layer = Layer.unwrap(Effect.gen(function*() {
  const level = yield* Config.LogLevel("LOG_LEVEL").pipe(Config.withDefault("Info"))
  const format = yield* Config.Literals(["pretty", "json"], "LOG_FORMAT").pipe(
    Config.withDefault(process.stdout.isTTY ? "pretty" : "json")
  )
  return Layer.merge(
    Logger.layer([format === "pretty" ? Logger.consolePretty() : Logger.consoleJson]),
    Layer.succeed(References.MinimumLogLevel, level)
  )
}))
