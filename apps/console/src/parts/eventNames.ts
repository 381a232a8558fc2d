/** What events say has happened, in words: a type is read as it is written, if its noun declares nothing else. */
import { eventNames } from "../declared/events.made.ts"
import { msg, t } from "../language/text.tsx"
import { readable } from "./Status.tsx"

/** `sourcing_search` as people write it: “Sourcing search”. */
export const spelledNoun = (noun: string): string =>
  t(noun === "audit" ? msg("Audit log") : eventNames.nouns[noun] ?? readable(noun))

/** `stages_changed` as people write it: “stages changed”. */
export const spelledVerb = (verb: string): string => t(eventNames.verbs[verb] ?? verb.replaceAll("_", " "))
