/** The outcome of a command. */
import { Schema } from "effect"

export const Outcome = Schema.Struct({
  code: Schema.Literals([0, 1]),
  stdout: Schema.String,
  /** The reason of a failure, in one line; empty after a success. */
  stderr: Schema.String,
  /** The question that the user must answer with yes before the command does anything; null if there is none. */
  question: Schema.NullOr(Schema.String)
})
export interface Outcome extends Schema.Schema.Type<typeof Outcome> {}
