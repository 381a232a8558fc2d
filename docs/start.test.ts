/** What the README promises of `bun start`, in a fresh clone: installed by its own lockfile, and fast. */
import { processes } from "@candor/process/testing/Processes"
import { postgresIn } from "@candor/sql/database/DataDirectory"
import * as Prepared from "@candor/sql/testing/Prepared"
import { beforeAll, expect, test } from "bun:test"
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import * as Guarantees from "./src/Guarantees.ts"

const root = join(import.meta.dir, "..")
const { folder: scratch, start } = processes("clone")
const clone = join(scratch, "clone")
const readme = readFileSync(join(root, "README.md"), "utf8")
const bunVersion = /With \[Bun\]\(https:\/\/bun\.com\) ([\d.]+):/.exec(readme)?.[1]

const program = (name: string): string => {
  const found = Bun.which(name)
  if (found === null) throw new Error(`This test needs ${name}, and there is none on the PATH.`)
  return found
}

/** A PATH with Node and a shell on it, and without Bun. */
const pathWithoutBun = (): string => {
  const path = join(scratch, "bin")
  mkdirSync(path)
  for (const name of ["node", "npx", "sh", "env"]) symlinkSync(realpathSync(program(name)), join(path, name))
  return path
}

/** Without what a shell happens to have set for Candor. */
const environment = (more: Record<string, string>) => {
  const { CANDOR_DATA_DIR: _, DATABASE_URL: __, HOST: ___, LOG_LEVEL: ____, ...env } = process.env
  const PATH = `${dirname(process.execPath)}:${env["PATH"]}`
  return { ...env, PATH, PORT: "0", LOG_FORMAT: "json", ...more }
}

const run = async (command: ReadonlyArray<string>, cwd: string): Promise<string> => {
  const { code, stderr, stdout } = await start(command, { cwd, env: environment({}) }).ended
  expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" })
  return stdout
}

interface DemoFile {
  readonly base_url: string
  readonly keys: { readonly read: string }
}

/** Starts the clone with a command, and says how many milliseconds it took to the first answer with a key of `demo.json`. */
const firstAnswer = async (command: ReadonlyArray<string>, env: Record<string, string> = {}) => {
  const began = performance.now()
  const child = start(command, { cwd: clone, env: environment(env), group: true })
  await child.hear(/"curl":/)
  const { base_url, keys }: DemoFile = JSON.parse(readFileSync(join(clone, ".candor/demo.json"), "utf8"))
  const { status } = await fetch(`${base_url}/jobs`, { headers: { authorization: `Bearer ${keys.read}` } })
  const millis = Math.round(performance.now() - began)
  await child.stop()
  return { status, millis }
}

const report = (what: string, millis: number) => console.log(`${what}: first answer after ${millis} ms`)

/** Starts that are timed, at most. */
const maxStarts = 3

/**
 * Returns the milliseconds of the fastest of at most `maxStarts` starts of the clone, and stops at the first that takes less than
 * `limit`: what else the machine does at the time can only slow a start down.
 */
const fastestStart = async (what: string, { limit, prepare = () => {} }: {
  readonly limit: number
  readonly prepare?: () => void
}): Promise<number> => {
  let fastest = Infinity
  for (let attempt = 0; attempt < maxStarts && fastest >= limit; attempt++) {
    prepare()
    const { millis, status } = await firstAnswer([process.execPath, "start"])
    report(what, millis)
    expect(status).toBe(200)
    fastest = Math.min(fastest, millis)
  }
  return fastest
}

/** Copies what a clone of the present tree has to a folder. */
const copy = async (folder: string) => {
  const files = await run([program("git"), "ls-files", "--cached", "--others", "--exclude-standard", "-z"], root)
  for (const file of files.split("\0").filter((file) => file !== "" && existsSync(join(root, file)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
}

// Where these tests themselves run in a fresh clone, they make the prepared databases first.
beforeAll(() => Prepared.folder(), 120_000)

beforeAll(async () => {
  await copy(clone)
  await run([process.execPath, "install", "--frozen-lockfile", "--silent"], clone)
}, 60_000)

test("every script installs first, or runs one that does, and the tests that docs/guarantees.md names have a minute", async () => {
  const { scripts }: { readonly scripts: Record<string, string> } = await Bun.file(join(root, "package.json")).json()
  const install = "bun install --frozen-lockfile --silent && "
  // Hooks of tests have 5 s, unless more is said.
  expect(scripts["test:files"]).toBe(`${install}bun test --timeout 60000`)
  const prepared = Object.keys(scripts).filter((name) => scripts[name]!.startsWith(install))
  expect(prepared).toContain("start")
  const others = Object.values(scripts).filter((script) => !script.startsWith(install))
  expect(others.filter((script) => !prepared.some((name) => script.startsWith(`bun run ${name} && `)))).toEqual([])
})

test("the command line works in a clone where nothing is installed", async () => {
  const bare = join(scratch, "bare")
  await copy(bare)
  await Prepared.dataDirectory(join(bare, ".candor"))
  expect(existsSync(join(bare, "node_modules"))).toBe(false)
  expect(JSON.parse(await run([process.execPath, "run", "candor", "organizations", "list", "--json"], bare))).toEqual([])
}, 60_000)

test("a line of docs/guarantees.md runs as it stands in a clone where nothing is installed", async () => {
  const fresh = join(scratch, "fresh")
  await copy(fresh)
  const page = readFileSync(join(fresh, "docs/guarantees.md"), "utf8")
  const { command } = Guarantees.read(page).guarantees.find(({ command }) => command.startsWith("bun run test:files packages/domain "))!
  expect(existsSync(join(fresh, "node_modules"))).toBe(false)
  await run(["sh", "-c", command], fresh)
}, 120_000)

/** Loads Effect and PGlite, and opens a data directory with a statement: the part of a start that is none of our code. */
const libraries = (directory: string) => `
  await import("effect")
  const { PGlite } = await import("@electric-sql/pglite")
  const database = await PGlite.create({ dataDir: ${JSON.stringify(postgresIn(directory))} })
  await database.query("SELECT 1")
  await database.close()`

/** Milliseconds that this machine takes for `libraries`: the least of three. */
const millisOfLibraries = async (): Promise<number> => {
  const directory = join(scratch, "libraries")
  await Prepared.dataDirectory(directory)
  let least = Infinity
  for (let attempt = 0; attempt < 3; attempt++) {
    const began = performance.now()
    await run([process.execPath, "--eval", libraries(directory)], join(clone, "packages/sql"))
    least = Math.min(least, performance.now() - began)
  }
  return Math.round(least)
}

/** Milliseconds. A machine that takes longer for the libraries is a slow one, and may take longer to start, in proportion. */
const ordinaryLibraries = 1000

test("bun start answers within 10 s the first time, and within 3 s from then on", async () => {
  const withoutData = () => rmSync(join(clone, ".candor"), { recursive: true, force: true })
  const millis = await millisOfLibraries()
  const slowness = Math.max(1, millis / ordinaryLibraries)
  console.log(`Effect and PGlite alone: ${millis} ms; limits are for ${slowness.toFixed(2)} times the time of an ordinary machine`)
  const first = await fastestStart("bun start, the first time", { limit: 10_000 * slowness, prepare: withoutData })
  expect(first).toBeLessThan(10_000 * slowness)
  const again = await fastestStart("bun start, again", { limit: 3000 * slowness })
  expect(again).toBeLessThan(3000 * slowness)
}, 120_000)

test("with Node alone, npx fetches Bun and starts it", async () => {
  const PATH = pathWithoutBun()
  expect(Bun.which("bun", { PATH })).toBeNull()
  const { millis, status } = await firstAnswer([program("npx"), "--yes", `bun@${bunVersion}`, "start"], { PATH })
  report("npx bun start", millis)
  expect(status).toBe(200)
}, 120_000)
