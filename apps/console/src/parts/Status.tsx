/** Labels and colors for the statuses of jobs, applications and prospects. */
import { type Marked, msg, t } from "../language/text.tsx"
import { ratingNames } from "./ratings.ts"
import { Badge, type Tone } from "./Page.tsx"

const tones: Readonly<Record<string, Tone>> = {
  active: "accent",
  admin: "accent",
  closed: "neutral",
  completed: "good",
  converted: "good",
  deactivated: "neutral",
  delivered: "good",
  disabled: "warning",
  draft: "warning",
  enabled: "good",
  failed: "bad",
  hired: "good",
  interested: "good",
  no: "warning",
  pending: "warning",
  published: "good",
  rejected: "bad",
  replied: "accent",
  shortlisted: "accent",
  strong_no: "bad",
  strong_yes: "good",
  succeeded: "good",
  yes: "good"
}

/** Labels for values of fields. */
const words: Readonly<Record<string, Marked>> = {
  active: msg("Active"),
  agency: msg("Agency"),
  asked: msg("Requested"),
  careers_page: msg("Careers page"),
  careers_site: msg("Careers site"),
  closed: msg("Closed"),
  completed: msg("Completed"),
  contacted: msg("Contacted"),
  contract: msg("Contract"),
  converted: msg("Added to job"),
  coordinator: msg("Coordinator"),
  cover_letter: msg("Cover letter"),
  deactivated: msg("Deactivated"),
  disabled: msg("Disabled"),
  draft: msg("Draft"),
  email: msg("Email"),
  enabled: msg("Enabled"),
  failed: msg("Failed"),
  full_time: msg("Full-time"),
  hired: msg("Hired"),
  hiring_manager: msg("Hiring manager"),
  home: msg("Home"),
  import: msg("Import"),
  interested: msg("Interested"),
  internship: msg("Internship"),
  interviewer: msg("Interviewer"),
  job_board: msg("Job board"),
  linkedin: msg("LinkedIn"),
  mail: msg("From an email"),
  mobile: msg("Mobile"),
  no_decision: msg("Undecided"),
  not_contacted: msg("Not contacted"),
  not_interested: msg("Not interested"),
  other: msg("Other"),
  part_time: msg("Part-time"),
  pending: msg("Pending"),
  personal: msg("Personal"),
  published: msg("Published"),
  recruiter: msg("Recruiter"),
  referral: msg("Referral"),
  rejected: msg("Rejected"),
  replied: msg("Replied"),
  resume: msg("Résumé"),
  school: msg("School"),
  shortlisted: msg("Shortlisted"),
  sourcer: msg("Sourcer"),
  sourced: msg("Sourced"),
  sourcing: msg("Sourcing"),
  succeeded: msg("Succeeded"),
  superseded: msg("Outdated"),
  temporary: msg("Temporary"),
  withdrawn: msg("Withdrawn"),
  work: msg("Work"),
  ...ratingNames
}

/** Makes an identifier readable: “AI profile” for `ai_profile`. */
export const readable = (value: string): string => {
  const text = value.replaceAll("_", " ").replace(/\b(ai|api)\b/g, (word) => word.toUpperCase())
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/**
 * Returns the label of a value: “Full time” for `full_time`. An unknown value, such as a custom source, is made
 * readable; a host name stays.
 */
export const spelled = (value: string): string => {
  const word = words[value]
  if (word !== undefined) return t(word)
  return /^[\w-]+(?:\.[\w-]+)+$/.test(value) ? value : readable(value)
}

export const Status = ({ of }: { readonly of: string }) => <Badge tone={tones[of] ?? "neutral"}>{spelled(of)}</Badge>
