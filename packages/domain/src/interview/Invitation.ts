/**
 * Invitations to interviews by mail: who gets one, and after which changes (RFC 5546). Workers compose their texts and
 * files.
 */
import { InterviewId, UserId } from "../Id.ts"
import type { MessageStatus } from "../mail/MessageStatus.ts"
import { fromMillis, Timestamp } from "../Timestamp.ts"
import type { InterviewState } from "./Interview.ts"
import type { Response } from "./Interviewer.ts"

/** An interviewer, or the candidate. */
export type Recipient = UserId | "candidate"

export type Method = "REQUEST" | "CANCEL"

/** The last invitation that was created for a recipient. */
export interface Invitation {
  readonly method: Method
  /** The interview's sequence number at that time. */
  readonly sequence: number
  /**
   * A hash of the invitation's content: nothing is sent for changes that do not affect it. That of a cancellation is
   * what the recipient was told before, if that is known: nothing is sent if it is true again before the cancellation
   * is sent.
   */
  readonly content: string
  /** Whether the recipient's calendar had the interview before. */
  readonly was_known: boolean
}

/**
 * The same with the status of its mail, which is stored together with it; null if no mail was needed, or if it was
 * deleted.
 */
export interface MadeInvitation extends Invitation {
  readonly status: MessageStatus | null
}

export interface InvitationReference {
  readonly interview_id: InterviewId
  readonly recipient: Recipient
  readonly sequence: number
}

/** Returns the key of an invitation's mail. */
export const invitationKey = ({ interview_id, recipient, sequence }: InvitationReference): string =>
  `invitation ${interview_id} ${recipient} ${sequence}`

const keyPattern = /^invitation ([0-9a-f-]{36}) (candidate|[0-9a-f-]{36}) (\d{1,9})$/

const recipientOf = (text: string): Recipient => text === "candidate" ? text : UserId.make(text)

/** Parses the key of an invitation's mail; null for another mail. */
export const invitationOf = (key: string | null): InvitationReference | null => {
  const [, interview_id, recipient, sequence] = keyPattern.exec(key ?? "") ?? []
  return interview_id === undefined || recipient === undefined ? null : {
    interview_id: InterviewId.make(interview_id),
    recipient: recipientOf(recipient),
    sequence: Number(sequence)
  }
}

/** The first word in the key of a mail that cancels an interview which was removed with its application. */
export const removedKey = "removed"

const removedPattern = new RegExp(`^${removedKey} ([0-9a-f-]{36}) [0-9a-f-]{36} (\\d{1,9}) (\\d{1,15}) (\\d{1,15})$`)

/** A removed interview, as contained in the key of the mail that cancels it. */
export interface RemovedInterview {
  readonly interview_id: InterviewId
  readonly sequence: number
  readonly starts_at: Timestamp
  readonly ends_at: Timestamp
}

/** Parses the key of a mail that cancels a removed interview; null for another mail. */
export const removedOf = (key: string | null): RemovedInterview | null => {
  const [, interview_id, sequence, starts_at, ends_at] = removedPattern.exec(key ?? "") ?? []
  return interview_id === undefined ? null : {
    interview_id: InterviewId.make(interview_id),
    sequence: Number(sequence),
    starts_at: fromMillis(Number(starts_at)),
    ends_at: fromMillis(Number(ends_at))
  }
}

/** A proposal for another time that was declined. */
export interface DeclinedProposal {
  readonly interview_id: InterviewId
  readonly recipient: Recipient
  readonly proposed_at: Timestamp
}

/** Returns the key of the mail that declines a proposal. */
export const declinedKey = ({ interview_id, proposed_at, recipient }: DeclinedProposal): string =>
  `declined ${interview_id} ${recipient} ${proposed_at}`

const declinedPattern = /^declined ([0-9a-f-]{36}) (candidate|[0-9a-f-]{36}) ([\d-]{10}T[\d:.]{12}Z)$/

/** Parses the key of a mail that declines a proposal; null for another mail. */
export const declinedOf = (key: string | null): DeclinedProposal | null => {
  const [, interview_id, recipient, proposed_at] = declinedPattern.exec(key ?? "") ?? []
  return interview_id === undefined || recipient === undefined || proposed_at === undefined ? null : {
    interview_id: InterviewId.make(interview_id),
    recipient: recipientOf(recipient),
    proposed_at: Timestamp.make(proposed_at)
  }
}

/** Tells whether a mail with this key is for calendars. */
export const isInvitation = (key: string | null): boolean =>
  invitationOf(key) !== null || removedOf(key) !== null || declinedOf(key) !== null

/** Returns the UID of an interview in all calendars (RFC 5545, section 3.8.4.7). */
export const uidOf = (id: InterviewId): string => `${id}@candor`

/** Returns the interview of a UID; null if the event is not one of Candor's. */
export const interviewIdOf = (uid: string): InterviewId | null => {
  const id = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@candor$/i.exec(uid.trim())?.[1]
  return id === undefined ? null : InterviewId.make(id.toLowerCase())
}

const isOver = ({ ends_at }: InterviewState, now: Timestamp): boolean => ends_at !== null && ends_at <= now

/**
 * Returns the calendar method for a recipient: `CANCEL` if the interview is canceled, or the recipient no longer takes
 * part or no longer sees the job; null if nothing is to be sent, because the interview is over or the candidate is not
 * to be told.
 */
export const methodFor = (
  interview: InterviewState,
  recipient: Recipient,
  sees: (recipient: Recipient) => boolean,
  now: Timestamp
): Method | null => {
  const { interviewers, status, tells_candidate } = interview
  if (
    isOver(interview, now) || status === "complete" || status === "no_show" ||
    (recipient === "candidate" && !tells_candidate)
  ) return null
  const isInvited = recipient === "candidate" || interviewers.some(({ member_id }) => member_id === recipient)
  return status === "scheduled" && isInvited && sees(recipient) ? "REQUEST" : "CANCEL"
}

/** Returns the response of a recipient. */
export const responseOf = ({ candidate_response, interviewers }: InterviewState, recipient: Recipient): Response =>
  recipient === "candidate"
    ? candidate_response
    : interviewers.find(({ member_id }) => member_id === recipient)?.response ?? "needs_action"

/** The statuses of a mail that was not sent: it waits, was refused, or was taken back. */
export const unsentStatuses: ReadonlyArray<MessageStatus> = ["queued", "failed", "cancelled"]

const hasLeft = ({ status }: MadeInvitation): boolean => status === null || !unsentStatuses.includes(status)

/** Tells whether a recipient's calendar has, or may have, the interview after the last invitation. */
const isKnown = (last: MadeInvitation): boolean =>
  last.method === "REQUEST" ? last.was_known || hasLeft(last) : last.was_known && !hasLeft(last)

/** Tells whether the last invitation already says this, and its mail was neither refused nor taken back. */
const says = (last: MadeInvitation, method: Method, content: string): boolean =>
  last.method === method && (method === "CANCEL" || last.content === content) && last.status !== "failed" &&
  last.status !== "cancelled"

/**
 * How long the mail about a member's cancellation waits, in milliseconds. Members can undo it for some seconds, as after
 * a rejection, whose mail waits as long (`MailRule.ts`).
 */
const undoMillis = 60_000

/** Returns how long a mail with this method waits, in milliseconds. */
export const delayOf = ({ changed_by, status }: InterviewState, method: Method): number =>
  method === "CANCEL" && status === "cancelled" && changed_by !== null && changed_by.member_id !== null ? undoMillis : 0

/** An invitation to send. If the mail of the previous one is still waiting, it is taken back. */
export interface Planned extends Invitation {
  readonly recipient: Recipient
  /**
   * Whether a mail is sent. There is none to cancel an invitation that was never sent, or to repeat one whose
   * cancellation was not sent.
   */
  readonly isSent: boolean
  /** Whether it changes an invitation that its recipient already has. */
  readonly isUpdate: boolean
}

/**
 * Returns the invitations to send for an interview in its current state. `contentOf` returns a hash of the content for
 * a recipient. A recipient who was already told of this state gets no second mail: a waiting mail is composed when it
 * is sent, from the state at that time.
 */
export const planned = (
  interview: InterviewState,
  made: Readonly<Record<string, MadeInvitation>>,
  contentOf: (recipient: Recipient, method: Method) => string,
  sees: (recipient: Recipient) => boolean,
  now: Timestamp
): ReadonlyArray<Planned> => {
  const before = Object.keys(made) as ReadonlyArray<Recipient>
  const recipients = new Set<Recipient>([
    ...before,
    "candidate",
    ...interview.interviewers.map(({ member_id }) => member_id)
  ])
  return [...recipients].flatMap((recipient) => {
    const method = methodFor(interview, recipient, sees, now)
    const last = made[recipient]
    const was_known = last !== undefined && isKnown(last)
    if (method === null || (method === "CANCEL" && last?.method !== "REQUEST" && !was_known)) return []
    const content = contentOf(recipient, method)
    if (last !== undefined && (says(last, method, content) || last.sequence >= interview.sequence)) return []
    const isUndone = last?.method === "CANCEL" && was_known && last.content === content
    return [{
      recipient,
      method,
      content: method === "CANCEL" && last !== undefined && (last.method === "CANCEL" || hasLeft(last))
        ? last.content
        : content,
      sequence: interview.sequence,
      was_known,
      isSent: method === "REQUEST" ? !isUndone : was_known,
      isUpdate: was_known
    }]
  })
}
