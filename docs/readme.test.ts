/** README.md, docs/guide.md and docs/differences.md: what they tell their reader to type is typed, on a server that the guide starts. */
import { freePort } from "@candor/process/testing/FreePort"
import { servers } from "@candor/process/testing/Servers"
import * as Prepared from "@candor/sql/testing/Prepared"
import { beforeAll, expect, test } from "bun:test"
import { symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Shell from "./src/Shell.ts"
import * as Tour from "./src/Tour.ts"

const root = join(import.meta.dir, "..")
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
/** As README.md has it, where the tour begins at the demo's keys; and as the guide has it, which makes an organization first. */
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
  guideShell = { env, replace: { ...served, "127.0.0.1:4000": `127.0.0.1:${receiver}`, "port: 4000": `port: ${receiver}` } }
})

test("the README has a tour, and promises answers", () => {
  expect(steps.map(({ promised }) => promised !== undefined)).toEqual([true, true, true])
})

test("an answer that breaks its promise is noticed", () => {
  expect(Tour.keeps(`{ "id": "…", "name": "Offer" }`, `{"id":"1","name":"Offer"}`)).toBe(true)
  expect(Tour.keeps(`{ "id": "…", "name": "Offer" }`, `{"id":"1","name":"Hired"}`)).toBe(false)
  expect(Tour.keeps(`{ "id": "…" }`, `{"error":{}}`)).toBe(false)
})

test("the README's program prints the titles of published jobs", async () => {
  const [, snippet = ""] = /^```ts run\n([\s\S]*?)^```$/m.exec(readme) ?? []
  const { code, stderr, stdout } = await start([process.execPath, "-e", Shell.typed(snippet, shell)], { cwd: root }).ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  const { keys } = await Bun.file(join(data, "demo.json")).json()
  const answer = await fetch(`${origin}/api/v1/jobs?status=published`, { headers: { authorization: `Bearer ${keys.read}` } })
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
  expect(steps.map(({ promised }) => promised !== undefined)).toEqual([true, true])
  expect(await Shell.follow(steps, shell, running)).toEqual([])
})

test.each([["README.md", readme, 10], ["docs/differences.md", differences, 15]])("the operations that %s names are in the document", async (_, page, least) => {
  const { paths }: { readonly paths: Readonly<Record<string, object>> } = await Bun.file(join(root, "docs/openapi.json")).json()
  // `GET`, `POST /webhooks` names two.
  const named = [...page.matchAll(/((?:`[A-Z]+`, )*)`([A-Z]+) (\/[\w{}/-]+)/g)].flatMap(([, others, method, path]) =>
    [...(others!.match(/[A-Z]+/g) ?? []), method!].map((method) => ({ method: method.toLowerCase(), path: `/api/v1${path}` })))
  expect(named.length).toBeGreaterThan(least)
  const isKnown = ({ method, path }: typeof named[number]) => Object.hasOwn(paths[path] ?? {}, method)
  expect(named.filter((one) => !isKnown(one))).toEqual([])
})

test("every block of the guide is run or compared", () => {
  const count = (info: string) => guideBlocks.filter((block) => block.info === info).length
  expect(guide.match(/^```/gm)).toHaveLength(2 * guideBlocks.length)
  expect([...new Set(guideBlocks.map(({ info }) => info))]).toEqual(["sh start", "sh tour", "json", "ts receiver.ts"])
  expect(count("sh start")).toBe(1)
  expect(count("sh tour")).toBe(guideSteps.length)
  expect(count("json")).toBe(guideSteps.filter(({ promised }) => promised !== undefined).length)
  expect(count("json")).toBeGreaterThan(12)
})

test("the guide's commands give the answers that it promises, from the first key to the revoked one", async () => {
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
  writeFileSync(join(folder, "receiver.ts"), Shell.typed(guideBlock("ts receiver.ts"), guideShell))
  expect(await Shell.follow(guideSteps, guideShell, running)).toEqual([])
  expect(await Bun.file(join(folder, "backup-1/SHA256SUMS")).exists()).toBe(true)
})
