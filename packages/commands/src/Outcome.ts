/** How a command ended. */
import { Schema } from "effect"

export const Outcome = Schema.Struct({
  code: Schema.Literals([0, 1]),
  stdout: Schema.String,
  /** Why it failed, in one line; empty where it did not. */
  stderr: Schema.String,
  /** A question to answer with yes before the command does anything. */
  question: Schema.NullOr(Schema.String)
})
export interface Outcome extends Schema.Schema.Type<typeof Outcome> {}
