/** Every block of docs/guide.md runs, in order, against a server that its first block starts. */
import { servers } from "@candor/process/testing/Servers"
import * as Prepared from "@candor/sql/testing/Prepared"
import { beforeAll, expect, test } from "bun:test"
import { symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Shell from "./src/Shell.ts"
import * as Tour from "./src/Tour.ts"

const root = join(import.meta.dir, "..")
const page = await Bun.file(join(import.meta.dir, "guide.md")).text()
const blocks = Tour.blocksOf(page)
const steps = Tour.stepsOf(page)
const running = servers("guide")
const data = join(running.folder, "data")

// In a fresh clone it has to be made, which takes longer than a copy.
beforeAll(() => Prepared.dataDirectory(data, "demo"), 120_000)

test("every block of the guide is run or compared", () => {
  const count = (info: string) => blocks.filter((block) => block.info === info).length
  expect(page.match(/^```/gm)).toHaveLength(2 * blocks.length)
  expect([...new Set(blocks.map(({ info }) => info))]).toEqual(["sh start", "sh tour", "json", "ts receiver.ts"])
  expect(count("sh start")).toBe(1)
  expect(count("sh tour")).toBe(steps.length)
  expect(count("json")).toBe(steps.filter(({ promised }) => promised !== undefined).length)
  expect(count("json")).toBeGreaterThan(12)
})

test("the guide's commands give the answers that it promises, from the first key to the revoked one", async () => {
  const { behindProxy, folder, start } = running
  const receiver = await Shell.freePort()
  const env = { PATH: await Shell.commands(folder), CANDOR_DATA_DIR: data, HOST: "127.0.0.1", PORT: "0", LOG_FORMAT: "json" }
  const server = start(["sh", "-eu", "-c", blocks.find(({ info }) => info === "sh start")!.text], { cwd: folder, env, group: true })
  const { origin } = await behindProxy(server)
  const replace = { "http://127.0.0.1:3000": origin, "127.0.0.1:4000": `127.0.0.1:${receiver}`, "port: 4000": `port: ${receiver}` }
  const shell: Shell.Shell = { env, replace }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  writeFileSync(join(folder, "receiver.ts"), Shell.typed(blocks.find(({ info }) => info === "ts receiver.ts")!.text, shell))
  expect(await Shell.follow(steps, shell, running)).toEqual([])
  expect(await Bun.file(join(folder, "backup-1/SHA256SUMS")).exists()).toBe(true)
}, 60_000)
