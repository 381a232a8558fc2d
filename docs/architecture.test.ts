/** What docs/architecture.md says of the tables is so in the database. */
import { pglite } from "@candor/sql/testing/Databases"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { join } from "node:path"

const page = await Bun.file(join(import.meta.dir, "architecture.md")).text()
const tenants = page.split("## Tenants\n")[1]!.split("\n## ")[0]!

/** The names in code type that the section has. */
const named = new Set([...tenants.matchAll(/`(\w+)`/g)].map((match) => match[1]!))

const query = (statement: string) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe<{ readonly name: string }>(statement)).pipe(
    Effect.map((rows) => rows.map(({ name }) => name)),
    Effect.provide(pglite.layer),
    Effect.runPromise
  )

test("the section on tenants names every table without organization_id, and every sequence", async () => {
  const tables = await query(`
    SELECT t.table_name AS name FROM information_schema.tables t
    WHERE t.table_schema = 'public' AND NOT EXISTS (
      SELECT FROM information_schema.columns c
      WHERE c.table_schema = 'public' AND c.table_name = t.table_name AND c.column_name = 'organization_id'
    )`)
  const sequences = await query("SELECT sequence_name AS name FROM information_schema.sequences")
  expect(tables.length).toBeGreaterThan(0)
  expect([...tables, ...sequences].filter((name) => !named.has(name))).toEqual([])
  expect(tenants).toContain({ 3: "Three", 4: "Four", 5: "Five", 6: "Six" }[tables.length] + " tables have no")
  expect(tenants).toContain({ 1: "one sequence" }[sequences.length]!)
})
