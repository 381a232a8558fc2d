import { servers } from "@candor/process/testing/Servers"
import * as Prepared from "@candor/sql/testing/Prepared"
import { beforeAll, expect, test } from "bun:test"
import { join } from "node:path"
import * as Shell from "./src/Shell.ts"
import * as Tour from "./src/Tour.ts"

const root = join(import.meta.dir, "..")
const readme = await Bun.file(join(root, "README.md")).text()
const differences = await Bun.file(join(root, "docs/differences.md")).text()
const steps = Tour.stepsOf(readme)

const readmeServers = servers("readme")
const { folder, start } = readmeServers
const data = join(folder, "data")
let origin = ""
let shell: Shell.Shell

beforeAll(async () => {
  await Prepared.dataDirectory(data, "demo")
  origin = (await readmeServers.serve({ CANDOR_DATA_DIR: data })).origin
  shell = { env: { PATH: await Shell.commands(folder) }, replace: { "http://127.0.0.1:3000": origin, ".candor/": `${data}/` } }
}, 60_000)

test("the README has a tour, and promises answers", () => {
  expect(steps.length).toBeGreaterThan(5)
  expect(steps.filter((step) => step.promised !== undefined).length).toBeGreaterThan(5)
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
}, 60_000)

test("every command of the README's tour gives the answer that the README promises", async () => {
  expect(await Shell.follow(steps, shell, readmeServers)).toEqual([])
}, 60_000)

test("the import of docs/differences.md gives the answers that the page promises", async () => {
  const steps = Tour.stepsOf(differences)
  expect(steps.map(({ promised }) => promised !== undefined)).toEqual([true, true])
  expect(await Shell.follow(steps, shell, readmeServers)).toEqual([])
}, 60_000)

test.each([["README.md", readme, 20], ["docs/differences.md", differences, 15]])("the operations that %s names are in the document", async (_, page, least) => {
  const { paths }: { readonly paths: Readonly<Record<string, object>> } = await Bun.file(join(root, "docs/openapi.json")).json()
  // `GET`, `POST /webhooks` names two.
  const named = [...page.matchAll(/((?:`[A-Z]+`, )*)`([A-Z]+) (\/[\w{}/-]+)/g)].flatMap(([, others, method, path]) =>
    [...(others!.match(/[A-Z]+/g) ?? []), method!].map((method) => ({ method: method.toLowerCase(), path: `/api/v1${path}` })))
  expect(named.length).toBeGreaterThan(least)
  const isKnown = ({ method, path }: typeof named[number]) => Object.hasOwn(paths[path] ?? {}, method)
  expect(named.filter((one) => !isKnown(one))).toEqual([])
})
