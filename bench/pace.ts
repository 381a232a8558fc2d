/**
 * Generates load at a fixed rate, independent of the answers: reads its task as JSON from stdin, and prints the
 * latencies. The latency of a request counts from when it is due, including the wait for a free connection. So a
 * stalled server is charged for all requests that become due meanwhile, even if it takes the processor from this
 * program. Requests become due in small groups, one group for each millisecond.
 */
import { counter } from "./Scenarios.ts"

export interface Pace {
  readonly port: number
  readonly requests: ReadonlyArray<string>
  /** The number of requests to skip at the start. */
  readonly from: number
  readonly rate: number
  /** Seconds for which the load is measured. */
  readonly seconds: number
  /**
   * Seconds of load before that, for example because each session plans its statements anew after a change of the
   * tables.
   */
  readonly secondsBefore: number
  readonly connections: number
  readonly first: number
}

export interface Latencies {
  /** The number of answered requests, including those before the measured ones. */
  readonly answered: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
}

const { connections, first, from, port, rate, requests, seconds, secondsBefore }: Pace = JSON.parse(
  await Bun.stdin.text()
)

/** When each answered request was due, and how long its answer took, in milliseconds. */
const answers: Array<{ readonly due: number; readonly took: number }> = []
const due: Array<number> = []
let waiting = 0
let failed = 0
let sent = 0

interface State {
  since: number | undefined
  received: string
}
type Connection = Bun.Socket<State>

const idle: Array<Connection> = []

const send = (connection: Connection, at: number): void => {
  const text = requests[(from + sent) % requests.length]!
  sent++
  connection.data.since = at
  connection.write(text.replace(counter, String(first + sent).padStart(10, "0")))
}

/** Returns whether the text is a complete answer: of the length in its header, or up to its last chunk. */
const isWhole = (text: string): boolean => {
  const head = text.indexOf("\r\n\r\n")
  if (head < 0) return false
  const length = /\r\ncontent-length: (\d+)/i.exec(text.slice(0, head))?.[1]
  return length === undefined ? text.endsWith("\r\n0\r\n\r\n") : text.length >= head + 4 + Number(length)
}

const opened = await Promise.all(Array.from({ length: connections }, () =>
  Bun.connect<State>({
    hostname: "127.0.0.1",
    port,
    data: { since: undefined, received: "" },
    socket: {
      data: (connection, bytes) => {
        const state = connection.data
        // Latin-1 has one character for each byte.
        state.received += bytes.toString("latin1")
        if (state.since === undefined || !isWhole(state.received)) return
        if (!/^HTTP\/1\.1 20\d/.test(state.received)) failed++
        answers.push({ due: state.since, took: performance.now() - state.since })
        state.received = ""
        state.since = undefined
        if (waiting < due.length) send(connection, due[waiting++]!)
        else idle.push(connection)
      },
      error: () => {
        failed++
      }
    }
  })))
idle.push(...opened)

const began = performance.now()
const total = Math.floor(rate * (secondsBefore + seconds))
const dueAt = (number: number) => began + Math.ceil(number / rate * 1000)
while (due.length < total) {
  const now = performance.now()
  while (due.length < total && dueAt(due.length) <= now) due.push(dueAt(due.length))
  while (waiting < due.length && idle.length > 0) send(idle.pop()!, due[waiting++]!)
  await Bun.sleep(1)
}
const until = performance.now() + 10_000
while (answers.length < total && performance.now() < until) await Bun.sleep(5)
for (const connection of opened) connection.end()

const measured = answers.filter(({ due }) => due >= began + secondsBefore * 1000)
const sorted = measured.map(({ took }) => took).toSorted((a, b) => a - b)
const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
if (failed > 0 || answers.length < total) throw new Error(`${failed} refused, ${total - answers.length} not answered`)
const result: Latencies = { answered: answers.length, p50: at(0.5), p99: at(0.99) }
console.log(JSON.stringify(result))
process.exit(0)
