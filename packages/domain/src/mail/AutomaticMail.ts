/** Mails that follow from events. */
import { Schema } from "effect"
import { described } from "../Described.ts"
import type { Event } from "../event/Event.ts"
import { ApplicationId, MailTemplateId, type MessageId, UserId } from "../Id.ts"
import type { MailAccountState } from "./MailAccount.ts"

/** The kinds of mails to members. */
export const MailNotice = Schema.Literals(["mention", "feedback_request", "team"])
export type MailNotice = typeof MailNotice.Type

/** The kinds that a member chose. */
export const MailNotices = Schema.Array(MailNotice).pipe(described(
  "What a member is told by mail, where the organization sends such mails: `mention` in a note, `feedback_request`, and `team` where somebody took " +
    "the member into a job's team",
  ["mention", "feedback_request"]
))

/** A mail to a candidate. */
export interface AutomaticLetter {
  readonly kind: "letter"
  readonly application_id: ApplicationId
  readonly purpose: "application_received" | "rejection"
  readonly template_id: MailTemplateId
  readonly delay_millis: number
  readonly key: string
}

/** The mail of a rejection that was undone, or followed by another decision, is not sent. */
export interface Withdrawal {
  readonly kind: "withdrawal"
  readonly application_id: ApplicationId
}

/** A mail to a member. It names who did it, and nothing that the member might not see. */
export interface Notice {
  readonly kind: "notice"
  readonly about: MailNotice
  readonly member_id: UserId
  readonly by: UserId | null
  readonly application_id: ApplicationId | null
  readonly key: string
}

export type AutomaticMail = AutomaticLetter | Withdrawal | Notice

type Data = Readonly<Record<string, Schema.Json>>

const applicationIdOf = (value: Schema.Json | undefined): ApplicationId | null => typeof value === "string" ? ApplicationId.make(value) : null

const letter = (
  subject_id: string,
  purpose: AutomaticLetter["purpose"],
  template_id: MailTemplateId | null,
  delay_millis: number,
  key: string
): ReadonlyArray<AutomaticMail> =>
  template_id === null ? [] : [{ kind: "letter", application_id: ApplicationId.make(subject_id), purpose, template_id, delay_millis, key }]

const [minuteMillis, hourMillis] = [60_000, 3_600_000]

/** A person who rejects somebody by mistake has a minute to take it back, whatever the organization chose. */
const rejectionDelay = ({ rejected_delay_hours }: Switches): number => Math.max(rejected_delay_hours * hourMillis, minuteMillis)

/** Anybody may send an application a thousand times with the address of somebody else, who gets one mail of it in a day (UTC). */
const receivedKey = ({ occurred_at, subject_id }: Event): string => `received ${subject_id} ${occurred_at.slice(0, 10)}`

/** Tells a member, unless it is who did it. A note that is edited tells nobody twice. */
const notice = ({ actor, subject_id }: Event, about: MailNotice, member: Schema.Json | undefined, data: Data): ReadonlyArray<AutomaticMail> =>
  typeof member !== "string" || member === actor.user_id ? [] : [{
    kind: "notice",
    about,
    member_id: UserId.make(member),
    by: actor.user_id,
    application_id: applicationIdOf(data["application_id"]),
    key: `${about} ${subject_id} ${member}`
  }]

const mentions = (event: Event, data: Data) =>
  Array.isArray(data["mentioned_member_ids"]) ? data["mentioned_member_ids"].flatMap((member) => notice(event, "mention", member, data)) : []

type Switches = Pick<MailAccountState, "notifies_members" | "received_template_id" | "rejected_delay_hours" | "rejected_template_id">

type Rule = (event: Event, data: Data, account: Switches) => ReadonlyArray<AutomaticMail>

const received: Rule = (event, _, { received_template_id }) => letter(event.subject_id, "application_received", received_template_id, 0, receivedKey(event))

/** The template that was chosen at a rejection, or by its reason; that of the account where neither chose. */
const chosenTemplate = (chosen: Schema.Json | undefined, { rejected_template_id }: Switches): MailTemplateId | null =>
  chosen === undefined ? rejected_template_id : typeof chosen === "string" ? MailTemplateId.make(chosen) : null

const rejected: Rule = ({ id, subject_id }, { mail_template_id }, account) =>
  letter(subject_id, "rejection", chosenTemplate(mail_template_id, account), rejectionDelay(account), `event ${id}`)

const undone: Rule = ({ subject_id }) => [{ kind: "withdrawal", application_id: ApplicationId.make(subject_id) }]

/** The types of the events that undo a rejection, or follow it with another decision. */
export const undoingTypes: ReadonlyArray<string> = ["application.reopened", "application.withdrawn", "application.hired"]

const told = (notices: (event: Event, data: Data) => ReadonlyArray<AutomaticMail>): Rule => (event, data, { notifies_members }) =>
  notifies_members ? notices(event, data) : []

const rules: Readonly<Record<string, Rule>> = {
  "application.received": received,
  "application.resubmitted": received,
  "application.rejected": rejected,
  ...Object.fromEntries(undoingTypes.map((type) => [type, undone])),
  "note.created": told(mentions),
  "note.updated": told(mentions),
  "feedback_request.asked": told((event, data) => notice(event, "feedback_request", data["member_id"], data)),
  "team_member.added": told((event, data) => notice(event, "team", data["member_id"], {}))
}

/** The types of the events that mails follow from. */
export const automaticTypes: ReadonlyArray<string> = Object.keys(rules)

/** Returns the mails that follow from an event. One whose data was erased has none. */
export const automaticMails = (event: Event, account: Switches): ReadonlyArray<AutomaticMail> =>
  event.data === null ? [] : rules[event.type]?.(event, event.data, account) ?? []

/** The mail of a rejection that waits, with the numbers of its event and of the last one that undid a rejection of the application. */
export interface WaitingRejection {
  readonly id: MessageId
  /** Null where the event is not in the feed any more. */
  readonly sequence: number | null
  readonly undone_at: number | null
}

/**
 * Returns the mails whose rejection was undone after it. The feed alone tells: events that are read again, by several processes or in another
 * order have the same mails cancelled, and not that of a later rejection.
 */
export const undoneRejections = (waiting: ReadonlyArray<WaitingRejection>): ReadonlyArray<MessageId> =>
  waiting.flatMap(({ id, sequence, undone_at }) => undone_at !== null && (sequence ?? 0) < undone_at ? [id] : [])
