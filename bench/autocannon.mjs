/** Generates load in a closed loop by autocannon: reads its task as JSON from stdin, and prints the result. */
import autocannon from "autocannon"
import { text } from "node:stream/consumers"

const { connections, counter, first, from, port, requests, seconds } = JSON.parse(await text(process.stdin))

/** Converts the bytes of a request to the form that autocannon takes. */
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

/** Takes the next request from one shared sequence; by default, each connection would begin with the first. */
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
