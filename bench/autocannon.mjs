/** Load in a closed loop by autocannon: reads what to do as JSON from stdin, prints what came of it. */
import autocannon from "autocannon"
import { text } from "node:stream/consumers"

const { connections, counter, first, from, port, requests, seconds } = JSON.parse(await text(process.stdin))

/** A request as autocannon takes it, from its bytes. */
const parsed = (bytes) => {
  const [head, body] = bytes.split("\r\n\r\n")
  const [line, ...fields] = head.split("\r\n")
  const [method, path] = line.split(" ")
  const headers = Object.fromEntries(fields.map((field) => field.split(": ")))
  delete headers["Content-Length"]
  return body === "" ? { method, path, headers } : { method, path, headers, body }
}

const all = requests.map(parsed)

let sent = 0

/** The next request of them all; left to itself, each connection would begin with the first. */
const next = (request) => {
  const { body, headers, method, path } = all[(from + sent++) % all.length]
  const text = body?.replace(counter, String(first + sent).padStart(10, "0"))
  return { ...request, method, path, headers, body: text }
}

const result = await autocannon({
  url: `http://127.0.0.1:${port}`,
  connections,
  duration: seconds,
  requests: [{ setupRequest: next }]
})
if (result.non2xx + result.errors > 0) throw new Error(`${result.non2xx} refused, ${result.errors} failed`)
const { latency: { p50, p99 }, requests: { total } } = result
console.log(JSON.stringify({ requests: total, perSecond: total / result.duration, p50, p99 }))
