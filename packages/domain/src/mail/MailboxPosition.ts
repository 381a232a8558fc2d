/** How far an organization's mailbox has been read (RFC 9051, section 2.3.1.1). */
import { later, type Timestamp } from "../Timestamp.ts"

/** The range of UIDs to read again after the server renumbered its mails. */
interface Rereading {
  /** The last UID of the range. */
  readonly to_uid: number
  /** Mails that arrived before this time are skipped. */
  readonly since: Timestamp
}

/** Mails that stay unread in the mailbox until there is room for them. */
interface Postponed {
  /** Their UIDs, in order. The last range may include mails that were handled. */
  readonly ranges: ReadonlyArray<readonly [from: number, to: number]>
  /** When the oldest of them arrived. */
  readonly since: Timestamp
}

/** What distinguishes a mail from another one with the same UID: its `INTERNALDATE` and its size. */
export interface MailMark {
  readonly received_at: Timestamp
  readonly size: number
}

/** The most ranges, because a command lists them. Each reply between postponed mails ends a range. */
const maxRanges = 400

/** The last mail of the folder that was handled. */
export interface MailboxPosition {
  /** The UIDVALIDITY that `uid` belongs to. */
  readonly uid_validity: number
  /** Mails with UIDs up to this one were handled or postponed. */
  readonly uid: number
  /** When the newest of them arrived, or when reading began. */
  readonly received_at: Timestamp
  readonly rereading: Rereading | null
  readonly postponed?: Postponed | undefined
  /** The mark of the mail with this UID; undefined if the server did not report it. */
  readonly mark?: MailMark | undefined
  /** How many times the connection was lost while reading the next mail. */
  readonly interruptions: number
}

/** A folder as the server describes it. */
export interface MailboxState {
  readonly uid_validity: number
  /** The UID that the next mail will get. */
  readonly uid_next: number
  /**
   * The mark of the mail that now has the position's UID; undefined if there is none, or if the server did not report
   * it.
   */
  readonly mark?: MailMark | undefined
}

/**
 * Tells whether two marks are of different mails. Sizes that are close count as equal, because some servers only
 * estimate them.
 */
const isOther = (one: MailMark | undefined, other: MailMark | undefined): boolean =>
  one !== undefined && other !== undefined &&
  (one.received_at !== other.received_at || 4 * Math.abs(one.size - other.size) > one.size)

/**
 * Tells whether the server renumbered its mails: UIDVALIDITY changed, or, since servers keep that when they restore a
 * copy, UIDNEXT fell or another mail has the UID of the last one.
 */
export const isRenumbered = (position: MailboxPosition, { mark, uid_next, uid_validity }: MailboxState): boolean =>
  position.uid_validity !== uid_validity || uid_next <= position.uid || isOther(position.mark, mark)

const day = 24 * 3600 * 1000

const earlier = (one: Timestamp, other: Timestamp): Timestamp => one < other ? one : other

/**
 * Returns the position to begin at. Without a previous one: after the mails that exist now. After a renumbering: a day
 * before the newest handled or the oldest postponed mail, whichever is earlier. Mails that are read twice are
 * recognized by their keys.
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

/** Returns the postponed mails after one that was handled. */
const behind = ({ ranges, since }: Postponed, uid: number): Postponed | undefined => {
  const left = ranges.filter(([, to]) => to > uid).map(([from, to]) => [Math.max(from, uid + 1), to] as const)
  return left.length === 0 ? undefined : { ranges: left, since }
}

/** Returns the position after a mail was handled, which may have been postponed. A time in the future counts as now. */
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

/** Returns the position after a mail is postponed; unchanged if it already was. */
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
