/**
 * An HTTP server with a configurable answer: a receiver of webhooks, an OpenID issuer, a model's endpoint, or an object
 * store.
 */
import { createServer, type Socket } from "node:net"
import { drip, flood } from "./Flood.ts"

type Answer = (socket: Socket) => void

const head = (...headers: ReadonlyArray<string>) =>
  ["HTTP/1.1 200 OK", "content-type: application/json", ...headers, "", ""].join("\r\n")
const begun = (text: string, go: Answer): Answer => (socket) => {
  socket.write(text)
  go(socket)
}
const whole = (body: string | Uint8Array, ...headers: ReadonlyArray<string>): Answer => (socket) => {
  socket.write(head(`content-length: ${body.length}`, ...headers))
  socket.write(body)
}

export const httpWays: Readonly<Record<string, Answer>> = {
  "headers without an end": begun("HTTP/1.1 200 OK\r\n", (socket) => flood(socket, "x-more: more\r\n".repeat(1000))),
  "interim responses": (socket) => flood(socket, "HTTP/1.1 100 Continue\r\n\r\n".repeat(1000)),
  "a body without an end": begun(head(), (socket) => flood(socket, "a".repeat(65_536))),
  "chunks of a byte": begun(head("transfer-encoding: chunked"), (socket) => flood(socket, "1\r\na\r\n".repeat(1000))),
  "a byte at a time": begun(head(), (socket) => drip(socket, " ")),
  "256 MiB, compressed": (socket) =>
    whole(Bun.gzipSync(new Uint8Array(256 * 1024 ** 2)), "content-encoding: gzip")(socket),
  "JSON of 100,000 levels": whole("[".repeat(100_000) + "]".repeat(100_000)),
  "a redirect to itself": (socket) =>
    void socket.write("HTTP/1.1 307 Again\r\nlocation: /again\r\ncontent-length: 0\r\n\r\n")
}

export const http = (way: string) =>
  createServer((socket) => {
    socket.on("error", () => socket.destroy())
    socket.once("data", () => httpWays[way]!(socket))
  })
