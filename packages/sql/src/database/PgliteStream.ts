/** PostgreSQL's wire protocol to a PGlite in this process, as the stream that the driver's sessions expect. */
import type { PGlite } from "@electric-sql/pglite"
import { PgProtocol } from "@effect/sql-pg"
import { Duplex } from "node:stream"

/** The code of a CancelRequest, in the place of a protocol version (PostgreSQL, "Message Formats"). */
const cancelCode = 80_877_102

/** A PANIC or FATAL ended the database's session: nothing may be sent to this PGlite any more, it would not return. */
export class SessionEnded extends Error {}

/** Fails where an answer holds an error that ended the session. The driver has no part in that: it sees a lost connection. */
const assertAlive = (answer: Uint8Array): void => {
  // An error is rare, and its type byte at the start of a message is all that most answers are looked at for.
  for (let at = 0; at + 5 <= answer.length;) {
    const length = (answer[at + 1]! << 24) | (answer[at + 2]! << 16) | (answer[at + 3]! << 8) | answer[at + 4]!
    if (answer[at] === 0x45) {
      const [message] = PgProtocol.makeParser().push(answer.subarray(at, at + 1 + length))
      if (message?._tag === "ErrorResponse" && /^(PANIC|FATAL)$/.test(message.fields.severityUnlocalized ?? "")) {
        throw new SessionEnded(message.fields.message)
      }
    }
    at += 1 + length
  }
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
 * `database` gives the PGlite that is open, and fails where there is none. `ended` is called with an error that ended it.
 */
export const open = (database: () => Promise<PGlite>, ended: (error: SessionEnded) => void): Duplex => {
  let begun = false
  const answerTo = async (message: Uint8Array): Promise<Uint8Array | undefined> => {
    const kind = kindOf(message)
    if (kind !== "other") return undefined
    const pglite = await database()
    if (!begun) {
      begun = true
      await pglite.exec("ROLLBACK")
      await pglite.exec("DISCARD ALL")
    }
    // As a stream, because otherwise PGlite parses the answer, too, which costs more memory than the answer itself.
    const pieces: Array<Uint8Array> = []
    await pglite.execProtocolRawStream(message, { onRawData: (piece) => void pieces.push(piece.slice()) })
    const answer = Buffer.concat(pieces)
    assertAlive(answer)
    return answer
  }
  const stream = new Duplex({
    read() {},
    write(message: Uint8Array, _encoding, done) {
      answerTo(message).then(
        (answer) => {
          if (answer !== undefined) stream.push(answer)
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
