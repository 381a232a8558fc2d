/** An SMTP server that behaves correctly up to one command, which it answers in a hostile way. */
import { createServer, type Socket } from "node:net"
import { drip, flood } from "./Flood.ts"

type Answer = (socket: Socket) => void

/** The commands that are answered in a hostile way, with the answers. */
export const smtpWays: Readonly<Record<string, readonly [command: RegExp, answer: Answer]>> = {
  "parts without an end": [/^EHLO/, (socket) => flood(socket, "250-X\r\n".repeat(1000))],
  "empty lines": [/^MAIL/, (socket) => flood(socket, "\r\n".repeat(10_000))],
  "a line without an end": [/^RCPT/, (socket) => flood(socket, `250-${"x".repeat(100_000)}`)],
  "answers without an end": [/^DATA/, (socket) => flood(socket, "250 x\r\n".repeat(1000))],
  "a byte at a time": [/^MAIL/, (socket) => drip(socket, "2")]
}

export const smtp = (way: string) => {
  const [form, answer] = smtpWays[way]!
  return createServer((socket) => {
    socket.on("error", () => socket.destroy())
    socket.write("220 ready\r\n")
    socket.on("data", (bytes) => {
      const command = bytes.toString("latin1").toUpperCase()
      if (form.test(command)) answer(socket)
      else socket.write("250 done\r\n")
    })
  })
}
