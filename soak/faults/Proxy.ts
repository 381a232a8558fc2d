/**
 * A TCP proxy to the database that can go silent, like a network that lost an entry of its address translation: it
 * drops all bytes without an error. Connections that were open during the silence stay silent for ever; only new ones
 * work after it.
 */
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

export interface Proxy {
  readonly port: number
  readonly setSilent: (on: boolean) => void
  /** Ends all connections, and takes no more. */
  readonly close: () => void
}

interface Connection {
  silent: boolean
}

/** Makes a proxy to a port of this machine. */
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
    // The end of a connection is not told either, as long as it is silent.
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
