/**
 * A proxy in front of a server that validates every exchange against an OpenAPI document. It passes all bytes on
 * unchanged, in both directions and without delaying streams, so that a client cannot tell it from the server.
 */
import { once } from "node:events"
import { type AddressInfo, connect, createServer, type Socket } from "node:net"
import { exchangeReader } from "./ExchangeReader.ts"
import type { Validator } from "./Validator.ts"

export interface ValidatingProxy {
  readonly origin: string
  /** To be called after the server has stopped. Resolves when its last answers have been passed on and checked. */
  readonly close: () => Promise<void>
}

/** Passes on the bytes of one side to the other, and its end. */
const pass = (from: Socket, to: Socket, read: (bytes: Buffer) => void) => {
  from.on("data", read)
  from.pipe(to)
}

const closed = (socket: Socket) =>
  new Promise<void>((resolve) => void (socket.closed ? resolve() : socket.on("close", resolve)))

export interface ProxyOptions {
  readonly validator: Validator
  /** Called for each violation. */
  readonly report: (violation: string) => void
}

/** Makes a proxy to the server at this origin. */
export const validatingProxy = async (
  origin: string,
  { report, validator }: ProxyOptions
): Promise<ValidatingProxy> => {
  const { hostname, port } = new URL(origin)
  const connections = new Map<Socket, Socket>()
  const checks = new Set<Promise<void>>()
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (near) => {
    const far = connect({ host: hostname, port: Number(port), allowHalfOpen: true, noDelay: true })
    const reader = exchangeReader({
      exchange: (exchange) => {
        const check = validator.exchange(exchange).then((violations) => violations.forEach(report))
        checks.add(check)
        void check.finally(() => checks.delete(check))
      },
      streamed: (streamed) => validator.streamed(streamed).forEach(report),
      brokenAnswer: (reason) => report(`An answer that is no HTTP/1.1: ${reason}`)
    })
    pass(near, far, reader.sent)
    pass(far, near, reader.received)
    near.on("error", () => far.destroy())
    // What arrived before the reset still has to be sent.
    far.on("error", () => near.destroySoon())
    far.on("close", reader.ended)
    connections.set(near, far)
    near.on("close", () => connections.delete(near))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close()
      await Promise.all([...connections].map(async ([near, far]) => {
        await closed(far)
        near.destroySoon()
        await closed(near)
      }))
      await Promise.all(checks)
    }
  }
}
