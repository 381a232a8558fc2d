/** Of every table and column of the database it is decided whether it moves with an organization. */
import { nouns } from "@candor/domain/nouns"
import * as Catalog from "@candor/sql/moving/Catalog"
import { isCounter, nameOf, partsOf } from "@candor/sql/moving/Format"
import { moving, staying, within } from "@candor/sql/moving/Tables"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { databases } from "./Databases.ts"

const read = Effect.runPromise(Effect.provide(Effect.flatMap(SqlClient.SqlClient, Catalog.read), databases[0]!.layer))

test("every table moves or stays, for a reason; none that is said to is missing", async () => {
  const tables = await read
  expect(tables.map(({ name }) => name).filter((name) => nameOf(name) === undefined && staying[name] === undefined))
    .toEqual([])
  const names = new Set(tables.map(({ name }) => name))
  expect([...Object.keys(moving), ...Object.keys(staying), ...Object.values(within)].filter((name) => !names.has(name)))
    .toEqual([])
})

test("every column moves, is computed, or stays for a reason; none that is said to stay is missing", async () => {
  const tables = await read
  for (const { columns, table } of partsOf(tables)) {
    const moved = columns.map(({ name }) => name)
    const left = Object.keys(moving[table.name]?.without ?? {})
    const computed = table.columns.filter(({ isGenerated, name }) => isGenerated || isCounter(table.name, name)).map((
      { name }
    ) => name)
    const own = table.columns.map(({ name }) => name).filter((name) => name !== "organization_id")
    expect([table.name, [...moved, ...left, ...computed].toSorted()]).toEqual([table.name, own.toSorted()])
  }
})

test("every noun has a part of its own, is a value of another's, or stays", async () => {
  const parts = new Set(partsOf(await read).map(({ name }) => name))
  const without = nouns.filter(({ subject, table }) =>
    !parts.has(subject) && within[subject] !== table && staying[table] === undefined
  )
  expect(without.map(({ subject }) => subject)).toEqual([])
})

test("a table that nobody has decided about is found, and so is a column of a type that no part had", async () => {
  const tables = await read
  expect(nameOf("planted")).toBeUndefined()
  const column = { name: "planted", type: "money", isNullable: true, isGenerated: false, default: null }
  const planted = tables.map((table) =>
    table.name === "notes" ? { ...table, columns: [...table.columns, column] } : table
  )
  expect(() => partsOf(planted)).toThrow("no schema for the type money")
})

test("no secret is in the format", async () => {
  const names = partsOf(await read).flatMap(({ columns, name }) => columns.map((column) => `${name}.${column.name}`))
  expect(names.filter((name) => /secret|token|(?<!input_)hash|password|proof/.test(name))).toEqual([])
})
