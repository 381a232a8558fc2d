/** Describes the failure of a program in one line. */
import { Cause, Config, Schema, SchemaIssue } from "effect"
import { expected } from "./Expected.ts"
import { SettingsRejected } from "./SettingsCheck.ts"

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Describes every wrong setting, with the name of its variable. */
const settings = (error: Config.ConfigError): string =>
  Schema.isSchemaError(error.cause)
    ? format(error.cause.issue).issues.map(({ message, path }) =>
      `${path?.map(String).join(".")}: Expected ${expected(message)}`
    ).join("; ")
    : error.message

/** Returns the messages of an error and its causes, without repetitions. */
const messages = (error: Error): ReadonlyArray<string> => {
  const causes = error.cause instanceof Error ? messages(error.cause) : []
  return error.message.trim() === ""
    ? causes
    : [error.message, ...causes.filter((text) => !error.message.includes(text))]
}

const text = (error: unknown): string => {
  if (error instanceof Config.ConfigError) return settings(error)
  return error instanceof Error ? messages(error).join(": ") : String(error)
}

/** Describes a failure in one line, without a stack. Wrong settings have a line each. */
export const failureLine = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  return error instanceof SettingsRejected ? error.message : text(error).replace(/\s*\n\s*/g, " ")
}
