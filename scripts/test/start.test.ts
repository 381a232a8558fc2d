/** What the README promises of `bun start`, in a fresh clone: installed by its own lockfile. */
import { processes } from "@candor/process/testing/Processes"
import * as Prepared from "@candor/sql/testing/Prepared"
import { beforeAll, expect, test } from "bun:test"
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"

const root = join(import.meta.dir, "../..")
const { folder: scratch, start } = processes("clone")
const clone = join(scratch, "clone")
const readme = readFileSync(join(root, "README.md"), "utf8")
const bunVersion = /\[Bun\]\(https:\/\/bun\.com\) ([\d.]+);/.exec(readme)?.[1]

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

const run = async (command: ReadonlyArray<string>, cwd: string, env: Record<string, string> = {}): Promise<string> => {
  const { code, stderr, stdout } = await start(command, { cwd, env: environment(env) }).ended
  expect({ code, stderr: code === 0 ? "" : stderr }).toEqual({ code: 0, stderr: "" })
  return stdout
}

interface DemoFile {
  readonly base_url: string
  readonly keys: { readonly read: string }
}

/** Starts the clone with a command, and returns the status of its first answer with a key of `demo.json`. */
const firstStatus = async (command: ReadonlyArray<string>, env: Record<string, string> = {}): Promise<number> => {
  const child = start(command, { cwd: clone, env: environment(env), group: true })
  await child.hear(/"curl":/)
  // The link to the console is told once its page is built.
  expect(readdirSync(join(clone, "node_modules/.cache/candor")).filter((name) => name.startsWith("console-")).length)
    .toBe(1)
  const { base_url, keys }: DemoFile = JSON.parse(readFileSync(join(clone, ".candor/demo.json"), "utf8"))
  const { status } = await fetch(`${base_url}/jobs`, { headers: { authorization: `Bearer ${keys.read}` } })
  await child.stop()
  return status
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
beforeAll(() => Prepared.folder())

/** What the command line says, as the first command in the clone, which installs. */
let organizations: { readonly isInstalled: boolean; readonly said: string }

beforeAll(async () => {
  await copy(clone)
  const isInstalled = existsSync(join(clone, "node_modules"))
  const directory = join(scratch, "migrated")
  await Prepared.dataDirectory(directory)
  const command = [process.execPath, "run", "candor", "organizations", "list", "--json"]
  organizations = { isInstalled, said: await run(command, clone, { CANDOR_DATA_DIR: directory }) }
})

test("every script installs first, or runs one that does", async () => {
  const { scripts }: { readonly scripts: Record<string, string> } = await Bun.file(join(root, "package.json")).json()
  const install = "bun install --frozen-lockfile --silent && "
  const prepared = Object.keys(scripts).filter((name) => scripts[name]!.startsWith(install))
  expect(prepared).toContain("start")
  const others = Object.values(scripts).filter((script) => !script.startsWith(install))
  expect(others.filter((script) => !prepared.some((name) => script.startsWith(`bun run ${name} && `)))).toEqual([])
})

test("the command line works in a clone where nothing is installed", () => {
  expect({ ...organizations, said: JSON.parse(organizations.said) }).toEqual({ isInstalled: false, said: [] })
})

test("bun start answers the first time, and again with Node alone, where npx fetches Bun", async () => {
  expect(await firstStatus([process.execPath, "start"])).toBe(200)
  const PATH = pathWithoutBun()
  expect(Bun.which("bun", { PATH })).toBeNull()
  expect(await firstStatus([program("npx"), "--yes", `bun@${bunVersion}`, "start"], { PATH })).toBe(200)
})
