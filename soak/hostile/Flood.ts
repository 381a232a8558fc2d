/** Sends the same piece repeatedly, as fast as the other end reads, up to a bound. */
import type { Socket } from "node:net"

/** The maximum number of bytes that are sent to one connection. */
const maxBytes = 256 * 1024 ** 2

export const flood = (socket: Socket, piece: string | Buffer): void => {
  let sent = 0
  const send = (): void => {
    while (!socket.destroyed && sent < maxBytes) {
      sent += piece.length
      if (!socket.write(piece)) return void socket.once("drain", send)
    }
  }
  send()
}

/** Sends a byte at a time, so that the other end never waits for long. */
export const drip = (socket: Socket, byte: string): void => {
  const timer = setInterval(() => socket.write(byte), 50)
  socket.on("close", () => clearInterval(timer))
}
