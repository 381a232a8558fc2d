/**
 * A connection to a PostgreSQL server as a stream for the driver, encrypted according to `sslmode`. The driver could do
 * TLS itself, but verifies certificates in every mode, even for `prefer` and `require`, and knows only one host
 * (decision 0072).
 */
import { Duration } from "effect"
import * as Net from "node:net"
import { Duplex } from "node:stream"
import * as Tls from "node:tls"
import * as ChannelBinding from "./ChannelBinding.ts"
import type { Host, Target } from "./ConnectionParameters.ts"
import * as ServerTls from "./ServerTls.ts"

/** PostgreSQL, "Message Formats": SSLRequest. */
const sslRequest = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])

/** Waits for an event of a socket; fails if the socket fails or closes first. */
const event = (socket: Net.Socket, name: "connect" | "data" | "secureConnect"): Promise<unknown> => {
  const { promise, reject, resolve } = Promise.withResolvers<unknown>()
  const close = () => reject(new Error("Connection closed unexpectedly"))
  socket.once(name, resolve).once("error", reject).once("close", close)
  return promise.finally(() => socket.off(name, resolve).off("error", reject).off("close", close))
}

/**
 * Asks a server for TLS; it answers with one byte, S or N. More bytes than that would come from a man in the middle.
 */
const acceptsTls = async (socket: Net.Socket): Promise<boolean> => {
  const received = event(socket, "data")
  socket.write(sslRequest)
  const response = String(await received)
  socket.pause()
  if (response !== "S" && response !== "N")
    throw new Error("The server does not answer the request for TLS as PostgreSQL does")
  return response === "S"
}

/** Returns the encrypted socket over a connection, or the socket itself, according to the mode. */
const encrypted = async (socket: Net.Socket, target: Target, host: Host): Promise<Net.Socket> => {
  const options = ServerTls.options(target.tls, host)
  if (options === undefined) return socket
  if (!await acceptsTls(socket)) {
    const { bindsChannel, mode } = target.tls
    if (mode === "prefer" && !bindsChannel) return socket
    throw new ServerTls.NotSafe(
      `The server ${host.name} has no TLS, and ${bindsChannel ? "channel_binding is require" : `sslmode is ${mode}`}`
    )
  }
  const secured = Tls.connect({ ...options, socket })
  try {
    await event(secured, "secureConnect")
    return secured
  } catch (error) {
    throw new ServerTls.NotSafe(
      `No TLS with the server ${host.name}, and sslmode is ${target.tls.mode}: ${(error as Error).message}`
    )
  }
}

/** Connects to a host. If there are several, each has its own time limit: the driver has one for all of them. */
export const connect = async (target: Target, host: Host, signal: AbortSignal): Promise<Net.Socket> => {
  const socket = host.address.startsWith("/")
    ? Net.connect({ path: `${host.address}/.s.PGSQL.${host.port}` })
    : Net.connect({
      host: host.address,
      port: host.port,
      // A statement is one write, followed by a wait for the response.
      noDelay: true,
      ...(target.keepAlive === undefined
        ? {}
        : { keepAlive: true, keepAliveInitialDelay: Duration.toMillis(target.keepAlive) })
    })
  const limit = Duration.toMillis(target.connectTimeout)
  const abort = () => socket.destroy(new Error("Connection timed out"))
  const timer = Number.isFinite(limit) && target.hosts.length > 1 ? setTimeout(abort, limit) : undefined
  signal.addEventListener("abort", abort)
  try {
    await event(socket, "connect")
    return await encrypted(socket, target, host)
  } catch (error) {
    socket.on("error", () => {}).destroy()
    throw error
  } finally {
    clearTimeout(timer)
    signal.removeEventListener("abort", abort)
  }
}

/**
 * Makes a stream that can be written to at once, over the socket that `open` connects. Closing the stream aborts the
 * connecting.
 */
export const make = (target: Target, open: (signal: AbortSignal) => Promise<Net.Socket>): Duplex => {
  const aborting = new AbortController()
  const opening = open(aborting.signal)
  let socket: Net.Socket | undefined
  /** Writes stay in order: the stream waits for one before the next. */
  const opened = (use: (socket: Net.Socket) => void) => {
    if (socket === undefined) opening.then(use, () => {})
    else use(socket)
  }
  const stream = new Duplex({
    read: () => void socket?.resume(),
    write: (bytes: Uint8Array, _encoding, done) => opened((socket) => socket.write(bytes, done)),
    final: (done) => opened((socket) => socket.end(done)),
    destroy: (error, done) => {
      aborting.abort()
      opened((socket) => socket.destroy())
      done(error)
    }
  })
  opening.then((connected) => {
    socket = connected
    const authenticated = connected instanceof Tls.TLSSocket && target.tls.bindsChannel
      ? ChannelBinding.over(connected, target)
      : undefined
    connected.on("data", (bytes: Buffer) => {
      try {
        if (!stream.push(authenticated?.(bytes) ?? bytes)) connected.pause()
      } catch (error) {
        stream.destroy(error as Error)
      }
    })
    connected.on("error", (error) => stream.destroy(error))
    connected.on("close", () => stream.destroy())
    connected.resume()
  }, (error: Error) => stream.destroy(error))
  return stream
}
