import { processes } from "@candor/process/testing/Processes"
import { program } from "@candor/process/testing/Programs"
import * as Prepared from "@candor/sql/testing/Prepared"
import { beforeAll, expect, test } from "bun:test"
import { chmodSync } from "node:fs"
import { join } from "node:path"
import * as Tour from "./src/Tour.ts"

const root = join(import.meta.dir, "..")
const readme = await Bun.file(join(root, "README.md")).text()
const steps = Tour.stepsOf(readme)

const { folder, start } = processes("readme")
const data = join(folder, "data")
let origin = ""

/** A port that is free now. */
const freePort = async (): Promise<number> => {
  const probe = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() })
  const { port } = probe
  await probe.stop(true)
  return port!
}

/** The environment of the tour: with this machine's curl, or else one that does as much as the tour needs. */
const environment = async (): Promise<{ readonly PATH?: string }> => {
  if (Bun.which("curl") !== null) return {}
  const curl = join(folder, "curl")
  await Bun.write(curl, `#!/bin/sh\nexec "${process.execPath}" "${join(import.meta.dir, "src/curl.ts")}" "$@"\n`)
  chmodSync(curl, 0o755)
  return { PATH: `${folder}:${process.env["PATH"]}` }
}

beforeAll(async () => {
  await Prepared.dataDirectory(data, "demo")
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  const env = { CANDOR_DATA_DIR: data, HOST: "127.0.0.1", PORT: String(port), LOG_FORMAT: "json" }
  await start([process.execPath, await program("api")], { cwd: root, env }).hear(/Listening on/)
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
  const program = snippet.replaceAll("http://127.0.0.1:3000", origin).replaceAll(".candor/", `${data}/`)
  const { code, stderr, stdout } = await start([process.execPath, "-e", program], { cwd: root }).ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  const { keys } = await Bun.file(join(data, "demo.json")).json()
  const answer = await fetch(`${origin}/api/v1/jobs?status=published`, { headers: { authorization: `Bearer ${keys.read}` } })
  const { jobs }: { readonly jobs: ReadonlyArray<{ readonly title: string }> } = await answer.json()
  const titles = jobs.map(({ title }) => title)
  expect(titles.length).toBeGreaterThan(0)
  expect(stdout.trim().split("\n")).toEqual(titles)
}, 60_000)

test("every command of the README's tour gives the answer that the README promises", async () => {
  const separator = "--- next step ---"
  const script = steps.map((step) => `${step.commands}echo '${separator}'`).join("\n")
    .replaceAll("http://127.0.0.1:3000", origin)
    .replaceAll(".candor/", `${data}/`)
  const { code, stderr, stdout } = await start(["sh", "-eu", "-c", script], { cwd: folder, env: await environment() }).ended
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" })
  const outputs = stdout.split(`${separator}\n`)
  const broken = steps
    .map((step, index) => ({ ...step, answer: outputs[index] ?? "" }))
    .filter(({ answer, promised }) => promised !== undefined && !Tour.keeps(promised, answer))
  expect(broken).toEqual([])
}, 60_000)

test("the operations that the README names are in the document", async () => {
  const { paths }: { readonly paths: Readonly<Record<string, object>> } = await Bun.file(join(root, "docs/openapi.json")).json()
  // `GET`, `POST /webhooks` names two.
  const named = [...readme.matchAll(/((?:`[A-Z]+`, )*)`([A-Z]+) (\/[\w{}/-]+)/g)].flatMap(([, others, method, path]) =>
    [...(others!.match(/[A-Z]+/g) ?? []), method!].map((method) => ({ method: method.toLowerCase(), path: `/api/v1${path}` })))
  expect(named.length).toBeGreaterThan(20)
  const isKnown = ({ method, path }: typeof named[number]) => Object.hasOwn(paths[path] ?? {}, method)
  expect(named.filter((one) => !isKnown(one))).toEqual([])
})
