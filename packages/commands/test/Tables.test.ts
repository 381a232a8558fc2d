/** Tables for analysts: every row of every part, as CSV and as Parquet. */
import { type Exported, intoFolder } from "@candor/commands/moving/Exporting"
import { exportTablesInto, type TableFormat } from "@candor/commands/moving/Tables"
import { Moves, type Part, type Row } from "@candor/domain/moving/Moves"
import { OrganizationId } from "@candor/domain/Id"
import { parse } from "csv-parse/sync"
import { afterAll, expect, test } from "bun:test"
import { Console, Effect, Schema } from "effect"
import { asyncBufferFromFile, parquetReadObjects } from "hyparquet"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const folder = mkdtempSync(join(tmpdir(), "candor-tables-"))
afterAll(() => rmSync(folder, { recursive: true }))

const organization: Exported = { id: OrganizationId.make("019f0000-0000-7000-8000-000000000001"), name: "Acme" }

const kinds = {
  text: "text",
  flag: "boolean",
  day: "date",
  count: "integer",
  bytes: "long",
  years: "number",
  list: "json",
  at: "timestamp"
} as const

const part = (name: string): Part => ({
  name,
  file: `${name}s.ndjson`,
  kinds,
  schema: Schema.Record(Schema.String, Schema.Json),
  absent: {},
  key: ["text"],
  references: [],
  isTree: false,
  isNamed: false,
  uniques: []
})

const full: Row = {
  text: "=1+1, \"Zoë\"\n🧪",
  flag: false,
  day: "2026-02-28",
  count: -7,
  bytes: 9_007_199_254_740_991,
  years: 2.5,
  list: [{ a: "=1" }, []],
  at: "2026-11-30T12:34:56.789Z"
}

const rows: ReadonlyArray<Row> = [
  full,
  Object.fromEntries(Object.keys(kinds).map((name) => [name, null])),
  ...Array.from({ length: 2500 }, (_, nth) => ({ ...full, text: `row ${nth}`, count: nth }))
]

const encoder = new TextEncoder()

/** The rows of one part by pages of a thousand, and none of another. */
const moves = {
  parts: Effect.succeed([part("filled"), part("empty")]),
  atOneInstant: <A, E, R>(effect: Effect.Effect<A, E, R>) => effect,
  page: (_: OrganizationId, name: string, limit: number, after: ReadonlyArray<string> = ["0"]) => {
    const start = Number(after[0])
    const some = (name === "filled" ? rows : []).slice(start, start + limit)
    return Effect.succeed({
      rows: some.map((row) => encoder.encode(JSON.stringify(row))),
      next: some.length === 0 ? undefined : [String(start + some.length)]
    })
  }
} as unknown as Moves["Service"]

const exported = async (format: TableFormat) => {
  const to = join(folder, format)
  const manifest = await Effect.runPromise(
    intoFolder(to, (target) => exportTablesInto(organization, target, format)).pipe(
      Effect.provideService(Moves, moves),
      Effect.provideService(Console.Console, { ...globalThis.console, error: () => {} })
    )
  )
  expect(manifest.tables).toEqual({
    filled: { file: `filleds.${format}`, rows: rows.length },
    empty: { file: `emptys.${format}`, rows: 0 }
  })
  return to
}

test("CSV has a header and every row; null is an empty cell, lists are JSON, and a formula is a text", async () => {
  const to = await exported("csv")
  const read = (file: string) => parse(readFileSync(join(to, file)), { bom: true }) as Array<Array<string>>
  expect(read("emptys.csv")).toEqual([Object.keys(kinds)])
  const [header, first, second, ...others] = read("filleds.csv")
  expect(header).toEqual(Object.keys(kinds))
  expect(first).toEqual([
    `'${String(full["text"])}`,
    "false",
    "2026-02-28",
    "-7",
    "9007199254740991",
    "2.5",
    "[{\"a\":\"=1\"},[]]",
    "2026-11-30T12:34:56.789Z"
  ])
  expect(second).toEqual(Object.keys(kinds).map(() => ""))
  expect(others.map((cells) => cells[0])).toEqual(rows.slice(2).map((row) => row["text"] as string))
})

test("Parquet has every row with the type of its column, and lists as JSON", async () => {
  const to = await exported("parquet")
  const read = async (file: string) => parquetReadObjects({ file: await asyncBufferFromFile(join(to, file)) })
  expect(await read("emptys.parquet")).toEqual([])
  const expected = rows.map((row) =>
    row["text"] === null ? row : {
      ...row,
      bytes: BigInt(row["bytes"] as number),
      list: JSON.stringify(row["list"]),
      day: new Date(row["day"] as string),
      at: new Date(row["at"] as string)
    }
  )
  expect(await read("filleds.parquet")).toEqual(expected)
})
