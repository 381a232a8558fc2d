/**
 * README.md, docs/guide.md and docs/differences.md: what they tell their reader to type is typed, on a server that the
 * guide starts.
 */
import { freePort } from "@candor/process/testing/FreePort"
import { servers } from "@candor/process/testing/Servers"
import * as Prepared from "@candor/sql/testing/Prepared"
import { beforeAll, expect, test } from "bun:test"
import { symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Shell from "./Shell.ts"
import * as Tour from "./Tour.ts"

const root = join(import.meta.dir, "../..")
const readme = await Bun.file(join(root, "README.md")).text()
const differences = await Bun.file(join(root, "docs/differences.md")).text()
const guide = await Bun.file(join(root, "docs/guide.md")).text()
const steps = Tour.stepsOf(readme)
const guideBlocks = Tour.blocksOf(guide)
const guideSteps = Tour.stepsOf(guide)
const guideBlock = (info: string): string => guideBlocks.find((block) => block.info === info)!.text

const running = servers("readme")
const { behindProxy, folder, start } = running
const data = join(folder, "data")
let origin = ""
/**
 * As README.md has it, where the tour begins at the demo's keys; and as the guide has it, which makes an organization
 * first.
 */
let shell: Shell.Shell
let guideShell: Shell.Shell

// In a fresh clone the demo has to be made, which takes longer than a copy.
beforeAll(async () => {
  await Prepared.dataDirectory(data, "demo")
  const PATH = await Shell.commands(folder)
  const env = { PATH, CANDOR_DATA_DIR: data, HOST: "127.0.0.1", PORT: "0", LOG_FORMAT: "json" }
  const server = start(["sh", "-eu", "-c", guideBlock("sh start")], { cwd: folder, env, group: true })
  origin = (await behindProxy(server)).origin
  const receiver = await freePort()
  const served = { "http://127.0.0.1:3000": origin }
  shell = { env: { PATH }, replace: { ...served, ".candor/": `${data}/` } }
  guideShell = {
    env,
    replace: { ...served, "127.0.0.1:4000": `127.0.0.1:${receiver}`, "port: 4000": `port: ${receiver}` }
  }
})

test("the README's program prints the titles of published jobs", async () => {
  const [, snippet = ""] = /^```ts run\n([\s\S]*?)^```$/m.exec(readme) ?? []
  const { code, stderr, stdout } = await start([process.execPath, "-e", Shell.typed(snippet, shell)], { cwd: root })
    .ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  const { keys } = await Bun.file(join(data, "demo.json")).json()
  const answer = await fetch(`${origin}/api/v1/jobs?status=published`, {
    headers: { authorization: `Bearer ${keys.read}` }
  })
  const { jobs }: { readonly jobs: ReadonlyArray<{ readonly title: string }> } = await answer.json()
  const titles = jobs.map(({ title }) => title)
  expect(titles.length).toBeGreaterThan(0)
  expect(stdout.trim().split("\n")).toEqual(titles)
})

test("every command of the README's tour gives the answer that the README promises", async () => {
  expect(await Shell.follow(steps, shell, running)).toEqual([])
})

test("the import of docs/differences.md gives the answers that the page promises", async () => {
  const steps = Tour.stepsOf(differences)
  expect(await Shell.follow(steps, shell, running)).toEqual([])
})

test("the guide's commands give the answers that it promises, from the first key to the revoked one", async () => {
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  writeFileSync(join(folder, "receiver.ts"), Shell.typed(guideBlock("ts receiver.ts"), guideShell))
  expect(await Shell.follow(guideSteps, guideShell, running)).toEqual([])
  expect(await Bun.file(join(folder, "backup-1/SHA256SUMS")).exists()).toBe(true)
})
