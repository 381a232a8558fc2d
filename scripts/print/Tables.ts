/** Draws the tables and their references from the migrations. */
import * as Tree from "../../rules/src/Tree.ts"

/** A table from a migration. */
interface Table {
  readonly name: string
  /** The text between its parentheses. */
  readonly body: string
}

const tablesOf = (migration: string): ReadonlyArray<Table> =>
  [...migration.matchAll(/CREATE TABLE (\w+) \(([\s\S]*?)\n\s*\)/g)].map(([, name = "", body = ""]) => ({ name, body }))

const column = /^\s*([a-z_]+) ([a-z]+(?: precision)?)(?:\(\d+\))?(.*?),?$/

const columns = ({ body }: Table): ReadonlyArray<string> => {
  const key = /PRIMARY KEY \(([^)]*)\)/.exec(body)?.[1]?.split(/,\s*/) ?? []
  return body.split("\n").flatMap((line) => {
    const match = column.exec(line)
    if (match === null) return []
    const [, name, type, rest] = match
    const isKey = key.includes(name!) || /PRIMARY KEY/.test(rest!)
    const nullable = /NOT NULL|PRIMARY KEY/.test(rest!) ? "" : ` "may be null"`
    return [`    ${type!.replace(" ", "_")} ${name}${isKey ? " PK" : ""}${nullable}`]
  })
}

const references = ({ body, name }: Table): ReadonlyArray<string> => [
  ...new Set([...body.matchAll(/REFERENCES\s+(\w+)/g)].map((match) => `  ${match[1]} ||--o{ ${name} : has`))
]

/** Returns the tables as a Mermaid entity-relationship diagram. */
export const diagram = async (): Promise<string> => {
  const tables = (await Tree.read())
    .filter(({ path }) => path.startsWith("packages/sql/src/migrations/")).flatMap(({ text }) => tablesOf(text))
  return [
    "erDiagram",
    ...tables.flatMap(references),
    ...tables.map((table) => `  ${table.name} {\n${columns(table).join("\n")}\n  }`)
  ].join("\n")
}
