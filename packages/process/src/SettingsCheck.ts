/** Checks all settings of a program before it starts, and reports every wrong one at once. */
import { Config, ConfigProvider, Effect, Option, Schema, SchemaIssue } from "effect"
import { expected } from "./Expected.ts"
import { unknownVariables } from "./Variables.ts"

const format = SchemaIssue.makeFormatterStandardSchemaV1()

/** Wrong settings, with which the program cannot start: one line for each. */
export class SettingsRejected extends Schema.TaggedError<SettingsRejected>()("SettingsRejected", {
  problems: Schema.Array(Schema.String)
}) {
  override get message() {
    return this.problems.join("\n")
  }
}

/** The longest value that is shown in full, in characters. */
const maxShown = 200

/** Whether a variable contains a secret, or a URL with one. */
const isSecret = (name: string) => /(^|_)(HEADERS|KEY|PASSWORD|SECRET|TOKEN)$/.test(name) || name === "DATABASE_URL"

/**
 * Returns a value in a printable form. In a URL with a password, hides everything between the user's name and the host,
 * and the query, which may repeat the password. Hides any other secret completely.
 */
export const shown = (name: string, value: string): string => {
  const hidden = value.replace(/^([a-z0-9+.-]+:\/\/[^:@/]*):.*@/is, "$1:…@").replace(/\?.*$/s, "?…")
  if (isSecret(name) && !hidden.includes("@")) return "a value that is not shown"
  const text = value.includes("@") && value.includes("://") ? hidden : value
  return JSON.stringify(text.length > maxShown ? `${text.slice(0, maxShown)}…` : text)
}

/** Describes a wrong setting by its first issue. */
const problem = Effect.fnUntraced(function*(error: Config.ConfigError) {
  if (!Schema.isSchemaError(error.cause)) return error.cause.message
  const [issue] = format(error.cause.issue).issues
  const name = (issue?.path ?? []).map(String).join(".")
  const provider = yield* ConfigProvider.ConfigProvider
  const node = yield* Effect.option(provider.load([name]))
  const value = Option.getOrUndefined(node)?.value
  const message = issue?.message ?? error.message
  if (value === undefined) return `${name}: Expected a value, and it is not set`
  // A message that already quotes the value is more precise.
  return `${name}: ${message.includes("; got ") ? message : `Expected ${expected(message)}; got ${shown(name, value)}`}`
})

/**
 * Fails with all wrong settings, and with all variables of Candor that no program reads. A missing setting is not
 * wrong.
 */
export const check = (settings: ReadonlyArray<Config.Config<unknown>>): Effect.Effect<void, SettingsRejected> =>
  Effect.gen(function*() {
    const unknown = yield* unknownVariables
    const [, wrong] = yield* Effect.partition(
      settings,
      (setting) =>
        Effect.catch(Effect.asVoid(Config.option(setting)), (error) => Effect.flatMap(problem(error), Effect.fail))
    )
    const problems = [...wrong, ...unknown]
    if (problems.length > 0) return yield* new SettingsRejected({ problems: [...new Set(problems)] })
  })
