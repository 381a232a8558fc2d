import { servers } from "@candor/process/testing/Servers"
import { program } from "@candor/process/testing/Programs"
import * as Promtool from "@candor/process/testing/Promtool"
import * as Prepared from "@candor/sql/testing/Prepared"
import { describe, expect, test } from "bun:test"

const main = await program("worker")
const { folder: scratch, serve, start } = servers("worker")

const worker = (env: Record<string, string>) => start([process.execPath, main], { env: { LOG_FORMAT: "json", ...env } })

/** What the metrics show under a name, once they do. */
const shown = async (origin: string, wanted: RegExp) => {
  for (;;) {
    const found = wanted.exec(await (await fetch(`${origin}/metrics`)).text())
    if (found !== null) return found[1]
    // Without a pause this would take the processor from what it waits for.
    await Bun.sleep(50)
  }
}

describe("A worker on the embedded database", () => {
  test("waits for a server that opens it, answers how it is where WORKER_PORT says so, and works beside another one", async () => {
    await Prepared.dataDirectory(scratch)
    const first = worker({ CANDOR_DATA_DIR: scratch, WORKER_PORT: "0" })
    await first.hear(/The database does not answer yet/)
    const server = await serve({ CANDOR_DATA_DIR: scratch, CANDOR_WORKER: "none" })
    const said = await first.hear(/"Working"/)
    const origin = /Serving health and metrics on (http:\/\/[\d.:]+)/.exec(said)![1]!
    const answers = ["/health/live", "/health/ready", "/health/live", "/health/ready", "/elsewhere"].map((path) =>
      fetch(origin + path)
    )
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 404])
    expect(await shown(origin, /^candor_queue_dead_letters\{queue="profiles"\} (.*)$/m)).toBe("0")
    expect(await Promtool.findings(await (await fetch(`${origin}/metrics`)).text())).toEqual([])
    const second = worker({ CANDOR_DATA_DIR: scratch })
    await second.hear(/"Working"/)
    expect([await second.stop(), await first.stop(), await server.child.stop()]).toEqual([0, 0, 0])
  })
})
