/** PostgreSQL's wire protocol to a PGlite in this process, as the stream that the driver's sessions expect. */
import type { PGlite } from "@electric-sql/pglite"
import { PgProtocol } from "@effect/sql-pg"
import { Duplex } from "node:stream"

/** The code of a CancelRequest, in the place of a protocol version (PostgreSQL, "Message Formats"). */
const cancelCode = 80_877_102

/** A PANIC or FATAL ended the database's session: nothing may be sent to this PGlite any more, it would not return. */
export class SessionEnded extends Error {}

/** SQLSTATE `read_only_sql_transaction`, and `disk_full`, as fields of an error. */
const [readOnly, diskFull] = ["\0C25006\0", "\0C53100\0"].map((field) => Buffer.from(field)) as [Buffer, Buffer]

/**
 * Looks at the errors of a response. Fails where one ended the session. The driver has no part in that: it sees a lost
 * connection. Where writes are refused because the disk is full, the error says so.
 */
const checked = (response: Buffer, isFull: boolean): Buffer => {
  // An error is rare, and its type byte at the start of a message is all that most responses are looked at for.
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
 * Opens a stream. The database has one session for all its life: a new stream begins it anew by rolling back what the
 * one before left open and by dropping its prepared statements, and the end of a stream does not end it.
 *
 * `database` gives the PGlite that is open, and fails where there is none. `ended` is called with an error that ended
 * it. While `lacksRoom`, transactions that begin are read-only: PostgreSQL would end the session where it has no room
 * for its log, and then not even read.
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
    // As a stream, because otherwise PGlite parses the response, too, which costs more memory than the response itself.
    const pieces: Array<Uint8Array> = []
    await pglite.execProtocolRawStream(message, { onRawData: (piece) => void pieces.push(piece.slice()) })
    const response = checked(Buffer.concat(pieces), isFull)
    // The last message says whether a transaction is under way (PostgreSQL, "Message Formats": ReadyForQuery).
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
