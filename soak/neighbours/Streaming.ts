/** Many event streams at a time over plain sockets: counts and discards what arrives. */
import type { Access } from "../Call.ts"
import type { Streams } from "./Misbehaving.ts"

/** Milliseconds until a refused or ended stream is reopened, as in browsers. */
const pause = 3000

const head = (access: Access): string => {
  const { host, pathname } = new URL(access.base_url)
  const more = Object.entries(access.headers ?? {}).map(([name, value]) => `${name}: ${value}\r\n`).join("")
  return `GET ${pathname}/events HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${access.key}\r\n` +
    `Accept: text/event-stream\r\n${more}\r\n`
}

/** Keeps this many streams open until the returned function is called; counts bytes, refusals and ends. */
export const streams = (activity: Streams, count: (name: string, by?: number) => void): () => void => {
  let going = true
  const open = async (number: number): Promise<void> => {
    const access = activity.accesses[number % activity.accesses.length]!
    const { hostname, port } = new URL(access.base_url)
    const ended = Promise.withResolvers<void>()
    let first = true
    try {
      await Bun.connect({
        hostname,
        port: Number(port),
        socket: {
          open: (socket) => void socket.write(head(access)),
          data: (socket, bytes) => {
            if (first) {
              first = false
              const status = bytes.toString("latin1", 9, 12)
              count(`streams answered ${status}`)
              if (status !== "200") socket.end()
            }
            count("bytes of streams", bytes.length)
          },
          close: () => ended.resolve(),
          error: () => ended.resolve()
        }
      })
      await ended.promise
      if (going && first) count("streams closed without an answer")
    } catch {
      count("streams without a connection")
    }
    if (!going) return
    await Bun.sleep(pause)
    if (going) return open(number)
  }
  for (let number = 0; number < activity.count; number++) void open(number)
  return () => {
    going = false
  }
}
