/**
 * Writes a log line as JSON. Each field has one type in every line, so that a store of logs can index it:
 *
 * - `message`: the texts that were logged, as one string
 * - `level`, `timestamp` (ISO 8601), `fiberId`: strings
 * - `annotations`: an object
 * - `details`, if there are any: the values that were logged in addition to the texts, as an array
 * - `cause`, if there is one: the failure with its stack, as a string
 * - `spans`, if there are any: their milliseconds, as an object
 */
import { Cause, Formatter, Inspectable, Logger, Record, References } from "effect"

type Line = Logger.Options<unknown>

const isPlain = (value: unknown) => typeof value === "string" || typeof value === "number"

/** The fields of every line, in order. */
const common = ({ date, fiber, logLevel }: Line, message: string) => ({
  message,
  level: logLevel.toUpperCase(),
  timestamp: date.toISOString(),
  annotations: fiber.getRef(References.CurrentLogAnnotations),
  fiberId: `#${fiber.id}`
})

const isText = (value: unknown): boolean => typeof value !== "object" && value !== undefined

/** Whether an error is of a tagged class, which its fields describe. Other errors are bugs, whose stack is logged. */
const isTagged = (error: Error) => "_tag" in error

/** Formats a line with arbitrary values; redacts secrets, and leaves out cycles. */
const redacted = (line: Line): string => {
  const { cause, date, fiber, message } = line
  const values: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
  const mistakes = values.filter((value) => value instanceof Error && !isTagged(value))
  const details = values.filter((value) => !isText(value) && !mistakes.includes(value))
  const causes = [
    ...(cause.reasons.length === 0 ? [] : [Cause.pretty(cause)]),
    ...mistakes.map((mistake) => Cause.pretty(Cause.die(mistake)))
  ].join("\n")
  const text = values.filter(isText).map(String).join(" ")
  const spans = fiber.getRef(References.CurrentLogSpans)
  const fields = common(line, text === "" ? causes.split("\n", 1)[0]! : text)
  return Formatter.formatJson({
    ...fields,
    annotations: Record.map(fields.annotations, Inspectable.toJson),
    // A `toJSON` method that throws must not lose the line, so it is called here.
    ...(details.length === 0 ? {} : { details: details.map(Inspectable.toJson) }),
    ...(causes === "" ? {} : { cause: causes }),
    ...(spans.length === 0
      ? {}
      : { spans: Object.fromEntries(spans.map(([label, started]) => [label, date.getTime() - started])) })
  })
}

/**
 * Formats a line. Nearly all lines have plain values, such as those of requests. For them it skips the handling of
 * secrets, cycles and getters, which costs more than the rest.
 */
export const jsonLine = Logger.make<unknown, string>((line) => {
  const { cause, fiber, message } = line
  const text = Array.isArray(message) && message.length === 1 ? message[0] : message
  const isSimple = typeof text === "string" && cause.reasons.length === 0 &&
    fiber.getRef(References.CurrentLogSpans).length === 0 &&
    Object.values(fiber.getRef(References.CurrentLogAnnotations)).every(isPlain)
  return isSimple ? JSON.stringify(common(line, text)) : redacted(line)
})
