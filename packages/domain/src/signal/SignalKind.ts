/** The kinds of signals. Each is a fact that a person can check; none is a score, and none has an effect of its own. */
import { Schema } from "effect"
import { described } from "../Described.ts"

export const SignalKind = Schema.Literals([
  "similar_text",
  "same_file",
  "shared_phone",
  "shared_network",
  "fast_form",
  "throwaway_email",
  "model_instructions"
]).pipe(described(
  "`similar_text`: a letter, long answer or résumé is nearly that of others. `same_file`: a file is that of somebody else. `shared_phone`: " +
    "somebody else has the phone number. `shared_network`: several others applied from the range of IP addresses within a day. `fast_form`: the " +
    "form was sent sooner than it can be read. `throwaway_email`: the address is of a service for short-lived ones. `model_instructions`: a file " +
    "or text has instructions to a language model, or text that people do not see",
  "similar_text"
))
export type SignalKind = typeof SignalKind.Type
