/** Runs tests of a copy of the repository, and reads what the test runner prints. */
import { whenEnding } from "../Cleanup.ts"
import type { PlantedFault } from "./PlantedFault.ts"

/** A run that takes longer is ended, in milliseconds: a test that waits for ever is ended by its own time limit before. */
const maxMillis = 180_000

/** The outcome of a run. */
export interface Run {
  /** The tests that ran. */
  readonly ran: number
  /** The names of the tests that failed. A hook that failed is no test. */
  readonly failed: ReadonlyArray<string>
  /** Errors outside of tests, as of a file that cannot be loaded. */
  readonly errors: number
  /** The last lines of what was printed. */
  readonly output: string
}

const numberIn = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1] ?? 0)

/** Reads the outcome of a run of `bun test`. */
export const read = (text: string): Run => ({
  ran: numberIn(text, /^Ran (\d+) tests? across /m),
  failed: [...text.matchAll(/^\(fail\) (.+?)(?: \[[\d.]+m?s\])?$/gm)].map((match) => match[1]!).filter((name) => name !== "(unnamed)"),
  errors: numberIn(text, /^ (\d+) errors?$/m),
  output: text.trimEnd().split("\n").slice(-40).join("\n")
})

/** Runs the tests of a fault in the copy. Only tests that need a PostgreSQL server have one. */
export const runTests = async (copy: string, { needs, pattern, tests }: PlantedFault): Promise<Run> => {
  const { TEST_DATABASE_URL, ...env } = process.env
  const child = Bun.spawn(
    [
      process.execPath,
      "test",
      "--timeout",
      "60000",
      ...tests.map((file) => `./${file}`),
      ...(pattern === undefined ? [] : ["-t", RegExp.escape(pattern)])
    ],
    {
      cwd: copy,
      env: { ...env, NO_COLOR: "1", ...(needs === "PostgreSQL" ? { TEST_DATABASE_URL } : {}) },
      stdin: "ignore",
      stdout: "pipe",
      stderr: "pipe",
      detached: true
    }
  )
  const end = () => {
    try {
      process.kill(-child.pid, "SIGKILL")
    } catch {
      // The run has ended with all that it started.
    }
  }
  const endNow = whenEnding(end)
  const timer = setTimeout(end, maxMillis)
  const [stdout, stderr] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text(), child.exited])
  clearTimeout(timer)
  endNow()
  return read(stdout + stderr)
}
