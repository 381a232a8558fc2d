/**
 * Shows that the tests can fail. Copies the repository, takes one mend at a time out of the source of the copy, and runs
 * the tests that are named for that fault (soak/planted). Each fault has to make at least one of them fail.
 *
 *     [TEST_DATABASE_URL=…] bun soak/planted.ts [--only=<part of a promise, a sentence or a file>] [--sound]
 *
 * `--sound` first runs the tests of each fault without it, and requires that they pass. Faults whose tests need what this
 * machine lacks are left out, with the reason. Ends with 1 if a fault is not caught.
 */
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { parseArgs } from "node:util"
import { whenEnding } from "./Cleanup.ts"
import { plantedFaults } from "./planted/All.ts"
import type { PlantedFault } from "./planted/PlantedFault.ts"
import { promises } from "./planted/Promises.ts"
import { lacks } from "./planted/Needs.ts"
import { type Run, runTests } from "./planted/TestRun.ts"

const root = join(import.meta.dir, "..")
const { values: options } = parseArgs({ options: { only: { type: "string" }, sound: { type: "boolean", default: false } } })
const only = options.only?.toLowerCase()

/** Copies the files that a commit of the working tree would have, and installs the packages. */
const copyRepository = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "candor-planted-"))
  whenEnding(() => rmSync(folder, { recursive: true, force: true }))
  const { stdout } = Bun.spawnSync(["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"], { cwd: root })
  for (const file of stdout.toString().split("\0").filter((file) => file !== "" && existsSync(join(root, file)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    copyFileSync(join(root, file), join(folder, file))
  }
  // Some tests copy the files that git knows.
  Bun.spawnSync(["git", "init", "--quiet"], { cwd: folder })
  const install = Bun.spawnSync([process.execPath, "install", "--frozen-lockfile", "--silent"], { cwd: folder })
  if (!install.success) throw new Error(`bun install failed: ${install.stderr.toString()}`)
  return folder
}

/** Runs `tests` while the fault is in the copy. */
const withFault = async <A>(copy: string, { file, find, replace }: PlantedFault, tests: () => Promise<A>): Promise<A> => {
  const path = join(copy, file)
  const text = readFileSync(path, "utf8")
  if (text.split(find).length !== 2) throw new Error(`${file} does not have this text exactly once: ${find}`)
  writeFileSync(path, text.replace(find, () => replace))
  try {
    return await tests()
  } finally {
    writeFileSync(path, text)
  }
}

/** Why a fault is not caught; undefined where it is. */
const objection = ({ errors, failed, ran }: Run): string | undefined => {
  if (ran === 0) return "no test ran"
  if (errors > 0) return "the tests could not be loaded, or an error came between them"
  return failed.length === 0 ? `${ran} tests passed` : undefined
}

const began = performance.now()
const secondsSince = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`

const matches = (fault: PlantedFault) =>
  only === undefined || [promises[fault.breaks], fault.says, fault.file].some((text) => text.toLowerCase().includes(only))

const chosen = plantedFaults.filter(matches)
const copy = copyRepository()
const passing = new Map<string, Promise<Run>>()
let caught = 0
let leftOut = 0

/** Whether the tests of a fault pass without it; each set of tests is run once. */
const passes = async (fault: PlantedFault): Promise<boolean> => {
  const name = JSON.stringify([fault.tests, fault.pattern, fault.needs])
  const run = passing.get(name) ?? runTests(copy, fault)
  passing.set(name, run)
  const { errors, failed, ran } = await run
  return ran > 0 && errors === 0 && failed.length === 0
}

for (const fault of chosen) {
  const lack = lacks(fault.needs)
  if (lack !== undefined) {
    leftOut++
    console.log(`left out: ${fault.says}: ${lack}`)
    continue
  }
  if (options.sound && !(await passes(fault))) {
    console.log(`NOT SOUND: ${fault.says}: its tests do not pass without it`)
    continue
  }
  const start = performance.now()
  const run = await withFault(copy, fault, () => runTests(copy, fault))
  const why = objection(run)
  if (why === undefined) caught++
  console.log(
    why === undefined
      ? `caught: ${fault.says}: ${run.failed[0]} (${secondsSince(start)})`
      : `NOT CAUGHT: ${fault.says}: ${why} (${secondsSince(start)})\n${run.output}`
  )
}

const missed = chosen.length - caught - leftOut
console.log(`${caught} of ${chosen.length} planted faults caught, ${missed} not caught, ${leftOut} left out, after ${secondsSince(began)}`)
process.exit(missed === 0 && chosen.length > 0 ? 0 : 1)
