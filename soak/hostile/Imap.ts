/** An IMAP server that behaves correctly up to one command, which it answers in a hostile way. */
import { createServer, type Socket } from "node:net"
import { flood } from "./Flood.ts"

type Answer = (socket: Socket, tag: string) => void

const again = (line: string): Answer => (socket) => flood(socket, `${line}\r\n`.repeat(1000))
const once = (text: string): Answer => (socket) => void socket.write(text)

/** The commands that are answered in a hostile way, with the answers. */
export const imapWays: Readonly<Record<string, readonly [command: RegExp, answer: Answer]>> = {
  "short lines, unasked": [/^IDLE/, again("* 1 EXISTS")],
  "empty lines, unasked": [/^IDLE/, (socket) => flood(socket, "\r\n".repeat(10_000))],
  "short lines at LOGIN": [/^(?:LOGIN|AUTHENTICATE)/, again("* OK x")],
  "rows without an end": [/^UID FETCH/, again("* 1 FETCH (UID 1)")],
  "a line without an end": [/^UID SEARCH/, (socket) => flood(socket, "1 ".repeat(10_000))],
  "a content without an end": [/^UID FETCH/, (socket) => {
    socket.write("* 1 FETCH (UID 1 BODY[] {1000000}\r\n")
    flood(socket, "a".repeat(100_000))
  }],
  "16 million mails in a line": [
    /^IDLE/,
    (socket) => flood(socket, "* 16777216 EXISTS\r\n* VANISHED 1:16777216\r\n".repeat(100))
  ],
  "16 million found": [
    /^UID SEARCH/,
    (socket, tag) => once(`* 16777216 EXISTS\r\n* ESEARCH UID ALL 1:16777216\r\n${tag} OK done\r\n`)(socket, tag)
  ]
}

const usual = (command: string, tag: string): string => {
  if (command.startsWith("EXAMINE"))
    return `* 1 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\n* OK [UIDNEXT 2] x\r\n${tag} OK done\r\n`
  return command.startsWith("IDLE") ? "+ idling\r\n" : `${tag} OK done\r\n`
}

export const imap = (way: string) => {
  const [form, answer] = imapWays[way]!
  return createServer((socket) => {
    socket.on("error", () => socket.destroy())
    socket.write("* OK [CAPABILITY IMAP4rev1 IDLE] ready\r\n")
    socket.on("data", (bytes) => {
      for (const line of bytes.toString("latin1").split("\r\n").filter((line) => line !== "")) {
        const [tag = "", ...rest] = line.split(" ")
        const command = rest.join(" ").toUpperCase()
        if (form.test(command)) answer(socket, tag)
        else socket.write(usual(command, tag))
      }
    })
  })
}
