/** Sends a piece again and again, as fast as the other end takes it, up to a bound. */
import type { Socket } from "node:net"

/** Bounds the bytes that one connection is sent. */
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
