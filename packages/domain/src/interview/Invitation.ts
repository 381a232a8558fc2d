/** Invitations to interviews by mail: who gets one, and of which change (RFC 5546). Their texts and files are made by workers. */
import { InterviewId, UserId } from "../Id.ts"
import type { MessageStatus } from "../mail/MessageStatus.ts"
import type { Timestamp } from "../Timestamp.ts"
import type { InterviewState } from "./Interview.ts"
import type { Response } from "./Interviewer.ts"

/** An interviewer, or the candidate. */
export type Recipient = UserId | "candidate"

export type Method = "REQUEST" | "CANCEL"

/** The last invitation that was made for somebody. */
export interface Invitation {
  readonly method: Method
  /** The sequence of the interview when it was made. */
  readonly sequence: number
  /** A hash of what it says: another change sends nothing. */
  readonly content: string
  /** Whether an invitation had left before it. */
  readonly was_known: boolean
}

/** The same with the status of its mail; null where that is not stored, or was deleted since. */
export interface MadeInvitation extends Invitation {
  readonly status: MessageStatus | null
}

export interface InvitationReference {
  readonly interview_id: InterviewId
  readonly recipient: Recipient
  readonly sequence: number
}

/** The key of the mail of an invitation. */
export const invitationKey = ({ interview_id, recipient, sequence }: InvitationReference): string =>
  `invitation ${interview_id} ${recipient} ${sequence}`

const keyPattern = /^invitation ([0-9a-f-]{36}) (candidate|[0-9a-f-]{36}) (\d{1,9})$/

/** Returns the invitation that a mail with this key is; null of another mail. */
export const invitationOf = (key: string | null): InvitationReference | null => {
  const [, interview_id, recipient, sequence] = keyPattern.exec(key ?? "") ?? []
  return interview_id === undefined || recipient === undefined ? null : {
    interview_id: InterviewId.make(interview_id),
    recipient: recipient === "candidate" ? recipient : UserId.make(recipient),
    sequence: Number(sequence)
  }
}

/** The name of an interview in all calendars (RFC 5545, section 3.8.4.7). */
export const uidOf = (id: InterviewId): string => `${id}@candor`

/** Returns the interview that is named so; null of another event. */
export const interviewIdOf = (uid: string): InterviewId | null => {
  const id = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})@candor$/i.exec(uid.trim())?.[1]
  return id === undefined ? null : InterviewId.make(id.toLowerCase())
}

const isOver = ({ ends_at }: InterviewState, now: Timestamp): boolean => ends_at !== null && ends_at <= now

/** Returns what somebody is to be told of an interview now; null where it is nothing: it is over, or the candidate is not to be told. */
export const methodFor = (interview: InterviewState, recipient: Recipient, now: Timestamp): Method | null => {
  const { interviewers, status, tells_candidate } = interview
  if (isOver(interview, now) || status === "complete" || status === "no_show" || (recipient === "candidate" && !tells_candidate)) return null
  const isInvited = recipient === "candidate" || interviewers.some(({ member_id }) => member_id === recipient)
  return status === "scheduled" && isInvited ? "REQUEST" : "CANCEL"
}

/** Returns what somebody answered. */
export const responseOf = ({ candidate_response, interviewers }: InterviewState, recipient: Recipient): Response =>
  recipient === "candidate" ? candidate_response : interviewers.find(({ member_id }) => member_id === recipient)?.response ?? "needs_action"

/** Whether an invitation has reached somebody, or may have. One that waits, or was refused, has not. */
const isKnown = ({ method, status, was_known }: MadeInvitation): boolean =>
  method === "REQUEST" ? was_known || !["queued", "failed", "cancelled"].includes(status ?? "") : false

/** An invitation to send. The mail of the one before is taken back where it waits. */
export interface Planned extends Invitation {
  readonly recipient: Recipient
  /** Whether a mail is sent: not to somebody whose invitation has never left. */
  readonly isSent: boolean
  /** Whether its receiver has an invitation already, which changes. */
  readonly isUpdate: boolean
}

/** Returns the invitations that follow from an interview as it is. `contentOf` returns a hash of what somebody would be told. */
export const planned = (
  interview: InterviewState,
  made: Readonly<Record<string, MadeInvitation>>,
  contentOf: (recipient: Recipient, method: Method) => string,
  now: Timestamp
): ReadonlyArray<Planned> => {
  const before = Object.keys(made) as ReadonlyArray<Recipient>
  const recipients = new Set<Recipient>([...before, "candidate", ...interview.interviewers.map(({ member_id }) => member_id)])
  return [...recipients].flatMap((recipient) => {
    const method = methodFor(interview, recipient, now)
    const last = made[recipient]
    if (method === null || (method === "CANCEL" && last?.method !== "REQUEST")) return []
    const content = contentOf(recipient, method)
    const isTold = last !== undefined && last.method === method && last.content === content && last.status !== null
    if (isTold || (last !== undefined && last.sequence > interview.sequence)) return []
    const was_known = last !== undefined && isKnown(last)
    return [{ recipient, method, content, sequence: interview.sequence, was_known, isSent: method === "REQUEST" || was_known, isUpdate: was_known }]
  })
}
