/** What events say has happened, in words: a type of event is read as it is written, if nothing else stands here. */
import { type Marked, msg, t } from "../language/text.tsx"
import { readable } from "./Status.tsx"

const nouns: Readonly<Record<string, Marked>> = {
  attachment: msg("File"),
  audit: msg("Audit log"),
  board: msg("Careers site"),
  feedback_request: msg("Request for feedback"),
  job_form: msg("Form of a job"),
  message: msg("Mail")
}

const verbs: Readonly<Record<string, Marked>> = {
  assigned: msg("given to an application"),
  bounced: msg("came back"),
  cancelled: msg("stopped"),
  failing: msg("does not work"),
  forward_declined: msg("not taken for a reply"),
  queued: msg("waits to be sent"),
  quarantined: msg("put into the quarantine"),
  resubmitted: msg("sent again"),
  working: msg("works")
}

/** `sourcing_search` as people write it: “Sourcing search”. */
export const spelledNoun = (noun: string): string => t(nouns[noun] ?? readable(noun))

/** `stages_changed` as people write it: “stages changed”. */
export const spelledVerb = (verb: string): string => t(verbs[verb] ?? verb.replaceAll("_", " "))
