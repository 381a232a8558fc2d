/**
 * A TCP proxy that breaks connections: in the middle of the first answer to each request, and of every stream of
 * events.
 */
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

/**
 * The number of bytes of an answer that pass before its connection breaks: a part of its head; for a stream, an event
 * or two.
 */
const answerBytes = 100
const streamBytes = 3000

export interface Flaky {
  readonly origin: string
  /** Returns the number of connections that were broken so far. */
  readonly broken: () => number
  readonly stop: () => void
}

/** Starts such a proxy in front of a server. */
export const flaky = async (target: URL): Promise<Flaky> => {
  const sockets = new Set<Socket>()
  const seen = new Set<string>()
  let broken = 0
  const own = (socket: Socket) => {
    sockets.add(socket)
    socket.on("error", () => socket.destroy())
    socket.on("close", () => sockets.delete(socket))
  }
  /** Returns how many bytes of the answer to a request may pass; undefined if these bytes begin no request. */
  const allowance = (bytes: Uint8Array): number | undefined => {
    const head = new TextDecoder().decode(bytes)
    const id = /^x-request-id: (\S+)/im.exec(head)?.[1]
    if (id === undefined) return undefined
    const isFirst = !seen.has(id)
    seen.add(id)
    if (/^accept: text\/event-stream/im.test(head)) return streamBytes
    return isFirst ? answerBytes : Number.POSITIVE_INFINITY
  }
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    own(near)
    own(far)
    let left = Number.POSITIVE_INFINITY
    near.on("data", (data) => {
      left = allowance(Buffer.from(data)) ?? left
      far.write(data)
    })
    far.on("data", (data) => {
      const passed = Buffer.from(data).subarray(0, left)
      left -= passed.length
      if (left > 0) return near.write(passed)
      broken++
      return near.end(passed)
    })
    near.on("close", () => far.destroy())
    far.on("close", () => near.destroy())
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    broken: () => broken,
    stop: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    }
  }
}
