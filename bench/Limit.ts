/** The database's own limit: pgbench with prepared statements, nothing between it and the database. */
import { mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { output, temporary } from "./Children.ts"
import type { Scenario } from "./Scenarios.ts"

/** Connections, as many as every server's pool has. */
const connections = 12

/** Rows that are spoken of, each in a script; pgbench takes one at random. Writers should not wait for each other. */
const rowsOf = ({ reset }: Scenario) => reset.length === 0 ? 4 : 32

const pgbench = Bun.which("pgbench")

export const installed = pgbench !== null

const textOf = async (name: string) => (await Bun.file(join(import.meta.dir, "sql", `${name}.sql`)).text()).trim()

/** A script, and the variables that it speaks of. */
interface Script {
  readonly text: string
  readonly variables: ReadonlyArray<readonly [name: string, value: string]>
}

/** One transaction as pgbench runs it: the statements of the scenario, a load telling its columns to the save. */
const script = async ({ statements }: Scenario, row: number): Promise<Script> => {
  const variables: Array<readonly [string, string]> = []
  /** Values are parameters, as they are for every server; what is SQL stays in the text. */
  const placed = (value: string): string => {
    const constant = /^'(.*)'$|^(\d+)$/.exec(value)
    if (constant === null) return value
    const name = `p${row}_${variables.length}`
    variables.push([name, constant[1] ?? constant[2]!])
    return `:${name}`
  }
  const texts = await Promise.all(statements.map(async ({ name, values }) => {
    const filled = values(row)
    // pgbench takes a colon with a name behind it for a variable, in a text too.
    return (await textOf(name)).replaceAll(/(?<=HH24|MI):(?=MI|SS)/g, "' || chr(58) || '")
      .replace(/\$(\d+)/g, (_, n: string) => placed(filled[Number(n) - 1]!))
  }))
  return { text: texts.map((text, at) => `${text}${at < texts.length - 1 ? " \\gset" : ";"}`).join("\n") + "\n", variables }
}

/** Transactions a second of the scenario's statements. */
export const measure = async (url: string, scenario: Scenario, seconds: number): Promise<number> => {
  const folder = temporary(mkdtempSync(join(tmpdir(), "candor-bench-sql-")))
  const scripts = await Promise.all(Array.from({ length: rowsOf(scenario) }, (_, row) => script(scenario, row)))
  const files = await Promise.all(scripts.map(async ({ text }, row) => {
    const file = join(folder, `${scenario.name}-${row}.sql`)
    await Bun.write(file, text)
    return file
  }))
  const text = await output([
    pgbench!, "-n", "-M", "prepared", "-c", String(connections), "-j", "1", "-T", String(seconds),
    ...scripts.flatMap(({ variables }) => variables.flatMap(([name, value]) => ["-D", `${name}=${value}`])),
    ...files.flatMap((file) => ["-f", file]), url
  ])
  if (/number of failed transactions: [1-9]/.test(text)) throw new Error(text)
  return Number(/tps = ([\d.]+)/.exec(text)?.[1])
}
