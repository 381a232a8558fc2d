/** A server behind a connection that alters its answers, breaks, or falls silent. */
import { Effect, type Scope } from "effect"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

export interface BrokenServer {
  readonly port: number
  /** Stops passing anything on, while the connections stay open. */
  readonly fallSilent: () => void
}

/** Passes on what both sides say. The server's answers are altered; null breaks the connection. */
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
          // The other end reports it.
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
        // An object, since the server listens on a port.
        port: (server.address() as AddressInfo).port,
        fallSilent: () => {
          isSilent = true
        },
        close
      }
    }),
    ({ close }) => Effect.sync(close)
  )
