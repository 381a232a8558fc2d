/** Applications that people send to a careers site, each when it is due, also if earlier ones are unanswered. */
import { percentile } from "./Figures.ts"
import type { Apply } from "./Misbehaving.ts"

/** Milliseconds for which a person waits for an answer. */
const timeout = 60_000

/** Milliseconds between two looks for what is due. */
const look = 2

const boundary = "----applications"

const field = (name: string, value: string) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

/** Makes forms that differ in the person and in the first bytes of the file. */
const forms = (size: number) => {
  const filler = Buffer.alloc(size, "Ten years in harbours and at sea.\n")
  const end = Buffer.from(`\r\n--${boundary}--\r\n`)
  return (n: number): Buffer<ArrayBuffer> => {
    const head = field("full_name", `Person ${n}`) + field("email", `person-${n}@example.com`) +
      `--${boundary}\r\nContent-Disposition: form-data; name="resume"; filename="cv.txt"\r\nContent-Type: text/plain\r\n\r\n`
    const first = Buffer.from(`Résumé of ${n}\n`)
    return Buffer.concat([Buffer.from(head), first, filler.subarray(first.length), end])
  }
}

/** Sends applications until the returned function is called, which waits for the answers; counts them, and tells how long they took. */
export const apply = ({ addresses, perSecond, size, url }: Apply, count: (name: string, by?: number) => void): () => Promise<void> => {
  const form = forms(size)
  const over = new AbortController()
  const latencies: Array<number> = []
  const sent: Array<Promise<void>> = []
  const run = crypto.randomUUID()

  const one = async (n: number, due: number) => {
    const address = n % addresses
    try {
      const response = await fetch(url, {
        method: "POST",
        body: form(n),
        headers: {
          "content-type": `multipart/form-data; boundary=${boundary}`,
          "idempotency-key": `${run}-${n}`,
          "x-forwarded-for": `10.1.${address >> 8}.${address & 255}`
        },
        signal: AbortSignal.timeout(timeout)
      })
      await response.text()
      count(`answers ${response.status}`)
    } catch {
      count("unanswered")
    }
    latencies.push(performance.now() - due)
  }

  const began = performance.now()
  const timer = setInterval(() => {
    for (;;) {
      const due = began + sent.length * 1000 / perSecond
      if (due > performance.now() || over.signal.aborted) return
      sent.push(one(sent.length, due))
    }
  }, look)

  return async () => {
    over.abort()
    clearInterval(timer)
    await Promise.all(sent)
    count("ms until half were answered", Math.round(percentile(latencies, 0.5)))
    count("ms until 95 %", Math.round(percentile(latencies, 0.95)))
    const { system, user } = process.cpuUsage()
    count("µs of the processor each for their client", Math.round((system + user) / sent.length))
  }
}
