/** Connections that send requests and read no answer, so that answers pile up on the server's side. */
import type { Unread } from "./Misbehaving.ts"

/** Milliseconds until a closed connection is reopened. */
const pause = 200

/**
 * Keeps this many connections open until the returned function is called; counts those that were closed. Each looks
 * like an address of its own behind a proxy, and stays below an address's limit. The server closes a connection with a
 * second request before its first answer was read, so every other connection sends a single request, whose answer the
 * server keeps.
 */
export const unread = (activity: Unread, count: (name: string, by?: number) => void): () => void => {
  const { access, connections, paths, pipelined } = activity
  const { host, hostname, port } = new URL(access.base_url)
  let going = true
  const open = async (number: number): Promise<void> => {
    const path = paths[number % paths.length]!
    const requests = Math.floor(number / paths.length) % 2 === 0 ? 1 : pipelined
    const request = `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${access.key}\r\n` +
      `X-Forwarded-For: 10.1.${number >> 8}.${number & 255}\r\n\r\n`
    const ended = Promise.withResolvers<void>()
    try {
      await Bun.connect({
        hostname,
        port: Number(port),
        socket: {
          open: (socket) => {
            socket.pause()
            socket.write(request.repeat(requests))
            count("requests sent and never read", requests)
          },
          data: () => {},
          close: () => ended.resolve(),
          error: () => ended.resolve()
        }
      })
      await ended.promise
      if (going) count("connections closed by the server")
    } catch {
      count("connections refused")
    }
    if (!going) return
    await Bun.sleep(pause)
    if (going) return open(number)
  }
  for (let number = 0; number < connections; number++) void open(number)
  return () => {
    going = false
  }
}
