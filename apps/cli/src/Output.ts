/** What a command says: its result on stdout, for programs or for people. */
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

/** Why a command did nothing, for whoever typed it. */
export class CommandRefused extends Schema.TaggedError<CommandRefused>()("CommandRefused", {
  message: Schema.String
}) {}
