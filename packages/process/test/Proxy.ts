/** A TCP proxy on loopback that can be interrupted, to simulate a database that goes away and comes back. */
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"

export interface Proxy {
  readonly port: number
  /** Closes every connection, and accepts no new one. */
  readonly cut: () => Promise<void>
  /** Keeps every connection and accepts new ones, but passes nothing on, like a network that drops packets. */
  readonly swallow: () => void
  /** Passes nothing on for the existing connections but keeps them, and serves new ones, as after a lost NAT entry. */
  readonly silence: () => void
  /** Accepts connections again, on the same port. */
  readonly restore: () => Promise<void>
}

/** Makes a proxy to the host and port of a URL. */
export const proxy = async (target: URL): Promise<Proxy> => {
  const sockets = new Set<Socket>()
  const own = (socket: Socket) => {
    sockets.add(socket)
    socket.on("error", () => socket.destroy())
    socket.on("close", () => sockets.delete(socket))
  }
  let swallowing = false
  let silenced = new WeakSet<Socket>()
  const passes = (near: Socket) => !swallowing && !silenced.has(near)
  const server = createServer((near) => {
    own(near)
    if (swallowing) return near.resume()
    const far = connect(Number(target.port || 5432), target.hostname)
    own(far)
    near.on("data", (bytes) => passes(near) && far.write(bytes))
    far.on("data", (bytes) => passes(near) && near.write(bytes))
    near.on("close", () => far.destroy())
    return far.on("close", () => near.destroy())
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const end = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    port,
    cut: async () => {
      server.close()
      end()
      await once(server, "close")
    },
    swallow: () => {
      swallowing = true
    },
    silence: () => {
      silenced = new WeakSet(sockets)
    },
    restore: async () => {
      swallowing = false
      end()
      if (server.listening) return
      server.listen(port, "127.0.0.1")
      await once(server, "listening")
    }
  }
}
