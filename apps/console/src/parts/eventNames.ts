/** Names for event types; a type without a declared name is made readable. */
import { eventNames } from "../declared/events.made.ts"
import { msg, t } from "../language/text.tsx"
import { readable } from "./Status.tsx"

/** Makes a noun readable: “Sourcing search” for `sourcing_search`. */
export const spelledNoun = (noun: string): string =>
  t(noun === "audit" ? msg("Audit log") : eventNames.nouns[noun] ?? readable(noun))

/** Makes a verb readable: “stages changed” for `stages_changed`. */
export const spelledVerb = (verb: string): string => t(eventNames.verbs[verb] ?? verb.replaceAll("_", " "))

/** Makes an event readable: “Scheduling link booked” for `scheduling_link.booked`. */
export const spelledEvent = (type: string): string => {
  const [noun = "", verb = ""] = type.split(".")
  const whole = eventNames.wholes[type]
  return whole === undefined ? t("{noun} {verb}", { noun: spelledNoun(noun), verb: spelledVerb(verb) }) : t(whole)
}
