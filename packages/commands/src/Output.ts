/** What a command says: its result, for programs or for people, and why it did nothing. */
import { Console, type Effect, Schema } from "effect"
import { Flag } from "effect/cli"

export const json = Flag.Boolean("json").pipe(
  Flag.withDescription("Print the result as JSON"),
  Flag.withDefault(false)
)

/** Prints the result as JSON, or as these lines. */
export const print = (
  asked: { readonly json: boolean },
  result: unknown,
  ...lines: ReadonlyArray<string>
): Effect.Effect<void> => Console.log(asked.json ? JSON.stringify(result, null, 2) : lines.join("\n"))

/** Rows as lines whose columns stand below each other, under a heading. */
export const table = (
  heading: ReadonlyArray<string>,
  rows: ReadonlyArray<ReadonlyArray<string>>
): ReadonlyArray<string> => {
  const all = [heading, ...rows]
  const width = (column: number) => Math.max(...all.map((row) => (row[column] ?? "").length))
  return all.map((row) => row.map((cell, column) => cell.padEnd(width(column))).join("  ").trimEnd())
}

/** Why a command did nothing, for whoever typed it. */
export class CommandRefused extends Schema.TaggedError<CommandRefused>()("CommandRefused", {
  message: Schema.String
}) {}

/** The command waits for a yes: whoever typed it is asked, and then it runs again with `--yes`. */
export class ConfirmationNeeded extends Schema.TaggedError<ConfirmationNeeded>()("ConfirmationNeeded", {
  question: Schema.String
}) {
  override get message() {
    return `${this.question} Say so with --yes.`
  }
}
