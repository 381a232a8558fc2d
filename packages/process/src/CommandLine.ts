/** Runs the command that the command line names. */
import { Effect, Layer, Schema } from "effect"
import { CliConfig, CliError, CliOutput, Command, GlobalFlag } from "effect/cli"
import * as CommandPlatform from "./CommandPlatform.ts"
import { expected } from "./Expected.ts"
import { version } from "./Version.ts"

/** The command line names no command, or has a wrong value. */
export class CommandLineRefused extends Schema.TaggedError<CommandLineRefused>()("CommandLineRefused", {
  message: Schema.String
}) {}

/**
 * Prints help to stdout. A mistake in the command line is reported in one line, like every failure, without the help.
 */
const presenter = CliOutput.layerPresenter({
  present: (event) => {
    if (event._tag === "InvalidInvocation") return Effect.void
    return CliOutput.defaultPresenter.present(event._tag === "Version" ? { ...event, name: "candor" } : event)
  }
})

const platform = Layer.mergeAll(
  CommandPlatform.layer,
  presenter,
  CliConfig.layer({ builtIns: [GlobalFlag.Help, GlobalFlag.Version, GlobalFlag.Completions] })
)

const reason = (error: CliError.NonShowHelpErrors): string => {
  if (error._tag !== "InvalidValue") return error.message.replace(/\.$/, "")
  const { kind, option, value } = error
  return `${kind === "flag" ? `--${option}` : `<${option}>`}: Expected ${expected(error.expected)}; got "${value}"`
}

/** Returns why a command line could not be understood, in one line, and the command that shows help. */
const misunderstood = ({ commandPath, errors }: CliError.ShowHelp): string =>
  `${errors.map(reason).join("; ")} (see ${commandPath.join(" ")} --help)`

const isShowHelp = (error: unknown): error is CliError.ShowHelp =>
  CliError.isCliError(error) && error._tag === "ShowHelp"

/** Runs the command that `args` name, or answers `--help` and `--version`. */
export const run = <Name extends string, Input, E, R, ContextInput>(
  command: Command.Command<Name, Input, ContextInput, E, R>,
  args: ReadonlyArray<string>
) =>
  Command.runWith(command, { version })(args).pipe(
    Effect.catchIf(isShowHelp, (help) =>
      help.errors.length === 0 ? Effect.void : new CommandLineRefused({ message: misunderstood(help) })),
    Effect.provide(platform)
  )
