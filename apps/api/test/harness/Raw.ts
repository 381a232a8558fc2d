/** Raw requests on a socket, for what an HTTP client would not send or reveal. */
import { connect, type Socket } from "node:net"

export interface Connection {
  readonly send: (text: string) => void
  /** Waits until the received text matches; returns all of it. Fails if the connection ends first. */
  readonly receive: (wanted: RegExp) => Promise<string>
  /** Resolves when the server closes, with everything received. */
  readonly closed: Promise<string>
  readonly socket: Socket
}

/** Connects to a local port. */
export const open = (port: number): Promise<Connection> =>
  new Promise((resolve, reject) => {
    let received = ""
    const listeners = new Set<() => void>()
    const end = Promise.withResolvers<string>()
    const socket = connect({ host: "127.0.0.1", port }, () =>
      resolve({
        socket,
        send: (text) => void socket.write(text),
        receive: (wanted) => {
          const { promise, reject: fail, resolve: found } = Promise.withResolvers<string>()
          const listen = () => {
            if (wanted.test(received)) found(received)
          }
          listeners.add(listen)
          listen()
          void end.promise.then(() => fail(new Error(`closed after ${JSON.stringify(received)}, without ${wanted}`)))
          return promise.finally(() => listeners.delete(listen))
        },
        closed: end.promise
      }))
    socket.on("data", (bytes) => {
      received += bytes.toString("latin1")
      for (const listen of listeners) listen()
    })
    // A reset also ends it; the close event follows.
    socket.on("error", reject)
    socket.on("close", () => end.resolve(received))
  })

/** Returns a request head with these lines after the request line and `Host`. */
export const head = (line: string, ...headers: ReadonlyArray<string>): string =>
  [`${line} HTTP/1.1`, "Host: candor.test", ...headers, "", ""].join("\r\n")

/** Sends one request and waits until the server closes. */
export const exchange = async (port: number, text: string): Promise<string> => {
  const connection = await open(port)
  connection.send(text)
  return await connection.closed
}
