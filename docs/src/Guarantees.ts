/** The lines of docs/guarantees.md: each promise, and the command that shows it. */
import { existsSync } from "node:fs"
import { join } from "node:path"

export interface Guarantee {
  readonly promise: string
  readonly command: string
  /** How long the command takes, in seconds; undefined where the page does not say. */
  readonly seconds: number | undefined
}

const line = /^\| (.+?) \| `([^`|]+)`(?: \((?:about )?(\d+) (s|min|h)\))? \|$/

const unit: Record<string, number> = { s: 1, min: 60, h: 3600 }

/** The rows of the page's table. Those that it cannot read are given as `unreadable`. */
export const read = (page: string) => {
  const rows = page.split("\n").filter((row) => row.startsWith("| ")).filter((row) => row !== "| Promise | Command |")
  const guarantees = rows.flatMap((row): ReadonlyArray<Guarantee> => {
    const [, promise, command, count, called] = line.exec(row) ?? []
    if (promise === undefined || command === undefined) return []
    return [{ promise, command, seconds: called === undefined ? undefined : Number(count) * unit[called]! }]
  })
  return { guarantees, unreadable: rows.filter((row) => !line.test(row)) }
}

/** The guarantees with each command once, whose promises are joined. */
export const distinct = (guarantees: ReadonlyArray<Guarantee>): ReadonlyArray<Guarantee> =>
  [...Map.groupBy(guarantees, ({ command }) => command).values()].map(([first, ...more]) => ({
    ...first!,
    promise: [first!, ...more].map(({ promise }) => promise).join("\n")
  }))

export interface Result {
  readonly command: string
  /** Its exit code. */
  readonly code: number
  /** Whether it shows anything: tests that need what this machine lacks are not made, and a file of such tests succeeds. */
  readonly shows: boolean
  readonly seconds: number
}

/** Whether a command that printed this ran anything: the test runner closes with the number of its tests. */
export const ranSomething = (output: string): boolean => !/^Ran 0 tests/m.test(Bun.stripANSI(output))

/** What came of a command. */
export const verdict = ({ code, shows }: Result): "holds" | "not shown here: no test ran" | `failed with ${number}` => {
  if (code !== 0) return `failed with ${code}`
  return shows ? "holds" : "not shown here: no test ran"
}

/** A table of results, in Markdown. */
export const table = (results: ReadonlyArray<Result>): string =>
  ["| Command | Result | Seconds |", "|---|---|---|"]
    .concat(results.map((result) => `| \`${result.command}\` | ${verdict(result)} | ${result.seconds} |`))
    .join("\n")

/** CI does not run a command that the page gives a longer time, in seconds. */
const longest = 60

const setting = /^(CANDOR_\w+|DATABASE_URL|HOST|PORT|WORKER_PORT|LOG_\w+|OTEL_\w+|PG(HOST|PORT|USER|PASSWORD|DATABASE|SSLMODE))$/

/** The environment without what a shell happens to have set for Candor. */
export const withoutSettings = <Value>(env: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !setting.test(name)))

/**
 * The test files that `bun run test` leaves to CI, which runs their lines of the page. One times starts, and has to run alone. The
 * others build, pack or deploy the whole product, or run long, for what few changes can break.
 */
export const leftToCi = [
  "apps/api/test/build.test.ts",
  "docs/deploy.test.ts",
  "docs/openapi.test.ts",
  "docs/start.test.ts",
  "packages/client/test/packed.test.ts",
  "packages/client/test/python.test.ts",
  "soak/idempotency.test.ts"
]

/** The folders whose tests `bun run test` runs, but for those that it leaves to CI. */
const suite = /^(packages|apps|docs|rules|soak)(\/|$)/

const ofSuite = (path: string): boolean => suite.test(path) && !leftToCi.includes(path)

const tests = /^bun run test:files ((?:[\w./-]+ ?)+)$/
const program = /^bun install && bun ([\w./-]+\.ts)(?: [\w-]+)*$/
const script = /^bun run ([\w:-]+)$/

const pathsOf = (command: string): ReadonlyArray<string> =>
  tests.exec(command)?.[1]?.trim().split(" ").map((path) => path.replace(/^\.\//, "")) ?? program.exec(command)?.slice(1, 2) ?? []

/** Whether CI runs the command: one that takes longer shows more of what shorter ones show, or is of use before a release. */
export const inCi = ({ seconds }: Guarantee): boolean => (seconds ?? 0) <= longest

/** Whether the command runs a test file: by its name, or by that of a folder it is in. */
export const runs = (path: string) => ({ command }: Guarantee): boolean =>
  pathsOf(command === "bun run check" ? "bun run test:files rules" : command)
    .some((one) => path === one || path.startsWith(`${one}/`))

/** Whether `bun run test` runs what the command runs, under the same settings. */
export const inSuite = ({ command }: Guarantee): boolean =>
  command === "bun run check" || (tests.test(command) && pathsOf(command).every(ofSuite))

/** Why a command cannot be right; undefined where nothing speaks against it. */
export const objection = (root: string, scripts: Record<string, string>, { command }: Guarantee): string | undefined => {
  const name = script.exec(command)?.[1]
  if (name !== undefined) return scripts[name] === undefined ? `package.json has no script ${name}` : undefined
  const paths = pathsOf(command)
  if (paths.length === 0) {
    return "Expected `bun run test:files <paths>`, `bun install && bun <program>.ts` or `bun run <script>`"
  }
  const missing = paths.filter((path) => !existsSync(join(root, path)))
  return missing.length === 0 ? undefined : `there is no ${missing.join(", ")}`
}
