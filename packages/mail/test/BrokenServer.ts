/** A server behind a line that changes what it says, breaks, or falls silent. */
import { Effect, type Scope } from "effect"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

export interface BrokenServer {
  readonly port: number
  /** From now on nothing passes, and the connections stay. */
  readonly fallSilent: () => void
}

/** Passes on what is said. What the server says is changed; null breaks the connection. */
export const broken = (
  port: number,
  change: (text: string) => string | null = (text) => text
): Effect.Effect<BrokenServer, never, Scope.Scope> =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const sockets = new Set<Socket>()
      let isSilent = false
      const server = createServer((client) => {
        const upstream = connect(port, "127.0.0.1")
        for (const socket of [client, upstream]) {
          sockets.add(socket)
          // The other end tells of it.
          socket.on("error", () => undefined)
          socket.on("close", () => [client, upstream].forEach((one) => one.destroy()))
        }
        client.on("data", (bytes) => isSilent || upstream.write(bytes))
        upstream.on("data", (bytes) => {
          const said = change(bytes.toString("latin1"))
          if (said === null) client.destroy()
          else if (!isSilent) client.write(Buffer.from(said, "latin1"))
        })
      })
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const close = () => {
        for (const socket of sockets) socket.destroy()
        server.close()
      }
      return {
        // Of a server that listens on a port.
        port: (server.address() as AddressInfo).port,
        fallSilent: () => {
          isSilent = true
        },
        close
      }
    }),
    ({ close }) => Effect.sync(close)
  )
