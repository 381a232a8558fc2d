/** Automatic mails, which are triggered by events. */
import { Predicate, Schema } from "effect"
import { described } from "../Described.ts"
import type { Event } from "../event/Event.ts"
import { ApplicationId, type CandidateId, InterviewId, type JobId, UserId } from "../Id.ts"
import type { Member } from "../organization/Member.ts"
import type { SpokenLanguage } from "../SpokenLanguage.ts"
import type { MailAccountState } from "./MailAccount.ts"
import { type Occasion, occasionOf, ruledTypes } from "./RuledMail.ts"

/** The kinds of mails to members. */
export const MailNotice = Schema.Literals([
  "mention",
  "feedback_request",
  "team",
  "reply",
  "digest",
  "scorecard",
  "missing_scorecard",
  "declined_interview"
])
export type MailNotice = typeof MailNotice.Type

/** The kinds that a member has chosen. */
export const MailNotices = Schema.Array(MailNotice).pipe(described(
  "The emails that a member gets, if the organization sends such emails: `mention` in a note, " +
    "`feedback_request`, `team` when somebody adds the member to a job's team, `reply` of a candidate whom the " +
    "member was the last to write to (if nobody wrote, the job's recruiters and hiring managers get it), `digest` " +
    "of open tasks, once a day, `scorecard` that the member owes after an interview, `missing_scorecard` of an " +
    "interview that the member created, and `declined_interview` when an interviewer of such an interview " +
    "declines",
  ["mention", "feedback_request", "reply"]
))

/** The invitations to an interview that has changed. */
export interface ChangedInterview {
  readonly kind: "invitations"
  readonly interview_id: InterviewId
}

/** The subject of a notice: the kind, and the id of the note, request, team membership, or mail. */
export interface NoticeReference {
  readonly about: Exclude<MailNotice, "digest">
  readonly subject_id: string
  readonly member_id: UserId
  /** The number of a repeated reminder, from the second one on; for a response, the version of the interview. */
  readonly number?: number
}

/** Returns the key of a notice, from which its text is composed when it is sent. */
export const noticeKey = ({ about, member_id, number, subject_id }: NoticeReference): string =>
  `${about} ${subject_id} ${member_id}${number === undefined ? "" : ` ${number}`}`

const uuid = "[0-9a-f-]{36}"
const keyPattern = new RegExp(
  `^(mention|feedback_request|team|reply|scorecard|missing_scorecard|declined_interview) (${uuid}) (${uuid})(?: \\d{1,9})?$`
)

/** Parses the key of a notice; null for a digest. */
export const referenceOf = (key: string): NoticeReference | null => {
  const [, about, subject_id, member_id] = keyPattern.exec(key) ?? []
  return about === undefined
    ? null
    : { about: about as NoticeReference["about"], subject_id: subject_id!, member_id: UserId.make(member_id!) }
}

/** The subject of a notice, as the member sees it when it is sent. */
export interface NoticeSubject {
  readonly application_id: ApplicationId | null
  readonly candidate_id: CandidateId | null
  readonly job_id: JobId | null
  readonly person: string | null
  readonly job: string | null
  /** The requested topic of feedback, or the beginning of a reply; null if there is none. */
  readonly words: string | null
  /** The organization's language. */
  readonly language: SpokenLanguage | null
}

/** A member who wants to be told of something by mail, with the language of the organization. */
export interface NoticeReader extends Member {
  readonly language: SpokenLanguage | null
}

/** The counts in a member's digest. */
export interface DigestCounts {
  readonly replies: number
  readonly new_applications: number
  readonly feedback_requests: number
  readonly mentions: number
  readonly undelivered: number
}

/**
 * A mail to a member. The stored mail contains only the person who acted. Everything else that the member may see of
 * the subject is added when it is sent.
 */
export interface Notice extends Pick<NoticeReference, "about" | "number" | "subject_id"> {
  readonly kind: "notice"
  /** Null if it is for the members who correspond with the candidate. */
  readonly member_id: UserId | null
  readonly by: UserId | null
  readonly application_id: ApplicationId | null
}

/** A reopened application, with the emails that were waiting when it ended. */
export interface Reopened {
  readonly kind: "reopened"
  readonly application_id: ApplicationId
  readonly event_id: string
}

export type AutomaticMail = ChangedInterview | Notice | Occasion | Reopened

type Data = Readonly<Record<string, Schema.Json>>

const applicationIdOf = (value: Schema.Json | undefined): ApplicationId | null =>
  typeof value === "string" ? ApplicationId.make(value) : null

/** Notifies a member, unless they are the actor. Editing a note notifies nobody again. */
const notice = (
  { actor, subject_id }: Event,
  about: Notice["about"],
  member: Schema.Json | undefined,
  data: Data
): ReadonlyArray<Notice> =>
  typeof member !== "string" || member === actor.user_id ? [] : [{
    kind: "notice",
    about,
    subject_id,
    member_id: UserId.make(member),
    by: actor.user_id,
    application_id: applicationIdOf(data["application_id"])
  }]

/**
 * Notifies those who correspond with a candidate of a reply, except the member who assigned it to the application. An
 * interviewer's response to an invitation notifies nobody.
 */
const reply = ({ actor, subject_id }: Event, data: Data): ReadonlyArray<AutomaticMail> => {
  const application_id = applicationIdOf(data["application_id"])
  return application_id === null || data["is_automatic"] !== false || data["purpose"] === "invitation"
    ? []
    : [{ kind: "notice", about: "reply", subject_id, member_id: null, by: actor.user_id, application_id }]
}

/** Notifies the creator of an interview that one of its interviewers declined, unless that is the creator. */
const declined = (event: Event, data: Data): ReadonlyArray<AutomaticMail> => {
  const { author_id, interviewers, member_id, version } = data
  const isDeclined = Array.isArray(interviewers) &&
    interviewers.some((one) =>
      Predicate.isReadonlyObject(one) && one["member_id"] === member_id && one["response"] === "declined"
    )
  return isDeclined && member_id !== author_id
    ? notice(event, "declined_interview", author_id, data).map((one) => ({ ...one, number: Number(version) }))
    : []
}

const mentions = (event: Event, data: Data) =>
  Array.isArray(data["mentioned_member_ids"])
    ? data["mentioned_member_ids"].flatMap((member) => notice(event, "mention", member, data))
    : []

type Switches = Pick<MailAccountState, "notifies_members">

type Rule = (event: Event, data: Data, account: Switches) => ReadonlyArray<AutomaticMail>

const invited: Rule = ({ subject_id }) => [{ kind: "invitations", interview_id: InterviewId.make(subject_id) }]

/** Events of an interview after which invitations are sent again: those that raise its sequence number. */
const invitingTypes = [
  "interview.scheduled",
  "interview.rescheduled",
  "interview.updated",
  "interview.cancelled",
  "interview.reopened",
  "interview.interviewer_replaced"
]

const told =
  (notices: (event: Event, data: Data) => ReadonlyArray<AutomaticMail>): Rule => (event, data, { notifies_members }) =>
    notifies_members ? notices(event, data) : []

const rules: Readonly<Record<string, Rule>> = {
  ...Object.fromEntries([...invitingTypes, "interview.proposal_declined"].map((type) => [type, invited])),
  "application.reopened": ({ id, subject_id }) => [
    { kind: "reopened", application_id: ApplicationId.make(subject_id), event_id: id }
  ],
  "interview.responded": told(declined),
  "message.received": told(reply),
  "message.assigned": told(reply),
  "note.created": told(mentions),
  "note.updated": told(mentions),
  "feedback_request.asked": told((event, data) => notice(event, "feedback_request", data["member_id"], data)),
  "team_member.added": told((event, data) => notice(event, "team", data["member_id"], {}))
}

/** The types of events that trigger mails, or stop waiting ones. */
export const automaticTypes: ReadonlyArray<string> = [...new Set([...Object.keys(rules), ...ruledTypes])]

/** Returns the mails, and occasions for mails, that an event triggers. None if its data was erased. */
export const automaticMails = (event: Event, account: Switches): ReadonlyArray<AutomaticMail> => {
  const occasion = occasionOf(event)
  return [
    ...(occasion === null ? [] : [occasion]),
    ...(event.data === null ? [] : rules[event.type]?.(event, event.data, account) ?? [])
  ]
}
