/** A server with endless answers, which counts the bytes that it could send. */
import { Effect } from "effect"
import { createServer, type Socket } from "node:net"
import { gzipSync } from "node:zlib"

const chunk = (piece: Buffer) =>
  Buffer.concat([Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from("\r\n")])

const head = (headers = "") =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${headers}transfer-encoding: chunked\r\n\r\n`

/** The beginning of an answer, and the piece that is repeated. */
const kinds = {
  text: () => [head(), chunk(Buffer.alloc(65_536, 97))],
  // 64 MiB that are compressed to 64 KiB.
  gzip: () => [head("content-encoding: gzip\r\n"), chunk(gzipSync(Buffer.alloc(64 * 2 ** 20)))],
  pieces: () => [head(), Buffer.from("1\r\na\r\n".repeat(1000))],
  interim: () => ["", Buffer.from("HTTP/1.1 100 Continue\r\n\r\n".repeat(1000))],
  hints: () => ["", Buffer.from("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(1000))],
  headers: () => ["HTTP/1.1 200 OK\r\n", Buffer.from("x-more: more\r\n".repeat(1000))]
} as const satisfies Record<string, () => readonly [string, Buffer]>

/** Answers every request with this piece repeatedly, as long as the client reads. */
const answer = (socket: Socket, [first, chunk]: readonly [string, Buffer], sent: (bytes: number) => void) => {
  socket.write(first)
  const send = () => {
    do sent(chunk.length)
    while (!socket.destroyed && socket.write(chunk))
  }
  socket.on("drain", send)
  send()
}

/**
 * Serves until the scope closes. `closed` resolves with the number of sent bytes when a client has closed a connection.
 */
export const endlessServer = (kind: keyof typeof kinds) =>
  Effect.gen(function*() {
    const pieces = kinds[kind]()
    const closed = Promise.withResolvers<number>()
    const sockets = new Set<Socket>()
    let bytes = 0
    const server = createServer((socket) => {
      sockets.add(socket)
      socket.on("error", () => socket.destroy())
      socket.on("close", () => closed.resolve(bytes))
      socket.once("data", () =>
        answer(socket, pieces, (more) => {
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
