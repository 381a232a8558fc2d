/** How far the mailbox with the replies was read (RFC 9051, section 2.3.1.1). */
import { later, type Timestamp } from "../Timestamp.ts"

/** Mails with these UIDs are read again where the server numbered its mails anew. */
interface Rereading {
  /** The last of them. */
  readonly to_uid: number
  /** Those that came in before this time are left out. */
  readonly since: Timestamp
}

/** Mails that stay in the mailbox, unread, until there is room for them. */
interface Postponed {
  /** Their UIDs, in their order. The last range may have some of mails that were handled. */
  readonly ranges: ReadonlyArray<readonly [from: number, to: number]>
  /** When the oldest of them came in. */
  readonly since: Timestamp
}

/** What tells a mail from another one with its UID: its `INTERNALDATE` and its bytes. */
export interface MailMark {
  readonly received_at: Timestamp
  readonly size: number
}

/** Bounds the ranges, which a command names: each reply among the postponed mails ends one. */
const maxRanges = 400

/** Which mail of the folder was handled last. */
export interface MailboxPosition {
  /** The numbering that `uid` belongs to. */
  readonly uid_validity: number
  /** The mails with UIDs up to this one were handled, or postponed. */
  readonly uid: number
  /** When the newest of them came in, or when the reading began. */
  readonly received_at: Timestamp
  readonly rereading: Rereading | null
  readonly postponed?: Postponed | undefined
  /** The mail with this UID; undefined where the server told too little of it. */
  readonly mark?: MailMark | undefined
  /** How often the connection ended while the next mail was read. */
  readonly interruptions: number
}

/** A folder as the server describes it. */
export interface MailboxState {
  readonly uid_validity: number
  /** The UID that the next mail will get. */
  readonly uid_next: number
  /**
   * The mail that has the UID of the position now; undefined where there is none, or the server told too little of it.
   */
  readonly mark?: MailMark | undefined
}

/** Some servers estimate the bytes of a mail, so sizes that are near are the same. */
const isOther = (one: MailMark | undefined, other: MailMark | undefined): boolean =>
  one !== undefined && other !== undefined &&
  (one.received_at !== other.received_at || 4 * Math.abs(one.size - other.size) > one.size)

/**
 * Tells whether the server numbered its mails anew: by another UIDVALIDITY, and, since servers that restore a copy keep
 * that, by a UIDNEXT that fell, or by another mail with the UID of the last one.
 */
export const isRenumbered = (position: MailboxPosition, { mark, uid_next, uid_validity }: MailboxState): boolean =>
  position.uid_validity !== uid_validity || uid_next <= position.uid || isOther(position.mark, mark)

const day = 24 * 3600 * 1000

const earlier = (one: Timestamp, other: Timestamp): Timestamp => one < other ? one : other

/**
 * Returns the position to begin at: without one, after the mails that are there now. After a renumbering, a day before
 * the newest handled or the oldest postponed mail, whichever is earlier; mails that come up twice are recognized by
 * their keys.
 */
export const beginning = (position: MailboxPosition | null, state: MailboxState, now: Timestamp): MailboxPosition => {
  const { uid_next, uid_validity } = state
  if (position === null) return { uid_validity, uid: uid_next - 1, received_at: now, rereading: null, interruptions: 0 }
  if (!isRenumbered(position, state)) return position
  const { postponed, received_at, rereading } = position
  const since = rereading?.since ?? later(received_at, -day)
  const all = postponed === undefined ? since : earlier(since, later(postponed.since, -day))
  return { uid_validity, uid: 0, received_at, rereading: { to_uid: uid_next - 1, since: all }, interruptions: 0 }
}

/** Returns the postponed mails behind one that was handled. */
const behind = ({ ranges, since }: Postponed, uid: number): Postponed | undefined => {
  const left = ranges.filter(([, to]) => to > uid).map(([from, to]) => [Math.max(from, uid + 1), to] as const)
  return left.length === 0 ? undefined : { ranges: left, since }
}

/** Returns the position behind a mail, which may be one that was postponed. A time in the future counts as now. */
export const after = (
  position: MailboxPosition,
  uid: number,
  received_at: Timestamp,
  now: Timestamp,
  mark?: MailMark
): MailboxPosition =>
  uid <= position.uid
    ? {
      ...position,
      postponed: position.postponed === undefined ? undefined : behind(position.postponed, uid),
      interruptions: 0
    }
    : {
      ...position,
      uid,
      received_at: [position.received_at, earlier(received_at, now)].toSorted()[1]!,
      rereading: position.rereading !== null && uid < position.rereading.to_uid ? position.rereading : null,
      mark,
      interruptions: 0
    }

/** Returns the position behind a mail that is postponed; the same where it was postponed before. */
export const postpone = (
  position: MailboxPosition,
  uid: number,
  received_at: Timestamp,
  now: Timestamp,
  mark?: MailMark
): MailboxPosition => {
  if (uid <= position.uid) return position
  const { ranges, since } = position.postponed ?? { ranges: [], since: received_at }
  const last = ranges.at(-1)
  const isNext = last !== undefined && (last[1] === position.uid || ranges.length >= maxRanges)
  return {
    ...after(position, uid, received_at, now, mark),
    postponed: {
      ranges: isNext ? [...ranges.slice(0, -1), [last[0], uid]] : [...ranges, [uid, uid]],
      since: earlier(since, received_at)
    }
  }
}
