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

/** What `bun run test` runs: all tests of these folders, but for the one that times starts, which has to run alone. */
const suite = /^(\.\/)?(?!docs\/start\.test\.ts)(packages|apps|docs|rules)(\/|$)/

const tests = /^bun run test:files ((?:[\w./-]+ ?)+)$/
const program = /^bun install && bun ([\w./-]+\.ts)(?: [\w-]+)*$/
const script = /^bun run ([\w:-]+)$/

const pathsOf = (command: string): ReadonlyArray<string> =>
  tests.exec(command)?.[1]?.trim().split(" ") ?? program.exec(command)?.slice(1, 2) ?? []

/** Whether `bun run test` runs what the command runs, under the same settings. */
export const inSuite = ({ command }: Guarantee): boolean =>
  command === "bun run check" || (tests.test(command) && pathsOf(command).every((path) => suite.test(path)))

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
