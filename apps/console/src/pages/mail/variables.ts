/** Describes the variables of templates. */
import { type Marked, msg, t } from "../../language/text.tsx"

const descriptions: Readonly<Record<string, Marked>> = {
  "candidate.full_name": msg("Name of the candidate"),
  "candidate.first_name": msg("Given name; the whole name where that is not known"),
  "candidate.email": msg("Address of the candidate"),
  "job.title": msg("Title of the job"),
  "job.department": msg("Department of the job, where it has one"),
  "job.location": msg("Location of the job, where it has one"),
  "application.stage": msg("Stage of the application"),
  "application.applied_on": msg("Day of the application"),
  "application.page": msg("Page where candidates see what they sent through the careers site; empty for others"),
  "organization.name": msg("Name of the organization"),
  "sender.full_name": msg("Who writes; in automatic mails the organization"),
  "sender.email": msg("Address of who writes; in automatic mails the one that they come from")
}

/** Returns the console's description of a variable; the server's where there is none. */
export const describedVariable = (name: string, description: string): string => t(descriptions[name] ?? description)
