/**
 * Shows that the most important tests can fail. Plants one fault at a time (soak/planted) in a copy of the repository,
 * and runs its tests, at least one of which has to fail.
 *
 *     [TEST_DATABASE_URL=…] bun soak/planted.ts [--only=<part of a sentence or of a file>]
 *
 * Without TEST_DATABASE_URL, faults whose tests need a server are left out. Exits with 1 if a fault is not detected.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { parseArgs } from "node:util"
import { whenEnding } from "./Cleanup.ts"
import * as Erasure from "./planted/Erasure.ts"
import * as Order from "./planted/Order.ts"
import type { PlantedFault } from "./planted/PlantedFault.ts"
import * as Races from "./planted/Races.ts"
import * as Secrets from "./planted/Secrets.ts"
import * as Tenants from "./planted/Tenants.ts"

/** The time limit for the tests of a fault, in milliseconds. */
const maxMillis = 180_000

const root = join(import.meta.dir, "..")
const { values: { only = "" } } = parseArgs({ options: { only: { type: "string" } } })
const { TEST_DATABASE_URL, ...environment } = process.env

/** Copies the files that a commit of the working tree would contain, and installs the packages. */
const copyRepository = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "candor-planted-"))
  whenEnding(() => rmSync(folder, { recursive: true, force: true }))
  const { stdout } = Bun.spawnSync(["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: root
  })
  for (const file of stdout.toString().split("\0").filter((file) => file !== "" && existsSync(join(root, file)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    copyFileSync(join(root, file), join(folder, file))
  }
  const install = Bun.spawnSync([process.execPath, "install", "--frozen-lockfile", "--silent"], { cwd: folder })
  if (!install.success) throw new Error(`bun install failed: ${install.stderr.toString()}`)
  return folder
}

/** Returns the output of a fault's tests. Only tests that need a PostgreSQL server get one. */
const runTests = async (copy: string, { needsServer, pattern, tests }: PlantedFault): Promise<string> => {
  const only = pattern === undefined ? [] : ["-t", RegExp.escape(pattern)]
  const child = Bun.spawn([
    process.execPath,
    "test",
    "--timeout",
    "60000",
    ...tests.map((file) => `./${file}`),
    ...only
  ], {
    cwd: copy,
    env: { ...environment, NO_COLOR: "1", ...(needsServer === true ? { TEST_DATABASE_URL } : {}) },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
    detached: true
  })
  const end = whenEnding(() => {
    try {
      process.kill(-child.pid, "SIGKILL")
    } catch {
      // The run has ended, with all processes that it started.
    }
  })
  const timer = setTimeout(end, maxMillis)
  const [stdout, stderr] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited
  ])
  clearTimeout(timer)
  end()
  return stdout + stderr
}

/** Returns the name of a test that fails because of the fault; undefined if none does. */
const caughtBy = async (copy: string, fault: PlantedFault): Promise<string | undefined> => {
  const path = join(copy, fault.file)
  const text = readFileSync(path, "utf8")
  if (text.split(fault.find).length !== 2)
    throw new Error(`${fault.file} does not have this text exactly once: ${fault.find}`)
  writeFileSync(path, text.replace(fault.find, () => fault.replace))
  const output = await runTests(copy, fault)
  writeFileSync(path, text)
  // A file that cannot be loaded, or a failing hook, proves nothing.
  return /^ \d+ errors?$/m.test(output) ? undefined : /^\(fail\) (?!\(unnamed\))(.+)$/m.exec(output)?.[1]
}

const chosen = [Tenants, Secrets, Erasure, Races, Order].flatMap(({ faults }) => faults)
  .filter(({ file, says }) => `${says} ${file}`.toLowerCase().includes(only.toLowerCase()))
  .filter(({ needsServer }) => needsServer !== true || TEST_DATABASE_URL !== undefined)
const copy = copyRepository()
let caught = 0
for (const fault of chosen) {
  const name = await caughtBy(copy, fault)
  if (name !== undefined) caught++
  console.log(name === undefined ? `NOT CAUGHT: ${fault.says}` : `caught: ${fault.says}: ${name}`)
}
console.log(`${caught} of ${chosen.length} planted faults caught`)
process.exit(caught === chosen.length && caught > 0 ? 0 : 1)
