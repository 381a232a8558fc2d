/** Connections that send many requests and read no answer: what is sent to them stays where it is. */
import type { Unread } from "./Misbehaving.ts"

/** Milliseconds until a connection that was closed is opened again. */
const pause = 200

/**
 * Each connection is as from an address of its own behind a proxy, and stays below its limit, so that what it asks for is sent.
 * Keeps so many connections open until the returned function is called; counts those that were closed.
 */
export const unread = (activity: Unread, count: (name: string, by?: number) => void): () => void => {
  const { access, connections, paths, pipelined } = activity
  const { host, hostname, port } = new URL(access.base_url)
  let going = true
  const open = async (number: number): Promise<void> => {
    const path = paths[number % paths.length]!
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
            socket.write(request.repeat(pipelined))
            count("requests sent and never read", pipelined)
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
