/**
 * A TCP proxy to the database that can go silent, like a network that lost an entry of its address translation: it
 * drops all bytes without an error. Connections that are open at that time stay silent forever; only new ones work
 * afterwards.
 */
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

export interface Proxy {
  readonly port: number
  readonly setSilent: (on: boolean) => void
  /** Closes all connections, and accepts no more. */
  readonly close: () => void
}

interface Connection {
  silent: boolean
}

/** Makes a proxy to a local port. */
export const proxy = async (target: number): Promise<Proxy> => {
  const sockets = new Set<Socket>()
  const connections = new Set<Connection>()
  let silent = false
  const own = (socket: Socket) => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on("error", () => socket.destroy())
    socket.on("close", () => sockets.delete(socket))
  }
  const server = createServer((near) => {
    own(near)
    const connection: Connection = { silent }
    connections.add(connection)
    const far = connect(target, "127.0.0.1")
    own(far)
    near.on("data", (bytes) => connection.silent || far.write(bytes))
    far.on("data", (bytes) => connection.silent || near.write(bytes))
    // While a connection is silent, its end is not passed on either.
    near.on("close", () => connection.silent || far.destroy())
    far.on("close", () => connection.silent || near.destroy())
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    port: (server.address() as AddressInfo).port,
    setSilent: (on) => {
      silent = on
      if (on) { for (const connection of connections) connection.silent = true }
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    }
  }
}
