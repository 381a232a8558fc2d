/** A server with scripted answers, for what no real server says on demand. */
import { Effect } from "effect"
import * as net from "node:net"

/**
 * An answer without its line end; `drop` closes the connection, `silence` says nothing. Of several answers each is used
 * once, and the last one repeated.
 */
export type Answer = string | ReadonlyArray<string>

export interface Script {
  readonly greeting?: Answer
  readonly extensions?: ReadonlyArray<string>
  /**
   * Answers to commands by verb; `CONTENT` is the answer to the end of a mail. `RCPT <address>` takes precedence over
   * `RCPT`.
   */
  readonly answers?: Readonly<Record<string, Answer>>
  /** Whether DATA is accepted although all recipients were refused (RFC 2920, section 3.1). */
  readonly takesDataAnyway?: boolean
}

const usual: Readonly<Record<string, string>> = {
  AUTH: "235 2.7.0 Welcome",
  DATA: "354 Go on",
  CONTENT: "250 2.0.0 Queued as 4F2",
  QUIT: "221 2.0.0 Bye"
}

interface Scripted {
  readonly port: number
  readonly commands: Array<string>
  /** The received mails, with doubled dots. */
  readonly mails: Array<string>
  readonly connections: () => number
  /** Resolves when a connection has ended. */
  readonly ended: Promise<void>
}

/** Serves a script on 127.0.0.1 until the scope closes. */
export const scripted = (script: Script) =>
  Effect.acquireRelease(
    Effect.callback<Scripted & { readonly close: () => void }>((resume) => {
      const commands: Array<string> = []
      const mails: Array<string> = []
      const sockets = new Set<net.Socket>()
      const given = new Map<string, number>()
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      let connections = 0
      const answer = (socket: net.Socket, key: string, otherwise: string): string => {
        const answers = [key === "GREETING" ? script.greeting : script.answers?.[key]].flat().filter((one) =>
          one !== undefined
        )
        const turn = given.get(key) ?? 0
        given.set(key, turn + 1)
        const said = answers[Math.min(turn, answers.length - 1)] ?? otherwise
        if (said === "drop") socket.destroy()
        else if (said !== "silence") socket.write(`${said.replaceAll("\n", "\r\n")}\r\n`)
        return said
      }
      const server = net.createServer((socket) => {
        connections++
        sockets.add(socket)
        let received = ""
        let inContent = false
        let accepted = 0
        socket.on("error", () => undefined)
        socket.on("close", end)
        answer(socket, "GREETING", "220 mail.test ESMTP")
        socket.on("data", (chunk) => {
          received += chunk.toString("latin1")
          for (;;) {
            const at = received.indexOf(inContent ? "\r\n.\r\n" : "\r\n")
            if (at < 0 || socket.destroyed) return
            const text = received.slice(0, at)
            received = received.slice(at + (inContent ? 5 : 2))
            if (inContent) {
              inContent = false
              mails.push(text)
              answer(socket, "CONTENT", usual["CONTENT"]!)
              continue
            }
            commands.push(text)
            const verb = text.split(" ")[0]!.toUpperCase()
            const recipient = `RCPT ${/<(.*?)>/.exec(text)?.[1]}`
            const key = verb === "RCPT" && script.answers?.[recipient] !== undefined ? recipient : verb
            if (verb === "EHLO" && script.answers?.["EHLO"] === undefined) {
              socket.write(
                ["mail.test", ...script.extensions ?? []].map((line, index, all) =>
                  `250${index === all.length - 1 ? " " : "-"}${line}\r\n`
                ).join("")
              )
              continue
            }
            if (verb === "MAIL") accepted = 0
            if (verb === "DATA" && accepted === 0 && script.takesDataAnyway !== true) {
              socket.write("554 5.5.1 No valid recipients\r\n")
              continue
            }
            const said = answer(socket, key, usual[key] ?? "250 2.0.0 Ok")
            if (verb === "RCPT" && said.startsWith("250")) accepted++
            inContent = verb === "DATA" && said.startsWith("354")
          }
        })
      })
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as net.AddressInfo
        const close = () => {
          server.close()
          for (const socket of sockets) socket.destroy()
        }
        resume(Effect.succeed({ port, commands, mails, connections: () => connections, ended, close }))
      })
    }),
    ({ close }) => Effect.sync(close)
  )
