/** Sends applications to a careers site, each when it is due, even if earlier ones are unanswered. */
import { annotatedPdf } from "@candor/background/testing/Documents"
import { percentile } from "./Figures.ts"
import type { Apply } from "./Misbehaving.ts"

/** Milliseconds for which a person waits for an answer. */
const timeout = 60_000

/** The maximum number of connections, the same as the proxy's (deploy/haproxy.cfg). Further requests wait for one. */
const maxConnections = 900

/** Milliseconds between two checks for due applications. */
const look = 2

const boundary = "----applications"

const field = (name: string, value: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** Formats the number of a person for the page of the résumé. */
const number = (n: number): string => String(n).padStart(9, "0")

/** Makes a typical résumé: a page of text, with a picture that brings it to this size. */
const resume = (size: number): Buffer => {
  const words = Array.from({ length: 45 }, (_, line) => `Ten years in harbours and at sea, of which ${line} on lakes.`)
  const page = [`Person ${number(0)}`, ...words]
  const missing = size - annotatedPdf(page, "/Picture <>").length
  return Buffer.from(annotatedPdf(page, `/Picture <${"ab".repeat(Math.floor(missing / 2))}>`))
}

/**
 * Makes forms that differ in the person, and in the person's number in the file. They share all other bytes: a copy for
 * each would take more time than the server does.
 */
const forms = (size: number) => {
  const file = resume(size)
  const at = file.indexOf(number(0))
  const rest = file.subarray(at + number(0).length)
  const end = Buffer.from(`\r\n--${boundary}--\r\n`)
  return (n: number): ReadonlyArray<Uint8Array> => {
    const begin = field("full_name", `Person ${n}`) + field("email", `person-${n}@example.com`) +
      `--${boundary}\r\nContent-Disposition: form-data; name="resume"; filename="cv.pdf"\r\nContent-Type: application/pdf\r\n\r\n`
    return [Buffer.from(begin), file.subarray(0, at), Buffer.from(number(n)), rest, end]
  }
}

/** Sends bytes on a connection of their own. Returns the status of the answer; undefined if none arrived in time. */
const exchange = async (
  { hostname, port }: URL,
  parts: ReadonlyArray<Uint8Array>,
  millis: number
): Promise<string | undefined> => {
  if (millis <= 0) return undefined
  const ended = Promise.withResolvers<string | undefined>()
  const timer = setTimeout(() => ended.resolve(undefined), millis)
  const left = [...parts]
  const write = (socket: Bun.Socket) => {
    for (let [part] = left; part !== undefined; [part] = left) {
      const written = socket.write(part)
      if (written < part.length) {
        left[0] = part.subarray(Math.max(written, 0))
        return
      }
      left.shift()
    }
  }
  let answer = ""
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      open: write,
      drain: write,
      data: (_, bytes) => {
        answer += bytes.toString("latin1")
        const status = /^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]
        if (status !== undefined) ended.resolve(status)
      },
      close: () => ended.resolve(undefined),
      error: () => ended.resolve(undefined)
    }
  }).catch(() => undefined)
  const status = socket === undefined ? undefined : await ended.promise
  clearTimeout(timer)
  socket?.terminate()
  return status
}

/**
 * Sends applications until the returned function is called, which waits for the answers, counts them, and reports how
 * long they took.
 */
export const apply = (
  { addresses, perSecond, size, url }: Apply,
  count: (name: string, by?: number) => void
): () => Promise<void> => {
  const target = new URL(url)
  const form = forms(size)
  let isOver = false
  const latencies: Array<number> = []
  const sent: Array<Promise<void>> = []
  const run = crypto.randomUUID()

  let free = maxConnections
  const waiting: Array<() => void> = []

  const connection = async (): Promise<void> => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
  }

  const leave = () => {
    const next = waiting.shift()
    if (next === undefined) free++
    else next()
  }

  const one = async (n: number, due: number) => {
    await connection()
    const address = n % addresses
    const parts = form(n)
    const head = [
      `POST ${target.pathname} HTTP/1.1`,
      `Host: ${target.host}`,
      "Connection: close",
      `Content-Type: multipart/form-data; boundary=${boundary}`,
      `Content-Length: ${parts.reduce((sum, { length }) => sum + length, 0)}`,
      `Idempotency-Key: ${run}-${n}`,
      `X-Forwarded-For: 10.1.${address >> 8}.${address & 255}`
    ].join("\r\n")
    const status = await exchange(target, [Buffer.from(`${head}\r\n\r\n`), ...parts], due + timeout - performance.now())
    leave()
    count(status === undefined ? "unanswered" : `answers ${status}`)
    latencies.push(performance.now() - due)
  }

  const began = performance.now()
  const timer = setInterval(() => {
    for (;;) {
      const due = began + sent.length * 1000 / perSecond
      if (due > performance.now() || isOver) return
      sent.push(one(sent.length, due))
    }
  }, look)

  return async () => {
    isOver = true
    clearInterval(timer)
    await Promise.all(sent)
    count("ms until half were answered", Math.round(percentile(latencies, 0.5)))
    count("ms until 95 %", Math.round(percentile(latencies, 0.95)))
    const { system, user } = process.cpuUsage()
    count("µs of the processor each for their client", Math.round((system + user) / sent.length))
  }
}
