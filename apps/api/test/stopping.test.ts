/** How a server stops: nobody who asks it through a proxy notices. */
import { freePort } from "@candor/process/testing/FreePort"
import { describe, expect, test } from "bun:test"
import { Option } from "effect"
import { secondsToDrain } from "../src/server/Stopping.ts"
import { type Edge, edge } from "./harness/Edge.ts"
import { haproxies, installed } from "./harness/HAProxy.ts"
import { exchange, head, open } from "./harness/Raw.ts"

const closes = /^Connection: close\r$/im

/** Between two looks or two requests: without it they would take the processor from the servers. */
const pause = () => Bun.sleep(5)

/** Waits until the server has logged a line like this. */
const logged = async (server: Edge, wanted: RegExp) => {
  while (!server.logs.some((line) => wanted.test(line))) await pause()
}

test("it is not ready first, then answers close their connections, and new ones are served until the listener closes", async () => {
  const server = await edge({ env: { CANDOR_DRAIN_SECONDS: "1" } })
  const kept = await open(server.port)
  kept.send(head("GET /short"))
  expect(await kept.receive(/short/)).not.toMatch(closes)
  expect((await fetch(`${server.origin}/health/ready`)).status).toBe(200)
  const unfinished = await open(server.port)
  unfinished.send(`${head("POST /echo?late", "Content-Length: 4")}ha`)
  await fetch(`${server.origin}/short`)

  const stopped = server.close()
  await logged(server, /Stopping/)
  const ready = await exchange(server.port, head("GET /health/ready"))
  expect(ready).toStartWith("HTTP/1.1 503 ")
  expect(ready).toContain(`"details":{"reason":"draining","code":"draining"}`)
  expect(ready).toMatch(closes)
  expect(await exchange(server.port, head("GET /health/live"))).toStartWith("HTTP/1.1 200 ")
  kept.send(head("GET /short"))
  expect(await kept.closed).toMatch(/short[^]*HTTP\/1\.1 200 [^]*Connection: close[^]*short$/i)
  expect(await exchange(server.port, head("GET /short"))).toMatch(closes)

  // What is in flight when the listener closes has its answer.
  while (await open(server.port).then(({ socket }) => socket.destroy(), () => undefined) !== undefined) await pause()
  unfinished.send("lf")
  const late = await unfinished.closed
  expect(late).toMatch(/late half$/)
  expect(late).toMatch(closes)
  await stopped
  expect(server.logs.join("\n")).toContain("Stopped serving")
})

describe("How long it drains", () => {
  const minute = 60_000

  test("is what is set; else five seconds where a proxy asks for readiness, and not at all where none does", () => {
    const probed = { probed: 5 * minute }
    expect(secondsToDrain(Option.some(2), probed, 5 * minute)).toBe(2)
    expect(secondsToDrain(Option.some(0), probed, 5 * minute)).toBe(0)
    expect(secondsToDrain(Option.none(), probed, 6 * minute)).toBe(5)
    expect(secondsToDrain(Option.none(), probed, 6 * minute + 1)).toBe(0)
    expect(secondsToDrain(Option.none(), { probed: undefined }, 0)).toBe(0)
  })
})

const proxied = haproxies()

for (const haproxy of installed) {
  test("two servers behind HAProxy are restarted five times in turn under load, and no request fails", async () => {
    const ports = [await freePort(), await freePort()] as const
    const start = (port: number) => edge({ port, env: { CANDOR_DRAIN_SECONDS: "1" } })
    const servers = [await start(ports[0]), await start(ports[1])]
    const { origin, process } = await proxied(haproxy, ports)
    while ((await fetch(`${origin}/short`)).status !== 200) await new Promise(setImmediate)

    let rounds = 0
    const over = new AbortController()
    const failures: Array<string> = []
    const load = async () => {
      while (!over.signal.aborted) {
        const body = `${rounds++}`
        const get = fetch(`${origin}/list`).then(async (answer) => `${answer.status} ${(await answer.text()).length}`)
        const post = fetch(`${origin}/echo?n`, { method: "POST", body }).then((answer) => answer.text())
        const [got, posted] = await Promise.all([get, post].map((answer) => answer.catch(String)))
        if (got !== "200 50000" || posted !== `n ${body}`) failures.push(`${got}, ${posted}`)
        await pause()
      }
    }
    const loads = Array.from({ length: 4 }, load)
    for (let n = 0; n < 5; n++) {
      const one = n % 2
      await servers[one]!.close()
      servers[one] = await start(ports[one]!)
      // The proxy sends it requests again.
      await logged(servers[one], /"\/(list|echo)"/)
    }
    over.abort()
    await Promise.all(loads)
    expect(failures).toEqual([])
    expect(rounds).toBeGreaterThan(100)
    await process.stop("SIGKILL")
    await Promise.all(servers.map((server) => server.close()))
  })
}
