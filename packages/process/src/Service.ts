/** Runs a program that serves until it is stopped, and takes its settings from the environment. */
import { type Config, Effect } from "effect"
import { check } from "./SettingsCheck.ts"

export interface Description {
  /** The command that starts it, for example `bun start`. */
  readonly name: string
  /** Its purpose, in a sentence. */
  readonly does: string
  /** All its settings. */
  readonly settings: ReadonlyArray<Config.Config<unknown>>
}

/**
 * Answers `--help` and `--version`, refuses other arguments, reports all wrong settings at once, and otherwise runs the
 * program.
 */
export const service = <A, E, R>({ does, name, settings }: Description, program: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const args = process.argv.slice(2)
    if (args.length === 0) {
      yield* check(settings)
      return yield* program
    }
    // Loaded on demand: a program that serves does not need this code (decision 0018).
    const { handle } = yield* Effect.promise(() => import("./Arguments.ts"))
    return yield* handle({ name, does }, args)
  })
