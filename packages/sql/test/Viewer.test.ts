import { hiddenTables, restricted } from "@candor/sql/database/Viewer"
import { expect, test } from "bun:test"
import * as EveryStatement from "./EveryStatement.ts"

const parametersOf = (text: string): number => Math.max(0, ...[...text.matchAll(/\$(\d+)/g)].map(([, number]) => Number(number)))

const { statements } = await EveryStatement.all()
const texts = [...new Set(statements.filter(({ method }) => !method.startsWith("Migrations.")).map(({ sql }) => sql))]

for (const access of ["open", "team"] as const) {
  test(`PostgreSQL takes every statement as it is for a member who sees ${access} jobs`, async () => {
    const database = await EveryStatement.database()
    const refused: Array<string> = []
    let written = 0
    for (const text of texts) {
      const own = restricted(text, parametersOf(text), access, true)
      if (own === undefined) continue
      written++
      const described = await database.describeQuery(own.text).catch(({ message }) => message)
      // PostgreSQL would refuse a value of a parameter that the text does not have.
      if (described.queryParams?.length === parametersOf(text) + own.values.length) continue
      refused.push(`${JSON.stringify(described)}: ${text.replace(/\s+/g, " ").slice(0, 200)}`)
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
