/** Describes the variables of templates. */
import { type Marked, msg, t } from "../../language/text.tsx"

const descriptions: Readonly<Record<string, Marked>> = {
  "candidate.full_name": msg("The candidate's name"),
  "candidate.first_name": msg("The candidate's given name, or full name if unknown"),
  "candidate.email": msg("The candidate's email address"),
  "job.title": msg("Job title"),
  "job.department": msg("The job's department, if any"),
  "job.location": msg("The job's location, if any"),
  "application.stage": msg("The application's stage"),
  "application.applied_on": msg("Application date"),
  "application.page": msg("The candidate's application page; empty unless they applied on the careers site"),
  "interview.title": msg("What the next interview is called, if any"),
  "interview.day": msg("The day of the interview"),
  "interview.time": msg("The time of the interview"),
  "organization.name": msg("Organization name"),
  "sender.full_name": msg("The sender's name; in automatic emails, the organization"),
  "sender.email": msg("The sender's email address; in automatic emails, your sender address")
}

/** Returns the console's description of a variable; the server's if there is none. */
export const describedVariable = (name: string, description: string): string => t(descriptions[name] ?? description)
