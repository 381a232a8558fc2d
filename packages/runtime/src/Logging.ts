/** Where log lines go: for people on a terminal, as JSON elsewhere. */
import { Config, Effect, Formatter, Layer, Logger, LogLevel, References, Schema, SchemaGetter } from "effect"

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()

/** A level in any case of letters: `info` is what people type. */
const Level = Schema.String.pipe(
  Schema.decodeTo(Schema.String, { decode: SchemaGetter.transform(capitalized), encode: SchemaGetter.passthrough() }),
  Schema.decodeTo(Schema.Literals(LogLevel.values))
)

const isPlain = (value: unknown) => typeof value === "string" || typeof value === "number"

/** A line as JSON. Nearly all say plain values, which need none of the library's care for secrets, cycles and getters. */
const json = Logger.withConsoleLog(Logger.map(Logger.formatStructured, (line) =>
  isPlain(line.message) && Object.values(line.annotations).every(isPlain) ? JSON.stringify(line) : Formatter.formatJson(line)
))

/**
 * Log lines as `LOG_LEVEL` and `LOG_FORMAT` ask for, on stdout or, for programs whose stdout is their
 * result, on stderr.
 */
export const layer = (options: { readonly level: LogLevel.LogLevel; readonly stream: "stdout" | "stderr" }) =>
  Layer.unwrap(Effect.gen(function*() {
    const level = yield* Config.schema(Level, "LOG_LEVEL").pipe(Config.withDefault(options.level))
    const format = yield* Config.Literals(["pretty", "json"], "LOG_FORMAT").pipe(
      Config.withDefault(process[options.stream].isTTY ? "pretty" : "json")
    )
    return Layer.mergeAll(
      Logger.layer([format === "pretty" ? Logger.consolePretty() : json]),
      Layer.succeed(References.MinimumLogLevel, level),
      // Nobody takes spans, so none are made.
      Layer.succeed(References.TracerEnabled, false),
      Layer.succeed(Logger.LogToStderr, options.stream === "stderr")
    )
  }))
