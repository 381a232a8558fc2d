/** Where log lines go: for people on a terminal, as JSON elsewhere. */
import { Config, Effect, Layer, Logger, LogLevel, References, Schema, SchemaGetter } from "effect"

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1).toLowerCase()

/** A level in any case of letters: `info` is what people type. */
const Level = Schema.String.pipe(
  Schema.decodeTo(Schema.String, { decode: SchemaGetter.transform(capitalized), encode: SchemaGetter.passthrough() }),
  Schema.decodeTo(Schema.Literals(LogLevel.values))
)

const isPlain = (value: unknown) => typeof value === "string" || typeof value === "number"

/**
 * A line as JSON, in the library's form. Nearly every line says plain values, as that of a request does, and needs none
 * of the library's care for secrets, cycles and getters, which costs more than the rest of the line.
 */
export const jsonLine = Logger.make<unknown, string>((line) => {
  const { cause, date, fiber, logLevel, message } = line
  const annotations = fiber.getRef(References.CurrentLogAnnotations)
  const said = Array.isArray(message) && message.length === 1 ? message[0] : message
  const simple = cause.reasons.length === 0 && fiber.getRef(References.CurrentLogSpans).length === 0 &&
    isPlain(said) && Object.values(annotations).every(isPlain)
  if (!simple) return Logger.formatJson.log(line)
  const [level, timestamp, fiberId] = [logLevel.toUpperCase(), date.toISOString(), `#${fiber.id}`]
  return JSON.stringify({ message: said, level, timestamp, annotations, spans: {}, fiberId })
})

/**
 * Writes a logger's lines when the event loop turns, all at once: a system call for each line would cost more than
 * making it. What waits is written before the process exits.
 */
const gathered = (logger: Logger.Logger<unknown, string>, stream: "stdout" | "stderr"): Logger.Logger<unknown, void> => {
  const waiting: Array<string> = []
  const write = () => {
    if (waiting.length === 0) return
    const text = waiting.splice(0).join("\n")
    if (stream === "stdout") console.log(text)
    else console.error(text)
  }
  process.on("exit", write)
  return Logger.make((line) => {
    if (waiting.push(logger.log(line)) === 1) setImmediate(write)
  })
}

/** Waits until all that has been logged is written, for what is to be read after it. */
export const written: Effect.Effect<void> = Effect.callback((resume) => {
  setImmediate(() => resume(Effect.void))
})

const levels = Config.schema(Level, "LOG_LEVEL")
const formats = Config.Literals(["pretty", "json"], "LOG_FORMAT")

/** `LOG_LEVEL` and `LOG_FORMAT`, each by itself. */
export const settings: ReadonlyArray<Config.Config<unknown>> = [levels, formats]

/**
 * Log lines as `LOG_LEVEL` and `LOG_FORMAT` ask for, on stdout or, for programs whose stdout is their
 * result, on stderr.
 */
export const layer = (options: { readonly level: LogLevel.LogLevel; readonly stream: "stdout" | "stderr" }) =>
  Layer.unwrap(Effect.gen(function*() {
    const level = yield* levels.pipe(Config.withDefault(options.level))
    const format = yield* formats.pipe(
      Config.withDefault(process[options.stream].isTTY ? "pretty" : "json")
    )
    return Layer.mergeAll(
      Logger.layer([format === "pretty" ? Logger.consolePretty() : gathered(jsonLine, options.stream)]),
      Layer.succeed(References.MinimumLogLevel, level),
      // Nobody takes spans, so none are made.
      Layer.succeed(References.TracerEnabled, false),
      Layer.succeed(Logger.LogToStderr, options.stream === "stderr")
    )
  }))
