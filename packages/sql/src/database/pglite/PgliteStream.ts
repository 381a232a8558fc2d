/** Speaks PostgreSQL's wire protocol to a PGlite in this process, as a stream for the driver's sessions. */
import type { PGlite } from "@electric-sql/pglite"
import { PgProtocol } from "@effect/sql-pg"
import { Duplex } from "node:stream"

/**
 * The code of a CancelRequest, which stands where other messages have a protocol version (PostgreSQL, "Message
 * Formats").
 */
const cancelCode = 80_877_102

/**
 * A PANIC or FATAL ended the database's session. Nothing may be sent to this PGlite any more: the call would not
 * return.
 */
export class SessionEnded extends Error {}

/** SQLSTATEs `read_only_sql_transaction` and `disk_full`, as fields of an error message. */
const [readOnly, diskFull] = ["\0C25006\0", "\0C53100\0"].map((field) => Buffer.from(field)) as [Buffer, Buffer]

/**
 * Checks the errors of a response. Fails if one ended the session; the driver then sees a lost connection. If writes
 * are refused because the disk is full, changes the error's SQLSTATE to say so.
 */
const checked = (response: Buffer, isFull: boolean): Buffer => {
  // Errors are rare: for most responses only the type byte of each message is looked at.
  for (let at = 0; at + 5 <= response.length;) {
    const end = at + 1 + response.readInt32BE(at + 1)
    if (response[at] === 0x45) {
      const error = response.subarray(at, end)
      const [message] = PgProtocol.makeParser().push(error)
      if (message?._tag === "ErrorResponse" && /^(PANIC|FATAL)$/.test(message.fields.severityUnlocalized ?? "")) {
        throw new SessionEnded(message.fields.message)
      }
      const state = error.indexOf(readOnly)
      if (isFull && state >= 0) diskFull.copy(error, state)
    }
    at = end
  }
  return response
}

const kindOf = (message: Uint8Array): "cancel" | "terminate" | "other" => {
  if (message[0] === 0x58) return "terminate"
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength)
  return message.length === 16 && view.getUint32(0) === 16 && view.getUint32(4) === cancelCode ? "cancel" : "other"
}

/**
 * Opens a stream. The database has one session for all its life, which the end of a stream does not end: a new stream
 * resets it, by rolling back the open transaction and dropping the prepared statements.
 *
 * `database` returns the open PGlite, and fails if there is none. `ended` is called with an error that ended the
 * session. While `lacksRoom`, new transactions are read-only: without room for its log, PostgreSQL would end the
 * session, and could not even read.
 */
export const open = (
  database: () => Promise<PGlite>,
  ended: (error: SessionEnded) => void,
  lacksRoom: () => boolean
): Duplex => {
  let begun = false
  let isIdle = true
  let isFull = false
  const responseTo = async (message: Uint8Array): Promise<Uint8Array | undefined> => {
    const kind = kindOf(message)
    if (kind !== "other") return undefined
    const pglite = await database()
    if (!begun) {
      begun = true
      await pglite.exec("ROLLBACK")
      await pglite.exec("DISCARD ALL")
    }
    if (isIdle && lacksRoom() !== isFull) {
      isFull = !isFull
      await pglite.exec(`SET default_transaction_read_only = ${isFull ? "on" : "off"}`)
    }
    // As a stream, because otherwise PGlite also parses the response, which takes more memory than the response itself.
    const pieces: Array<Uint8Array> = []
    await pglite.execProtocolRawStream(message, { onRawData: (piece) => void pieces.push(piece.slice()) })
    const response = checked(Buffer.concat(pieces), isFull)
    // The last message says whether a transaction is open (PostgreSQL, "Message Formats": ReadyForQuery).
    isIdle = response.at(-1) === 0x49
    return response
  }
  const stream = new Duplex({
    read() {},
    write(message: Uint8Array, _encoding, done) {
      responseTo(message).then(
        (response) => {
          if (response !== undefined) stream.push(response)
          done()
        },
        (error: Error) => {
          if (error instanceof SessionEnded) ended(error)
          done(error)
        }
      )
    }
  })
  return stream
}
