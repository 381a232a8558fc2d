/** A server whose answers have no end, and which counts what it could send. */
import { Effect } from "effect"
import { createServer, type Socket } from "node:net"
import { gzipSync } from "node:zlib"

/** Answers every request with this piece of a body again and again, as long as the other end takes it. */
const answer = (socket: Socket, headers: string, piece: Buffer, sent: (bytes: number) => void) => {
  socket.write(`HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${headers}transfer-encoding: chunked\r\n\r\n`)
  const chunk = Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")])
  const send = () => {
    do sent(chunk.length)
    while (!socket.destroyed && socket.write(chunk))
  }
  socket.on("drain", send)
  send()
}

/** Serves until the scope closes. `closed` resolves with the bytes that were sent when a client has closed a connection. */
export const endlessServer = (kind: "text" | "gzip") =>
  Effect.gen(function*() {
    // 64 MiB that come as 64 KiB.
    const piece = kind === "text" ? Buffer.alloc(65_536, 97) : gzipSync(Buffer.alloc(64 * 2 ** 20))
    const closed = Promise.withResolvers<number>()
    const sockets = new Set<Socket>()
    let bytes = 0
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on("error", () => socket.destroy())
      socket.on("close", () => closed.resolve(bytes))
      socket.once("data", () =>
        answer(socket, kind === "gzip" ? "content-encoding: gzip\r\n" : "", piece, (more) => {
          bytes += more
        }))
    })
    yield* Effect.acquireRelease(
      Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
      () =>
        Effect.sync(() => {
          for (const socket of sockets) socket.destroy()
          server.close()
        })
    )
    const address = server.address()
    const port = typeof address === "object" && address !== null ? address.port : 0
    return { origin: `http://127.0.0.1:${port}`, closed: closed.promise }
  })
