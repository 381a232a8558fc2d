/** What the server says about connections, and what it does with them: as bytes, and behind a real proxy. */
import { afterAll, beforeAll, expect, spyOn, test } from "bun:test"
import { counted, type Edge, edge } from "./harness/Edge.ts"
import { haproxies, installed } from "./harness/HAProxy.ts"
import { inFlight } from "./harness/InFlight.ts"
import { type Connection, exchange, head, open } from "./harness/Raw.ts"

let server: Edge
beforeAll(async () => {
  server = await edge()
})
afterAll(() => server.close())

const closes = /^Connection: close\r$/im

const chunked = "Transfer-Encoding: chunked"
const body = "3\r\nabc\r\n"
const trailer = "X-Trailer: 1\r\n"

test.each([
  ["a route that reads it", head("POST /echo", chunked) + body + "0\r\n\r\n", 200],
  ["a route that does not read it", head("GET /short", chunked) + body + "0\r\n\r\n", 200],
  ["no route", head("POST /nowhere", chunked) + body + "0\r\n\r\n", 404]
])("the answer to a chunked request says that the connection closes, and it closes: %s", async (_, request, status) => {
  const connection = await open(server.port)
  connection.send(request)
  expect(await connection.receive(/\r\n\r\n/)).toMatch(closes)
  expect(await connection.closed).toStartWith(`HTTP/1.1 ${status} `)
})

test("what follows the answer to a chunked request is on a connection that the answer has ended", async () => {
  const connection = await open(server.port)
  connection.send(`${head("POST /echo?first", chunked)}${body}0\r\n`)
  await connection.receive(/first abc/)
  connection.send(`${trailer}\r\n${head("GET /short")}`)
  const [answer = "", ...more] = (await connection.closed).split(/(?=HTTP\/1\.1 )/)
  expect(answer).toMatch(closes)
  expect(more.filter((text) => !closes.test(text))).toEqual([])
})

test("a chunked request whose trailers come with it is refused by the library, and is not carried out", async () => {
  for (let n = 0; n < 20; n++) {
    const received = await exchange(server.port, `${head("POST /count", chunked)}${body}0\r\n${trailer}\r\n`)
    expect(received).toStartWith("HTTP/1.1 400 ")
    expect(received).toMatch(closes)
  }
  // Answered after all that came before it.
  expect((await fetch(`${server.origin}/later`)).status).toBe(200)
  expect(counted.times).toBe(0)
})

test.each(["close", "Close", "keep-alive, close", "TE , close", `"x, close`])(
  "a request that has Connection: %s is answered with Connection: close",
  async (value) => {
    for (const line of ["GET /short", "GET /list", "GET /later", "GET /nowhere", "HEAD /short", "GET /docs"]) {
      expect(await exchange(server.port, head(line, `Connection: ${value}`))).toMatch(closes)
    }
  }
)

test("trailers in a packet of their own are refused, and nothing is carried out", async () => {
  const before = counted.times
  const connection = await open(server.port)
  connection.socket.setNoDelay(true)
  connection.send(`${head("POST /count", chunked)}${body}0\r\n`)
  await new Promise(setImmediate)
  connection.send(`${trailer}\r\n`)
  expect(await connection.closed).toStartWith("HTTP/1.1 400 ")
  expect(counted.times).toBe(before)
})

test("another request keeps its connection", async () => {
  const connection = await open(server.port)
  for (const n of [1, 2, 3]) {
    connection.send(head("GET /short", "Connection: x-close, closed"))
    const received = await connection.receive(new RegExp(`(?:short[^]*){${n}}`))
    expect(received).not.toMatch(closes)
  }
  connection.socket.destroy()
})

test("a request that is sent before the one before it is answered closes the connection", async () => {
  const received = await exchange(server.port, head("GET /short") + head("POST /count", "Connection: close"))
  expect([...received.matchAll(/HTTP\/1\.1 /g)].length).toBeLessThanOrEqual(1)
  expect(counted.times).toBe(0)
})

test("two Host headers, or a malformed one, are 400 in the envelope, and the connection closes", async () => {
  const twice = ["other.test", "candor.test", ""].map((second) => head("GET /short", `Host: ${second}`))
  const malformed = ["[", "a b", "%", "a,b", "x:y", "a@b", "a/b", "a?b"].flatMap((host) =>
    // However its body is told, which may be too long.
    ([["Content-Length: 0", ""], [chunked, "0\r\n\r\n"], ["Content-Length: 2000000", ""]] as const).map((
      [length, body]
    ) => head("POST /echo", length).replace(/Host: .*/, `Host: ${host}`) + body)
  )
  for (const request of [...twice, ...malformed]) {
    const received = await exchange(server.port, request)
    expect(received).toStartWith("HTTP/1.1 400 ")
    expect(received).toContain(`"code":"invalid_request"`)
    expect(received).toMatch(closes)
  }
})

test("a body that comes too slowly is 408 with invalid_request, however its length is told", async () => {
  for (const length of ["Content-Length: 9", chunked]) {
    const connection = await open(server.port)
    connection.send(`${head("POST /hurried", length)}3\r\n`)
    expect(await connection.receive(/\r\n\r\n/)).toStartWith("HTTP/1.1 408 ")
    const received = await connection.closed
    expect(received).toContain(`"code":"invalid_request"`)
    expect(received).toMatch(closes)
  }
})

test("a client that sends its whole body before it reads has its answer, though it was refused at once", async () => {
  // More than socket buffers hold, so that the refusal comes while it sends.
  const sent = [chunked, "", ...Array(12).fill(`100000\r\n${"x".repeat(2 ** 20)}`), "0", "", ""].join("\r\n")
  for (const [line, status] of [["POST /nowhere", 404], ["POST /echo", 413]] as const) {
    const connection = await open(server.port)
    connection.socket.pause()
    await new Promise((resolve) => connection.socket.write(head(line).slice(0, -2) + sent, resolve))
    connection.socket.resume()
    const received = await connection.closed
    expect(received).toStartWith(`HTTP/1.1 ${status} `)
    expect(received).toEndWith("}")
  }
})

test("a client that sends on after its body was refused is read for a while, and then its connection ends", async () => {
  const { closed, socket } = await open(server.port)
  let sent = 0
  const piece = `100000\r\n${"x".repeat(2 ** 20)}\r\n`
  const send = () => {
    sent += 2 ** 20
    socket.write(piece, (error) => error ?? send())
  }
  socket.write(head("POST /nowhere", chunked))
  send()
  await closed
  // What is read, and what was on its way; discarding.test.ts shows how much is read.
  expect(sent / 2 ** 20).toBeWithin(1, 32)
})

test("a connection on which nothing is sent for 60 seconds closes", async () => {
  const { serve } = Bun
  const seconds: Array<unknown> = []
  /** Serves with seconds in the place of minutes; Bun looks at its connections every four. */
  const serving = spyOn(Bun, "serve").mockImplementation((options) => {
    const idleTimeout = Number(Reflect.get(options, "idleTimeout"))
    seconds.push(idleTimeout)
    Reflect.set(options, "idleTimeout", idleTimeout / 60)
    return serve(options)
  })
  const hurried = await edge()
  serving.mockRestore()
  const connection = await open(hurried.port)
  connection.send(head("GET /short"))
  expect(await connection.closed).toMatch(/^HTTP\/1\.1 200 [^]*short$/)
  expect(seconds).toEqual([60])
  await hurried.close()
})

const proxied = haproxies()

for (const haproxy of installed) {
  test("behind HAProxy nobody gets another client's answer, while others send trailers", async () => {
    const { origin, process } = await proxied(haproxy, [server.port])
    const port = Number(new URL(origin).port)
    while ((await fetch(`${origin}/short`)).status !== 200) await new Promise(setImmediate)
    const paths = ["/echo", "/short", "/nowhere"]
    const send = async (path: string, isLate: boolean) => {
      const connection = await open(port)
      connection.send(`${head(`POST ${path}`, chunked)}${body}`)
      if (isLate) await connection.receive(/HTTP\/1\.1 /)
      connection.send(`0\r\n${trailer}\r\n`)
      const received = await connection.receive(/HTTP\/1\.1 /)
      connection.socket.destroy()
      return /^HTTP\/1\.1 (200|400|404)/.test(received) ? "answered" : received
    }
    const trailers = Array.from({ length: 300 }, (_, n) => () => send(paths[n % 3]!, false))
    // These have their answers before they send the end of the body, which the server waits for at first.
    const late = Array.from({ length: 60 }, (_, n) => () => send(paths[1 + n % 2]!, true))
    const plain = Array.from({ length: 900 }, (_, n) => async () => {
      const response = await fetch(`${origin}/echo?p${n}`, { method: "POST", body: "mine" })
      const text = await response.text()
      return text === `p${n} mine` ? "answered" : `${response.status} ${text}`
    })
    const outcomes = await Promise.all([inFlight(8, trailers), inFlight(20, late), inFlight(8, plain)])
    expect([...new Set(outcomes.flat())]).toEqual(["answered"])
    await process.stop("SIGKILL")
  })

  test("behind HAProxy each client has its own answer, and it is 200, while others have the server close", async () => {
    // Who waits for one of two connections is sent on it as soon as an answer has come, before its end could be seen.
    const { origin, process } = await proxied(haproxy, [server.port], "maxconn 2")
    const port = Number(new URL(origin).port)
    while ((await fetch(`${origin}/short`)).status !== 200) await new Promise(setImmediate)
    const ask = async ({ receive, send }: Connection, name: string, ...headers: ReadonlyArray<string>) => {
      send(`${head(`POST /echo?${name}`, "Content-Length: 4", ...headers)}mine`)
      const received = await receive(new RegExp(`${name} mine$|</html>\\s*$`)).catch(() => "closed without an answer")
      const answer = received.split(/(?=HTTP\/1\.1 )/).at(-1)!
      const isOwn = answer.startsWith("HTTP/1.1 200 ") && answer.endsWith(`\r\n\r\n${name} mine`)
      return isOwn ? "answered" : answer.split("\r\n")[0]!
    }
    const once = (name: string, ...headers: ReadonlyArray<string>) => async () => {
      const connection = await open(port)
      const outcome = await ask(connection, name, ...headers)
      connection.socket.destroy()
      return outcome
    }
    const closing = Array.from({ length: 300 }, (_, n) => once(`c${n}`, "Connection: close"))
    // HAProxy passes these as they are, and the server finds `close` in them: it closes, and HAProxy does not expect
    // it.
    const unseen = Array.from(
      { length: 300 },
      (_, n) => once(`u${n}`, `Connection: "x, close${n % 2 === 0 ? "" : `, y"`}`)
    )
    const plain = Array.from({ length: 300 }, (_, n) => once(`p${n}`))
    const kept = Array.from({ length: 30 }, (_, n) => async () => {
      const connection = await open(port)
      const outcomes: Array<string> = []
      for (let m = 0; m < 20; m++) outcomes.push(await ask(connection, `k${n}.${m}`))
      connection.socket.destroy()
      return outcomes
    })
    const outcomes = await Promise.all([
      inFlight(8, closing),
      inFlight(8, unseen),
      inFlight(8, plain),
      inFlight(8, kept)
    ])
    expect([...new Set(outcomes.flat(2))]).toEqual(["answered"])
    await process.stop("SIGKILL")
  })
}
