/** Sends log lines to stdout or stderr: readable on a terminal, as JSON elsewhere. */
import { Cause, Config, Effect, Layer, Logger, LogLevel, References, Schema, SchemaGetter } from "effect"
import { jsonLine } from "./LogLine.ts"

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()

/** A log level, in upper or lower case. */
const Level = Schema.String.pipe(
  Schema.decodeTo(Schema.String, { decode: SchemaGetter.transform(capitalized), encode: SchemaGetter.passthrough() }),
  Schema.decodeTo(Schema.Literals(LogLevel.values))
)

/**
 * Buffers a logger's lines until the next turn of the event loop, and writes them in one system call (decision 0018).
 * The buffer is also written before the process exits.
 */
export const buffered = (
  logger: Logger.Logger<unknown, string>,
  stream: "stdout" | "stderr"
): Logger.Logger<unknown, void> => {
  const buffer: Array<string> = []
  const write = () => {
    if (buffer.length === 0) return
    const text = buffer.splice(0).join("\n")
    if (stream === "stdout") console.log(text)
    else console.error(text)
  }
  process.on("exit", write)
  return Logger.make((line) => {
    if (buffer.push(logger.log(line)) === 1) setImmediate(write)
  })
}

const levels = Config.schema(Level, "LOG_LEVEL")
const formats = Config.Literals(["pretty", "json"], "LOG_FORMAT")

/** `LOG_LEVEL` and `LOG_FORMAT`, to be checked separately. */
export const settings: ReadonlyArray<Config.Config<unknown>> = [levels, formats]

export interface Options {
  /** The level if `LOG_LEVEL` is not set. */
  readonly level: LogLevel.LogLevel
  /** `stderr` for programs whose stdout is their result. */
  readonly stream: "stdout" | "stderr"
}

/** `LOG_FORMAT`, or a default by the stream. */
export const format = (stream: Options["stream"]) =>
  formats.pipe(Config.withDefault(process[stream].isTTY ? "pretty" : "json"))

/** Configures logging by `LOG_LEVEL` and `LOG_FORMAT`. */
export const layer = (options: Options) =>
  Layer.unwrap(Effect.gen(function*() {
    const level = yield* levels.pipe(Config.withDefault(options.level))
    const isPretty = (yield* format(options.stream)) === "pretty"
    return Layer.mergeAll(
      Logger.layer([isPretty ? Logger.consolePretty() : buffered(jsonLine, options.stream)]),
      Layer.succeed(References.MinimumLogLevel, level),
      // No exporter takes spans, so none are created.
      Layer.succeed(References.TracerEnabled, false),
      options.stream === "stderr" ? Layer.succeed(Logger.LogToStderr, true) : Layer.empty
    )
  }))

/** Runs a program with this logging, and logs the stack of its failure at level Debug. */
export const logged = (options: Options) => <A, E, R>(program: Effect.Effect<A, E, R>) =>
  Effect.tapCause(
    program,
    (cause) => Cause.hasInterruptsOnly(cause) ? Effect.void : Effect.logDebug("The program failed", cause)
  ).pipe(
    Effect.provide(layer(options))
  )
