/** Emails that rules trigger: which occasions trigger one, and until when an email applies. */
import { Schema } from "effect"
import type { HistoryChange } from "../application/ApplicationHistory.ts"
import type { ApplicationStatus } from "../application/ApplicationStatus.ts"
import type { Event } from "../event/Event.ts"
import { ApplicationId, MailRuleId, MailTemplateId, type MessageId } from "../Id.ts"
import type { JobStatus } from "../job/JobStatus.ts"
import { later, Timestamp } from "../Timestamp.ts"
import type { MailAddress } from "./MailAddress.ts"
import { applying, delayOf, isFor, type MailRuleState, MailTrigger, type RuledApplication } from "./MailRule.ts"

/** The cause of an email: the trigger and its time; for an interview, the time at which it begins. */
export const MailCause = Schema.Struct({ trigger: MailTrigger, at: Timestamp })
export interface MailCause extends Schema.Schema.Type<typeof MailCause> {}

/** An event that rules may be triggered by. */
export interface Occasion {
  readonly kind: "occasion"
  readonly application_id: ApplicationId
  readonly cause: MailCause
  readonly event_id: string
  readonly occurred_at: Timestamp
  /**
   * Distinguishes it from other occasions of the trigger, each of which triggers its own email; empty if there is only
   * one ever.
   */
  readonly about: string
  /** Set if the application was reopened; late emails are not sent then. */
  readonly is_restored?: true
  /** The template that was chosen for a rejection; null for none. */
  readonly chosen?: MailTemplateId | null
}

/** An email to a candidate. */
export interface AutomaticLetter extends Pick<Occasion, "application_id" | "cause"> {
  readonly purpose: "application_received" | "rejection" | "automatic"
  readonly template_id: MailTemplateId
  /** Null if the template was chosen for a rejection. */
  readonly mail_rule_id: MailRuleId | null
  readonly send_at: Timestamp
  readonly key: string
}

/** The present data of an application that automatic emails depend on. */
export interface ApplicationFacts extends RuledApplication {
  readonly status: ApplicationStatus
  readonly job_status: JobStatus
  /** The last change of its stage or status, and when it happened. */
  readonly change: HistoryChange
  readonly entered_at: Timestamp
  /** The start times of its scheduled interviews in the future, of which the candidate is told. */
  readonly interviews: ReadonlyArray<Timestamp>
  /** When a member's last email was sent, the candidate's last email arrived, or an interview was last scheduled. */
  readonly last_contact_at: Timestamp | null
  /** Whether the organization reads replies: otherwise nobody knows who has answered. */
  readonly has_mailbox: boolean
}

/** An automatic email that waits, with its rule if that still exists, and the present application. */
export interface WaitingLetter {
  readonly id: MessageId
  /** Null for a rejection email from before emails had causes. */
  readonly cause: MailCause | null
  readonly mail_rule_id: MailRuleId | null
  readonly rule: MailRuleState | null
  readonly application: ApplicationFacts
  /** The candidate's present address; null if there is none. */
  readonly recipient: MailAddress | null
}

type Data = NonNullable<Event["data"]>
type Reading = (event: Event, data: Data) => Omit<Occasion, "event_id" | "kind" | "occurred_at"> | null

const ofApplication =
  (trigger: MailTrigger, about: (at: Timestamp) => string): Reading =>
  ({ occurred_at: at, subject_id }, { mail_template_id: chosen }) => ({
    application_id: ApplicationId.make(subject_id),
    cause: { trigger, at },
    about: about(at),
    ...(chosen === undefined ? {} : { chosen: typeof chosen === "string" ? MailTemplateId.make(chosen) : null })
  })

/** Anybody may apply a thousand times with somebody else's address, who gets at most one email a day (UTC). */
const received = ofApplication("application_received", (at) => ` ${at.slice(0, 10)}`)

const scheduled: Reading = ({ subject_id }, { application_id, starts_at }) =>
  typeof application_id !== "string" || typeof starts_at !== "string" ? null : {
    application_id: ApplicationId.make(application_id),
    cause: { trigger: "interview", at: Timestamp.make(starts_at) },
    about: ` ${subject_id} ${starts_at}`
  }

/** Only letters by members count: an automatic email triggers no rule. */
const written: Reading = (_, { application_id, purpose, sent_at }) =>
  purpose !== "letter" || typeof application_id !== "string" || typeof sent_at !== "string" ? null : {
    application_id: ApplicationId.make(application_id),
    cause: { trigger: "unanswered", at: Timestamp.make(sent_at) },
    about: ""
  }

const readings: Readonly<Record<string, Reading>> = {
  "application.received": received,
  "application.resubmitted": received,
  "application.moved": ofApplication("moved", () => ""),
  "application.rejected": ofApplication("rejected", (at) => ` ${at}`),
  "interview.scheduled": scheduled,
  "interview.rescheduled": scheduled,
  "interview.reopened": scheduled,
  "interview.updated": scheduled,
  "message.sent": written
}

/** Returns the occasion in an event; null if rules are not triggered by it. */
export const occasionOf = (event: Event): Occasion | null => {
  const read = event.data === null ? null : readings[event.type]?.(event, event.data) ?? null
  return read === null ? null : { kind: "occasion", event_id: event.id, occurred_at: event.occurred_at, ...read }
}

/** Types of events after which waiting emails may no longer apply. */
const endingTypes: ReadonlyArray<string> = [
  "application.moved",
  "application.rejected",
  "application.reopened",
  "application.withdrawn",
  "application.hired",
  "interview.scheduled",
  "interview.rescheduled",
  "interview.updated",
  "interview.cancelled",
  "message.sent",
  "message.received",
  "message.assigned",
  "mail_rule.updated",
  "mail_rule.deleted"
]

/** Types of events that cause occasions, or after which emails may no longer apply. */
export const ruledTypes: ReadonlyArray<string> = [...Object.keys(readings), ...endingTypes]

/** Selects waiting emails that may no longer apply after events. */
export interface AboutLetters {
  readonly applications: ReadonlyArray<ApplicationId>
  readonly rules: ReadonlyArray<MailRuleId>
}

/** Returns which emails may no longer apply after these events. */
export const aboutEnded = (events: ReadonlyArray<Event>): AboutLetters => {
  const ending = events.filter(({ type }) => endingTypes.includes(type))
  const isOfRule = ({ type }: Event) => type.startsWith("mail_rule.")
  const applications = ending.filter((event) => !isOfRule(event)).map(({ data, subject_id, type }) =>
    type.startsWith("application.") ? subject_id : data?.["application_id"]
  )
  return {
    applications: [...new Set(applications)].filter((id) => typeof id === "string").map((id) => ApplicationId.make(id)),
    rules: ending.filter(isOfRule).map(({ subject_id }) => MailRuleId.make(subject_id))
  }
}

const isOpen = ({ job_status, status }: ApplicationFacts): boolean => status === "active" && job_status !== "closed"

const conditions: Readonly<Record<MailTrigger, (at: Timestamp, application: ApplicationFacts) => boolean>> = {
  application_received: (_, application) => isOpen(application),
  moved: (at, { change, entered_at, job_status, status }) =>
    entered_at === at && change !== "reopened" &&
    (status === "hired" || status === "active" && job_status !== "closed"),
  rejected: (at, { entered_at, status }) => status === "rejected" && entered_at === at,
  interview: (at, application) => isOpen(application) && application.interviews.includes(at),
  unanswered: (at, application) => isOpen(application) && application.has_mailbox && application.last_contact_at === at
}

/** Tells whether the application is still in the state for which the email was queued. */
const holds = ({ at, trigger }: MailCause, application: ApplicationFacts): boolean =>
  conditions[trigger](at, application)

/** Tells whether a waiting email still has to be sent. */
export const stands = ({ application, cause, mail_rule_id, rule }: WaitingLetter): boolean => {
  if (cause === null) return application.status === "rejected"
  const hasRule = mail_rule_id === null ||
    rule !== null && rule.is_on && rule.trigger === cause.trigger && isFor(rule, application)
  return hasRule && holds(cause, application)
}

/** The delay of a rejection email, in minutes, if no rule sets it. */
const rejectionDelay = 1440

const purposes: Partial<Record<MailTrigger, AutomaticLetter["purpose"]>> = {
  application_received: "application_received",
  rejected: "rejection"
}

const sendAt = ({ at, trigger }: MailCause, minutes: number): Timestamp =>
  later(at, (trigger === "interview" ? -minutes : minutes) * 60_000)

/** Returns the email after a rejection: its template (null for none), and its delay in minutes. */
export const rejectionLetter = (
  rules: ReadonlyArray<MailRuleState>,
  application: RuledApplication,
  chosen?: MailTemplateId | null
) => {
  const [rule] = applying(rules, "rejected", application)
  const delay_minutes = rule === undefined ? rejectionDelay : delayOf(rule)
  return { template_id: chosen === undefined ? rule?.template_id ?? null : chosen, delay_minutes }
}

/**
 * Returns the emails that an occasion triggers; none if the application has changed since. An email for an interview or
 * a reopened application is dropped if its time has passed.
 */
export const lettersOf = (
  occasion: Occasion,
  rules: ReadonlyArray<MailRuleState>,
  application: ApplicationFacts,
  now: Timestamp
): ReadonlyArray<AutomaticLetter> => {
  const { about, application_id, cause, chosen, event_id, is_restored, occurred_at } = occasion
  if (!holds(cause, application)) return []
  const letter = { application_id, cause, purpose: purposes[cause.trigger] ?? "automatic" } as const
  if (chosen !== undefined) {
    const { delay_minutes, template_id } = rejectionLetter(rules, application, chosen)
    const key = `event ${event_id}`
    return template_id === null
      ? []
      : [{ ...letter, template_id, mail_rule_id: null, send_at: sendAt(cause, delay_minutes), key }]
  }
  return applying(rules.filter(({ created_at }) => created_at <= occurred_at), cause.trigger, application).flatMap(
    (rule) => {
      const send_at = sendAt(cause, delayOf(rule))
      if ((cause.trigger === "interview" || is_restored) && send_at <= now) return []
      return [{
        ...letter,
        template_id: rule.template_id,
        mail_rule_id: rule.id,
        send_at,
        key: `rule ${rule.id} ${application_id}${about}`
      }]
    }
  )
}
