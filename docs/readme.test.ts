import { afterAll, beforeAll, expect, test } from "bun:test"
import { chmodSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as Tour from "./src/Tour.ts"

const root = join(import.meta.dir, "..")
const readme = await Bun.file(join(root, "README.md")).text()
const steps = Tour.stepsOf(readme)

const folder = mkdtempSync(join(tmpdir(), "candor-readme-"))
const data = join(folder, "data")
let server: Bun.Subprocess<"ignore", "pipe", "inherit">
let origin = ""

/** A port that is free now. */
const freePort = async (): Promise<number> => {
  const probe = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() })
  const { port } = probe
  await probe.stop(true)
  return port!
}

const text = (stream: ReadableStream<Uint8Array<ArrayBuffer>>) => new Response(stream).text()

/** Resolves when the server says where it listens, and reads on: a server whose log nobody reads would stop. */
const listening = (stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void> => {
  const { promise, reject, resolve } = Promise.withResolvers<void>()
  const read = async () => {
    let printed = ""
    for await (const chunk of stream.pipeThrough(new TextDecoderStream())) {
      printed += chunk
      if (printed.includes("Listening on")) resolve()
    }
    reject(new Error(`The server ended:\n${printed}`))
  }
  read().catch(reject)
  return promise
}

/** The environment of the tour: with this machine's curl, or else one that does as much as the tour needs. */
const environment = async () => {
  if (Bun.which("curl") !== null) return process.env
  const curl = join(folder, "curl")
  await Bun.write(curl, `#!/bin/sh\nexec "${process.execPath}" "${join(import.meta.dir, "src/curl.ts")}" "$@"\n`)
  chmodSync(curl, 0o755)
  return { ...process.env, PATH: `${folder}:${process.env["PATH"]}` }
}

beforeAll(async () => {
  const port = await freePort()
  origin = `http://127.0.0.1:${port}`
  const { DATABASE_URL: _, ...environment } = process.env
  server = Bun.spawn([process.execPath, "apps/api/src/main.ts"], {
    cwd: root,
    env: { ...environment, CANDOR_DATA_DIR: data, HOST: "127.0.0.1", PORT: String(port), LOG_FORMAT: "json" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit"
  })
  await listening(server.stdout)
}, 60_000)

afterAll(async () => {
  server.kill("SIGTERM")
  await server.exited
  rmSync(folder, { recursive: true, force: true })
}, 20_000)

test("the README has a tour, and promises answers", () => {
  expect(steps.length).toBeGreaterThan(5)
  expect(steps.filter((step) => step.promised !== undefined).length).toBeGreaterThan(5)
})

test("an answer that breaks its promise is noticed", () => {
  expect(Tour.keeps(`{ "id": "…", "name": "Offer" }`, `{"id":"1","name":"Offer"}`)).toBe(true)
  expect(Tour.keeps(`{ "id": "…", "name": "Offer" }`, `{"id":"1","name":"Hired"}`)).toBe(false)
  expect(Tour.keeps(`{ "id": "…" }`, `{"error":{}}`)).toBe(false)
})

test("every command of the README's tour gives the answer that the README promises", async () => {
  const separator = "--- next step ---"
  const script = steps.map((step) => `${step.commands}echo '${separator}'`).join("\n")
    .replaceAll("http://127.0.0.1:3000", origin)
    .replaceAll(".candor/", `${data}/`)
  const shell = Bun.spawn(["sh", "-eu", "-c", script], {
    cwd: folder,
    env: await environment(),
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe"
  })
  const [answers, complaints] = await Promise.all([text(shell.stdout), text(shell.stderr)])
  expect({ code: await shell.exited, complaints }).toEqual({ code: 0, complaints: "" })
  const told = answers.split(`${separator}\n`)
  const broken = steps
    .map((step, index) => ({ ...step, answer: told[index] ?? "" }))
    .filter(({ answer, promised }) => promised !== undefined && !Tour.keeps(promised, answer))
  expect(broken).toEqual([])
}, 60_000)
