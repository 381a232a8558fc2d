/** Delivers mails to a local server by LMTP (RFC 2033) or SMTP. */
import type { Process } from "@candor/process/testing/Processes"
import { Effect, Schedule } from "effect"
import { connect } from "node:net"
import { createInterface } from "node:readline"

type Say = (bytes: string | Uint8Array) => Promise<string>

/** Runs a session in which each sent line or mail gets an answer. */
export const session = async (port: number, exchange: (say: Say) => Promise<void>): Promise<void> => {
  const socket = connect(port, "127.0.0.1")
  // The end of the lines reports it.
  socket.on("error", () => undefined)
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]()
  const answer = async (): Promise<string> => {
    const { done, value: line } = await lines.next()
    if (done === true) throw new Error("The server closed the connection")
    if (/^[45]/.test(line)) throw new Error(`The server said: ${line}`)
    return line[3] === "-" ? answer() : line
  }
  try {
    await answer()
    await exchange((bytes) => {
      socket.write(bytes)
      return answer()
    })
  } finally {
    socket.destroy()
  }
}

/** Waits until a program answers at a port; fails if it ends before. */
export const answering = ({ ended }: Process, port: number): Promise<void> =>
  Effect.runPromise(Effect.raceFirst(
    Effect.flatMap(Effect.promise(() => ended), ({ stderr }) => Effect.die(new Error(`The server ended: ${stderr}`))),
    Effect.retry(
      Effect.tryPromise(() => session(port, async (say) => void await say("NOOP\r\n"))),
      Schedule.spaced("20 millis")
    )
  ))

const dotted = (mail: string | Uint8Array): Uint8Array =>
  typeof mail === "string" ? Buffer.from(mail.replace(/\r?\n/g, "\r\n").replace(/^\./gm, "..")) : mail

interface Route {
  readonly port: number
  readonly hello: "LHLO" | "EHLO"
  readonly from: string
  readonly to: string
}

/**
 * Delivers mails one by one in a session. Bytes are sent unchanged: their lines must end in CRLF, and none may begin
 * with a dot.
 */
export const deliver = ({ from, hello, port, to }: Route, mails: ReadonlyArray<string | Uint8Array>): Promise<void> =>
  session(port, async (say) => {
    await say(`${hello} test\r\n`)
    for (const mail of mails) {
      await say(`MAIL FROM:<${from}>\r\n`)
      await say(`RCPT TO:<${to}>\r\n`)
      await say("DATA\r\n")
      await say(Buffer.concat([dotted(mail), Buffer.from("\r\n.\r\n")]))
    }
  })
