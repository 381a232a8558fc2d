/**
 * Cursors of the change feed: the sequence number of the last event that a reader has, with the epoch of the feed at
 * that time. An operator who restores a backup starts a new epoch (decision 0013), because the sequence numbers after
 * the backup are given to other events.
 */
import { Option } from "effect"

export interface FeedCursor {
  /** Empty until the feed is restored for the first time; then eight hexadecimal digits. */
  readonly epoch: string
  readonly sequence: number
}

/** Returns the text of a cursor: `1234` in the first epoch, `9f86d081-1234` in another. */
export const format = ({ epoch, sequence }: FeedCursor): string => epoch === "" ? `${sequence}` : `${epoch}-${sequence}`

/** Parses a cursor that `format` wrote. */
export const parse = (text: string): Option.Option<FeedCursor> => {
  const match = /^(?:([0-9a-f]{8})-)?(0|[1-9]\d{0,14})$/.exec(text)
  return match === null ? Option.none() : Option.some({ epoch: match[1] ?? "", sequence: Number(match[2]) })
}
