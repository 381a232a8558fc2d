/** A TCP proxy on loopback that can be cut, for a database that goes away and comes back. */
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

export interface Proxy {
  readonly port: number
  /** Ends every connection, and takes no new one. */
  readonly cut: () => Promise<void>
  /** Takes connections again, on the same port. */
  readonly restore: () => Promise<void>
}

/** A proxy to the host and port of a URL. */
export const proxy = async (target: URL): Promise<Proxy> => {
  const sockets = new Set<Socket>()
  const own = (socket: Socket) => {
    sockets.add(socket)
    socket.on("error", () => socket.destroy())
    socket.on("close", () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    const far = connect(Number(target.port || 5432), target.hostname)
    own(near)
    own(far)
    near.pipe(far)
    far.pipe(near)
    near.on("close", () => far.destroy())
    far.on("close", () => near.destroy())
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return {
    port,
    cut: async () => {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, "close")
    },
    restore: async () => {
      server.listen(port, "127.0.0.1")
      await once(server, "listening")
    }
  }
}
