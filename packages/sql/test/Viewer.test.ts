import { hiddenTables, restricted } from "@candor/sql/database/Viewer"
import type { SQL } from "bun"
import { expect, test } from "bun:test"
import * as EveryStatement from "./EveryStatement.ts"

const parametersOf = (text: string): number => Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))

/** How many parameters PostgreSQL finds in a statement. */
const parametersIn = async (database: SQL, text: string): Promise<number> => {
  await database.unsafe(`PREPARE one AS ${text}`).simple()
  const [{ count }] = await database.unsafe("SELECT cardinality(parameter_types) AS count FROM pg_prepared_statements WHERE name = 'one'")
  await database.unsafe("DEALLOCATE one")
  return count
}

const { statements } = await EveryStatement.all()
const texts = [...new Set(statements.filter(({ method }) => !method.startsWith("Migrations.")).map(({ sql }) => sql))]

for (const [access, isMany] of [["open", false], ["team", false], ["team", true]] as const) {
  test(`PostgreSQL takes every statement as it is for a member who sees ${access} jobs${isMany ? " with many applications" : ""}`, async () => {
    const database = await EveryStatement.database()
    const refused: Array<string> = []
    let written = 0
    for (const text of texts) {
      const own = restricted(text, parametersOf(text), access, true, isMany)
      if (own === undefined) continue
      written++
      const described = await parametersIn(database, own.text).catch(({ message }) => message)
      // PostgreSQL would refuse a value of a parameter that the text does not have.
      if (described === parametersOf(text) + own.values.length) continue
      refused.push(`${described}: ${text.replace(/\s+/g, " ").slice(0, 200)}`)
    }
    await database.close()
    expect(refused).toEqual([])
    expect(written).toBeGreaterThan(100)
  })
}

test("a statement that reads a table with hidden rows is left as it is only where it changes or locks rows", () => {
  const left = texts.filter((text) =>
    restricted(text, parametersOf(text), "team", false) === undefined && hiddenTables.some((table) => new RegExp(`(FROM|JOIN) ${table}\\b`).test(text)))
  expect(left.filter((text) => !/INSERT INTO|UPDATE|DELETE FROM|FOR (KEY )?SHARE/.test(text))).toEqual([])
})
