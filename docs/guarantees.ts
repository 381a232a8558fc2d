/**
 * Runs the commands of docs/guarantees.md as they stand there, each once, and prints a table of the results.
 *
 *   --clone        each in a fresh clone of the last commit, where nothing is installed and nothing is set for Candor
 *   --rest         only those that `bun run test` does not run already, and that take at most a minute: what CI has left to do
 *   --only=<text>  only those that have the text
 */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { distinct, inCi, inSuite, ranSomething, read, type Result, table, verdict, withoutSettings } from "./src/Guarantees.ts"

/** So many times what the page says a command may take before it is ended, with all that it started; seconds where the page does not say. */
const timeLimitFactor = 6
const usual = 60
/** A clone has to be installed and to make what tests reuse, in so many seconds more. */
const cloneSeconds = 60

const root = join(import.meta.dir, "..")
const { values } = parseArgs({ options: { clone: { type: "boolean" }, only: { type: "string" }, rest: { type: "boolean" } } })
const { guarantees } = read(await Bun.file(join(root, "docs/guarantees.md")).text())
const chosen = distinct(guarantees)
  .filter((one) => !values.rest || (!inSuite(one) && inCi(one)))
  .filter(({ command }) => command.includes(values.only ?? ""))

const scratch = mkdtempSync(join(tmpdir(), "candor-guarantees-"))
process.on("exit", () => rmSync(scratch, { recursive: true, force: true }))

/** Makes a clone of the last commit, and returns its folder. */
const clone = (name: string): string => {
  const folder = join(scratch, name)
  const { exitCode, stderr } = Bun.spawnSync(["git", "clone", "--quiet", root, folder])
  if (exitCode !== 0) throw new Error(`This folder cannot be cloned: ${stderr.toString()}`)
  return folder
}

const results: Array<Result> = []
for (const [index, { command, promise, seconds = usual }] of chosen.entries()) {
  console.log(`${promise}\n$ ${command}`)
  const cwd = values.clone ? clone(String(index)) : root
  const env = values.clone ? withoutSettings(process.env) : process.env
  const began = performance.now()
  const child = Bun.spawn(["sh", "-c", command], { cwd, env, stdout: "pipe", stderr: "pipe", detached: true })
  const limit = timeLimitFactor * seconds + (values.clone ? cloneSeconds : 0)
  const ending = setTimeout(() => process.kill(-child.pid, "SIGKILL"), limit * 1000)
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited
  ])
  clearTimeout(ending)
  const result = { command, code, shows: ranSomething(stdout + stderr), seconds: Math.round((performance.now() - began) / 1000) }
  if (code !== 0) console.log(stdout + stderr)
  console.log(`${verdict(result)}, after ${result.seconds} s\n`)
  results.push(result)
  if (values.clone) rmSync(cwd, { recursive: true, force: true })
}

const failed = results.filter(({ code }) => code !== 0).length
const held = results.filter((result) => verdict(result) === "holds").length
console.log(table(results))
// In the words of the test runner, which .ci/run adds up.
console.log(`\n ${held} pass\n ${failed} fail`)
process.exit(failed === 0 ? 0 : 1)
