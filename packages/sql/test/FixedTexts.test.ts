/** The texts of statements that differ in their rows alone. */
import type { PgTypes } from "@effect/sql-pg"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { fixedTexts, maxTexts } from "../src/statements/Rows.ts"
import { pglite, runOn } from "./Databases.ts"

/** Sums the numbers of each of two lists, and says how often the text was made. */
const sums = Effect.map(SqlClient.SqlClient, (sql) => {
  const made: Array<string> = []
  const run = fixedTexts<{ readonly name: string; readonly one: number | null; readonly other: number }>(sql)
  const sum = (list: PgTypes.Parameter) => sql`(SELECT sum(n)::integer FROM jsonb_to_recordset(${list}) AS x (n integer))`
  const of = (name: string, ...lists: ReadonlyArray<ReadonlyArray<number>>) =>
    run(name, lists.map((list) => list.map((n) => ({ n }))), ([one, other]) => {
      made.push(name)
      return sql`SELECT ${sum(other!)} AS other, ${name}::text AS name, ${sum(one!)} AS one`
    })
  return { of, made }
})

test("a text is made once for its name, and each statement has its own rows", () =>
  runOn(pglite)(Effect.gen(function*() {
    const { made, of } = yield* sums
    expect(yield* of("a", [1, 2], [30])).toEqual([{ name: "a", one: 3, other: 30 }])
    expect(yield* of("b", [4], [50])).toEqual([{ name: "b", one: 4, other: 50 }])
    expect(yield* of("a", [], [6])).toEqual([{ name: "a", one: null, other: 6 }])
    expect(made).toEqual(["a", "b"])
  })))

test("256 texts are kept; with one more, all are made anew", () =>
  runOn(pglite)(Effect.gen(function*() {
    const { made, of } = yield* sums
    const names = Array.from({ length: maxTexts }, (_, n) => `text ${n}`)
    for (const name of [...names, ...names]) of(name, [1], [1])
    expect(made).toEqual(names)
    for (const name of ["one more", "text 0", "text 0"]) of(name, [1], [1])
    expect(made).toEqual([...names, "one more", "text 0"])
    expect(maxTexts).toBe(256)
  })))
