/** How far the mailbox with the replies was read (RFC 9051, section 2.3.1.1). */
import { later, type Timestamp } from "../Timestamp.ts"

/** Mails with these UIDs are read again where the server numbered its mails anew. */
interface Rereading {
  /** The last of them. */
  readonly to_uid: number
  /** Those that came in before this time are left out. */
  readonly since: Timestamp
}

/** Which mail of the folder was handled last. */
export interface MailboxPosition {
  /** The numbering that `uid` belongs to. */
  readonly uid_validity: number
  /** The mails with UIDs up to this one were handled. */
  readonly uid: number
  /** When the newest of them came in, or when the reading began. */
  readonly received_at: Timestamp
  readonly rereading: Rereading | null
  /** How often the connection ended while the next mail was read. */
  readonly interruptions: number
}

/** A folder as the server describes it. */
interface MailboxState {
  readonly uid_validity: number
  /** The UID that the next mail will get. */
  readonly uid_next: number
}

const day = 24 * 3600 * 1000

/**
 * Returns where to begin. Without a position, before the next mail to come in. Where the server numbered its mails anew, before those
 * since the day before the newest one that was handled: what tells them apart is their key.
 */
export const beginning = (position: MailboxPosition | null, { uid_next, uid_validity }: MailboxState, now: Timestamp): MailboxPosition => {
  if (position === null) return { uid_validity, uid: uid_next - 1, received_at: now, rereading: null, interruptions: 0 }
  if (position.uid_validity === uid_validity) return position
  const since = position.rereading?.since ?? later(position.received_at, -day)
  return { ...position, uid_validity, uid: 0, rereading: { to_uid: uid_next - 1, since }, interruptions: 0 }
}

/** Returns the position behind a mail. A time in the future counts as now. */
export const after = (position: MailboxPosition, uid: number, received_at: Timestamp, now: Timestamp): MailboxPosition => ({
  ...position,
  uid,
  received_at: [position.received_at, received_at < now ? received_at : now].toSorted()[1]!,
  rereading: position.rereading !== null && uid < position.rereading.to_uid ? position.rereading : null,
  interruptions: 0
})
