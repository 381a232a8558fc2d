/** The command line of a program that takes all settings from the environment: `--help` and `--version`. */
import { Effect } from "effect"
import { Command } from "effect/cli"
import * as CommandLine from "./CommandLine.ts"

const settings =
  "It takes no arguments: environment variables such as PORT, DATABASE_URL and CANDOR_DATA_DIR decide how it " +
  "runs. docs/configuration.md lists them."

/** Answers `--help` and `--version`, and refuses every other argument. */
export const handle = ({ does, name }: { readonly name: string; readonly does: string }, args: ReadonlyArray<string>) =>
  CommandLine.run(Command.make(name, {}, () => Effect.void).pipe(Command.withDescription(`${does} ${settings}`)), args)
