/**
 * Runs the commands of docs/guarantees.md as they stand there. With `--rest`, only those that `bun run test` does not run
 * already, and that take at most a minute: what a build machine has left to do.
 */
import { join } from "node:path"
import { inSuite, read } from "./src/Guarantees.ts"

/** Commands that the page gives a longer time are not run by a build machine, in seconds. */
const longest = 60

/** So many times what the page says a command may take before it is ended, with all that it started; seconds where the page does not say. */
const timeLimitFactor = 6
const usual = 60

const root = join(import.meta.dir, "..")
const { guarantees } = read(await Bun.file(join(root, "docs/guarantees.md")).text())
const rest = process.argv.includes("--rest")
const chosen = guarantees.filter((one) => !rest || (!inSuite(one) && (one.seconds ?? 0) <= longest))

const failed: Array<string> = []
for (const { command, promise, seconds = usual } of chosen) {
  console.log(`${promise}\n$ ${command}`)
  const began = performance.now()
  const child = Bun.spawn(["sh", "-c", command], { cwd: root, stdout: "pipe", stderr: "pipe", detached: true })
  const ending = setTimeout(() => process.kill(-child.pid, "SIGKILL"), timeLimitFactor * seconds * 1000)
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited
  ])
  clearTimeout(ending)
  if (code !== 0) {
    failed.push(command)
    console.log(stdout + stderr)
  }
  console.log(`${code === 0 ? "holds" : `failed with ${code}`}, after ${Math.round((performance.now() - began) / 1000)} s\n`)
}

// In the words of the test runner, which .ci/run adds up.
console.log(` ${chosen.length - failed.length} pass\n ${failed.length} fail`)
process.exit(failed.length === 0 ? 0 : 1)
