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
  "`similar_text`: a letter, long answer or résumé is nearly the same as others'. `same_file`: somebody else " +
    "sent the same file. `shared_phone`: somebody else has the same phone number. `shared_network`: several " +
    "others applied from the same range of IP addresses within a day. `fast_form`: the form was sent faster than " +
    "it can be read. `throwaway_email`: the address is from a disposable email service. `model_instructions`: a " +
    "file or text contains instructions to a language model, or text hidden from people",
  "similar_text"
))
export type SignalKind = typeof SignalKind.Type
