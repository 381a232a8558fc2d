/** Emails that follow from rules: which occasions lead to one, and as long as what an email holds. */
import { Schema } from "effect"
import type { HistoryChange } from "../application/ApplicationHistory.ts"
import type { ApplicationStatus } from "../application/ApplicationStatus.ts"
import type { Event } from "../event/Event.ts"
import { ApplicationId, MailRuleId, MailTemplateId, type MessageId } from "../Id.ts"
import type { JobStatus } from "../job/JobStatus.ts"
import { later, Timestamp } from "../Timestamp.ts"
import type { MailAddress } from "./MailAddress.ts"
import { applying, delayOf, isFor, type MailRuleState, MailTrigger, type RuledApplication } from "./MailRule.ts"

/** Why an email was queued: what happened, or an interview that begins, and when. */
export const MailCause = Schema.Struct({ trigger: MailTrigger, at: Timestamp })
export interface MailCause extends Schema.Schema.Type<typeof MailCause> {}

/** Something that rules follow, as its event tells it. */
export interface Occasion {
  readonly kind: "occasion"
  readonly application_id: ApplicationId
  readonly cause: MailCause
  readonly event_id: string
  readonly occurred_at: Timestamp
  /**
   * What tells it from other occasions of the trigger, each of which leads to an email of its own; empty where there is
   * one for ever.
   */
  readonly about: string
  /** Set if its application was reopened, for which no late email is sent. */
  readonly is_restored?: true
  /** The template that was chosen at a rejection, or null for none. */
  readonly chosen?: MailTemplateId | null
}

/** An email to a candidate. */
export interface AutomaticLetter extends Pick<Occasion, "application_id" | "cause"> {
  readonly purpose: "application_received" | "rejection" | "automatic"
  readonly template_id: MailTemplateId
  /** Null of one that was chosen at a rejection. */
  readonly mail_rule_id: MailRuleId | null
  readonly send_at: Timestamp
  readonly key: string
}

/** An application as it is, as far as automatic emails depend on it. */
export interface ApplicationFacts extends RuledApplication {
  readonly status: ApplicationStatus
  readonly job_status: JobStatus
  /** The change of its stage or status that was the last one, and its time. */
  readonly change: HistoryChange
  readonly entered_at: Timestamp
  /** When its interviews begin that are scheduled, are to come, and of which the candidate is told. */
  readonly interviews: ReadonlyArray<Timestamp>
  /** When the last email of a member was sent, or of the candidate came in, or an interview was last scheduled. */
  readonly last_contact_at: Timestamp | null
  /** Whether the organization has a mailbox for replies: without one nobody knows who answered. */
  readonly has_mailbox: boolean
}

/** An automatic email that waits, with its rule if there still is one, and its application as it is now. */
export interface WaitingLetter {
  readonly id: MessageId
  /** Null of a rejection's from before emails had causes. */
  readonly cause: MailCause | null
  readonly mail_rule_id: MailRuleId | null
  readonly rule: MailRuleState | null
  readonly application: ApplicationFacts
  /** The present address of the candidate; null where there is none. */
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

/**
 * Anybody may send an application a thousand times with the address of somebody else, who gets one email of it in a day
 * (UTC).
 */
const received = ofApplication("application_received", (at) => ` ${at.slice(0, 10)}`)

const scheduled: Reading = ({ subject_id }, { application_id, starts_at }) =>
  typeof application_id !== "string" || typeof starts_at !== "string" ? null : {
    application_id: ApplicationId.make(application_id),
    cause: { trigger: "interview", at: Timestamp.make(starts_at) },
    about: ` ${subject_id} ${starts_at}`
  }

/** What members write alone: an automatic email starts no rule. */
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

/** Returns what of an event rules follow; null where they do not. */
export const occasionOf = (event: Event): Occasion | null => {
  const read = event.data === null ? null : readings[event.type]?.(event, event.data) ?? null
  return read === null ? null : { kind: "occasion", event_id: event.id, occurred_at: event.occurred_at, ...read }
}

/** The types of the events after which emails that wait may hold no longer. */
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

/** The types of the events that occasions follow from, or after which emails may hold no longer. */
export const ruledTypes: ReadonlyArray<string> = [...Object.keys(readings), ...endingTypes]

/** What emails are about that wait, and may hold no longer after events. */
export interface AboutLetters {
  readonly applications: ReadonlyArray<ApplicationId>
  readonly rules: ReadonlyArray<MailRuleId>
}

/** Returns what the emails are about that may hold no longer after these events. */
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

/** Tells whether the application is still as it was when the email was queued. */
const holds = ({ at, trigger }: MailCause, application: ApplicationFacts): boolean =>
  conditions[trigger](at, application)

/** Tells whether an email that waits is to be sent at its time. */
export const stands = ({ application, cause, mail_rule_id, rule }: WaitingLetter): boolean => {
  if (cause === null) return application.status === "rejected"
  const hasRule = mail_rule_id === null ||
    rule !== null && rule.is_on && rule.trigger === cause.trigger && isFor(rule, application)
  return hasRule && holds(cause, application)
}

/** The minutes that the email of a rejection waits where no rule says it. */
const rejectionDelay = 1440

const purposes: Partial<Record<MailTrigger, AutomaticLetter["purpose"]>> = {
  application_received: "application_received",
  rejected: "rejection"
}

const sendAt = ({ at, trigger }: MailCause, minutes: number): Timestamp =>
  later(at, (trigger === "interview" ? -minutes : minutes) * 60_000)

/** The email that a rejection leads to: its template, null for none, and the minutes that it waits. */
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
 * Returns the emails that an occasion leads to, none where the application has changed since. One of an
 * interview, or of an application that was reopened, is not sent where its time is over.
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
