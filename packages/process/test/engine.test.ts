/** Servers and workers run with our options of Bun's engine, however they are started. */
import { completed, ofServers } from "@candor/process/EngineOptions"
import { processes } from "@candor/process/testing/Processes"
import { program } from "@candor/process/testing/Programs"
import { describe, expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"

const { start } = processes("engine")
const said = join(import.meta.dir, "options.ts")

describe("the options of the engine", () => {
  test("are added to an environment that lacks one, and replace no value of the operator's", () => {
    expect(completed({ HOME: "/root" }, ofServers)).toEqual({ ...ofServers, HOME: "/root" })
    expect(completed({ MIMALLOC_PURGE_HOLES: "1" }, ofServers)).toEqual({ ...ofServers, MIMALLOC_PURGE_HOLES: "1" })
    expect(completed({ ...ofServers, MIMALLOC_PURGE_HOLES: "1" }, ofServers)).toBeUndefined()
  })

  test("apply to a program that was started without them: the same process, arguments, flags and environment", async () => {
    const child = start([process.execPath, "--smol", said, "one", "--two"], { env: { KEPT: "kept" } })
    const { code, stderr, stdout } = await child.ended
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
    expect(JSON.parse(stdout)).toEqual({
      pid: child.pid,
      args: ["one", "--two"],
      flags: ["--smol"],
      kept: "kept",
      options: ofServers
    })
  })

  test.each(["api", "worker"] as const)("apply to the built %s", async (name) => {
    const child = start([process.execPath, await program(name)], {
      env: { DATABASE_URL: "postgres://127.0.0.1:1/none", PORT: "0", WORKER_PORT: "0", LOG_FORMAT: "json" }
    })
    await child.hear(/The database does not answer yet/)
    const environment = readFileSync(`/proc/${child.pid}/environ`, "utf8").split("\0")
    expect(environment).toEqual(
      expect.arrayContaining(Object.entries(ofServers).map(([name, value]) => `${name}=${value}`))
    )
    await child.stop()
  })
})
