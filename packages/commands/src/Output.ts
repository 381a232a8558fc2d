/** The output of commands: results as JSON or as lines, and refusals. */
import { Console, type Effect, Schema } from "effect"
import { Flag } from "effect/cli"

export const json = Flag.Boolean("json").pipe(Flag.withDescription("Print the result as JSON"), Flag.withDefault(false))

/** Prints the result as JSON, or as these lines. */
export const print = (
  options: { readonly json: boolean },
  result: unknown,
  ...lines: ReadonlyArray<string>
): Effect.Effect<void> => Console.log(options.json ? JSON.stringify(result, null, 2) : lines.join("\n"))

/** Formats rows as lines with aligned columns under a heading. */
export const table = (
  heading: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<string> => {
  const all = [heading, ...rows]
  const width = (column: number) => Math.max(...all.map((row) => (row[column] ?? "").length))
  return all.map((row) => row.map((cell, column) => cell.padEnd(width(column))).join("  ").trimEnd())
}

/** The command was refused and did nothing; the message has the reason. */
export class CommandRefused extends Schema.TaggedError<CommandRefused>()("CommandRefused", {
  message: Schema.String
}) {}

/** The command needs a confirmation. The user is asked, and the command runs again with `--yes`. */
export class ConfirmationNeeded extends Schema.TaggedError<ConfirmationNeeded>()("ConfirmationNeeded", {
  question: Schema.String
}) {
  override get message() {
    return `${this.question} Confirm with --yes.`
  }
}
