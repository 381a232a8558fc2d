/**
 * Listens to what a program says to PostgreSQL: a proxy that keeps the text and the parameters of every statement
 * (PostgreSQL's documentation, "Frontend/Backend Protocol").
 */

/** A parameter as its JSON would be; bytes are hexadecimal. */
export type Value = null | string | number | boolean | { readonly bytes: string } | { readonly json: string }

export interface Sent {
  readonly text: string
  readonly values: ReadonlyArray<Value>
  /** What the session was started with, such as `synchronous_commit`. */
  readonly settings: Readonly<Record<string, string>>
}

export interface Proxy {
  readonly port: number
  /** Takes the statements since the last time. */
  readonly take: () => ReadonlyArray<Sent>
  readonly stop: () => void
}

/** Reads a message from its front. */
const reader = (bytes: Buffer) => {
  let at = 0
  const advance = (count: number) => (at += count) - count
  return {
    isEmpty: () => at >= bytes.length,
    int16: () => bytes.readInt16BE(advance(2)),
    int32: () => bytes.readInt32BE(advance(4)),
    text: () => {
      const end = bytes.indexOf(0, at)
      const text = bytes.toString("utf8", at, end)
      at = end + 1
      return text
    },
    take: (count: number) => bytes.subarray(advance(count), at)
  }
}

const uuid = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")

/** 2000-01-01, from which PostgreSQL counts its microseconds, in Unix milliseconds. */
const epochMillis = 946_684_800_000

/** How a binary parameter is read, by the oid of its type. */
const decoders: ReadonlyMap<number, (bytes: Buffer) => Value> = new Map<number, (bytes: Buffer) => Value>([
  [16, (bytes) => bytes[0] === 1],
  [17, (bytes) => ({ bytes: bytes.toString("hex") })],
  [20, (bytes) => Number(bytes.readBigInt64BE())],
  [21, (bytes) => bytes.readInt16BE()],
  [23, (bytes) => bytes.readInt32BE()],
  [25, (bytes) => bytes.toString()],
  [114, (bytes) => ({ json: bytes.toString() })],
  [701, (bytes) => bytes.readDoubleBE()],
  [1043, (bytes) => bytes.toString()],
  [1184, (bytes) => new Date(epochMillis + Number(bytes.readBigInt64BE()) / 1000).toISOString()],
  [2950, (bytes) => uuid(bytes.toString("hex"))],
  [3802, (bytes) => ({ json: bytes.toString("utf8", 1) })]
])

/** A parameter whose type is not in the list is given as its bytes. */
const decode = (bytes: Buffer, oid: number, isBinary: boolean): Value =>
  isBinary
    ? (decoders.get(oid) ?? decoders.get(17)!)(bytes)
    : oid === 114 || oid === 3802 ? { json: bytes.toString() } : bytes.toString()

/** Follows what one session says. */
const follow = (keep: (sent: Sent) => void) => {
  let waiting: Buffer = Buffer.alloc(0)
  let settings: Record<string, string> | undefined
  const prepared = new Map<string, { readonly text: string; readonly oids: ReadonlyArray<number> }>()

  const startup = (body: Buffer) => {
    const message = reader(body)
    // The protocol's version; a request for TLS or a cancellation has another number, and nothing behind it.
    if (message.int32() !== 196_608) return
    settings = {}
    for (let name = message.text(); name !== ""; name = message.text()) settings[name] = message.text()
  }

  const parse = (body: Buffer) => {
    const message = reader(body)
    const [name, text] = [message.text(), message.text()]
    prepared.set(name, { text, oids: Array.from({ length: message.int16() }, () => message.int32()) })
  }

  const bind = (body: Buffer) => {
    const message = reader(body)
    message.text()
    const { oids, text } = prepared.get(message.text())!
    const formats = Array.from({ length: message.int16() }, () => message.int16())
    const values = Array.from({ length: message.int16() }, (_, at): Value => {
      const length = message.int32()
      const format = formats.length > 1 ? formats[at]! : formats[0] ?? 0
      return length < 0 ? null : decode(message.take(length), oids[at] ?? 0, format === 1)
    })
    keep({ text, values, settings: settings ?? {} })
  }

  return (bytes: Buffer): void => {
    waiting = Buffer.concat([waiting, bytes])
    for (;;) {
      const head = settings === undefined ? 0 : 1
      if (waiting.length < head + 4) return
      const end = head + waiting.readInt32BE(head)
      if (waiting.length < end) return
      const [type, body] = [String.fromCharCode(waiting[0]!), waiting.subarray(head + 4, end)]
      if (settings === undefined) startup(body)
      else if (type === "P") parse(body)
      else if (type === "B") bind(body)
      waiting = waiting.subarray(end)
    }
  }
}

interface Session {
  readonly observe: (bytes: Buffer) => void
  readonly database: Promise<Bun.Socket<undefined>>
}

/** Listens on a port of its own, and passes everything on to the server of this address. */
export const proxy = (url: string): Proxy => {
  const { hostname, port } = new URL(url)
  let kept: Array<Sent> = []
  const server = Bun.listen<Session>({
    hostname: "127.0.0.1",
    port: 0,
    socket: {
      open: (client) => {
        const database = Bun.connect({
          hostname,
          port: Number(port || 5432),
          socket: {
            data: (_, bytes) => void client.write(bytes),
            close: () => void client.end()
          }
        })
        client.data = { observe: follow((sent) => kept.push(sent)), database }
      },
      data: (client, bytes) => {
        client.data.observe(Buffer.from(bytes))
        void client.data.database.then((database) => void database.write(bytes))
      },
      close: (client) => void client.data.database.then((database) => void database.end())
    }
  })
  const take = () => {
    const taken = kept
    kept = []
    return taken
  }
  return { port: server.port, take, stop: () => server.stop(true) }
}
