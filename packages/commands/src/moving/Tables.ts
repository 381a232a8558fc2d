/**
 * Exports the rows of an organization as tables for analysis: a CSV or Parquet file for each part of the format, from
 * one snapshot. There is no import of them (decision 0112).
 */
import { byteOrderMark, lineOf, quoted } from "@candor/domain/Csv"
import { type ColumnKind, Moves, type Part, type Row } from "@candor/domain/moving/Moves"
import { Effect, Schema, Stream } from "effect"
import { ByteWriter, ParquetWriter } from "hyparquet-writer"
import { type Exported, pagesOf, type Target, writeJson } from "./Exporting.ts"
import * as Timestamp from "@candor/domain/Timestamp"
import { version } from "@candor/process/Version"

export const TableFormat = Schema.Literals(["csv", "parquet"])
export type TableFormat = typeof TableFormat.Type

type Pages = Stream.Stream<ReadonlyArray<Row>, never, Moves>

const decoder = new TextDecoder()
const encoder = new TextEncoder()

const rowsOf = (page: ReadonlyArray<Uint8Array>): ReadonlyArray<Row> =>
  page.map((row) => JSON.parse(decoder.decode(row)) as Row)

/** Formats a cell: numbers and other unambiguous values unquoted, texts in quotes, null as empty. */
const cellOf = (kind: ColumnKind, value: Schema.Json | undefined): string => {
  if (value === null || value === undefined) return ""
  if (kind === "json") return quoted(JSON.stringify(value))
  return typeof value === "string" ? quoted(value) : String(value)
}

const asCsv = ({ kinds }: Part, pages: Pages): Stream.Stream<Uint8Array, never, Moves> => {
  const columns = Object.entries(kinds)
  const header = byteOrderMark + lineOf(columns.map(([name]) => quoted(name)))
  return Stream.concat(
    Stream.succeed(header),
    Stream.map(
      pages,
      (rows) => rows.map((row) => lineOf(columns.map(([name, kind]) => cellOf(kind, row[name])))).join("")
    )
  ).pipe(Stream.filter((text) => text !== ""), Stream.map((text) => encoder.encode(text)))
}

/** The Parquet types by kind of values. */
const elements = {
  boolean: { type: "BOOLEAN" },
  date: { type: "INT32", converted_type: "DATE" },
  integer: { type: "INT32" },
  json: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  long: { type: "INT64" },
  number: { type: "DOUBLE" },
  text: { type: "BYTE_ARRAY", converted_type: "UTF8" },
  timestamp: { type: "INT64", converted_type: "TIMESTAMP_MILLIS" }
} as const satisfies Record<ColumnKind, object>

const parquetValue = (kind: ColumnKind, value: Schema.Json | undefined): unknown => {
  if (value === null || value === undefined) return null
  if (kind === "json") return JSON.stringify(value)
  if (kind === "long") return BigInt(value as number)
  return kind === "date" || kind === "timestamp" ? new Date(value as string) : value
}

/**
 * Writes a row group for each page before it reads the next one: so memory holds one page, and the thread is blocked
 * for one page at a time.
 */
const asParquet = ({ kinds }: Part, pages: Pages): Stream.Stream<Uint8Array, never, Moves> =>
  Stream.suspend(() => {
    const columns = Object.entries(kinds)
    const bytes = new ByteWriter()
    const writer = new ParquetWriter({
      writer: bytes,
      schema: [
        { name: "root", num_children: columns.length },
        ...columns.map(([name, kind]) => ({ name, repetition_type: "OPTIONAL" as const, ...elements[kind] }))
      ],
      createdBy: `candor ${version}`
    })
    const taken = () => {
      const chunk = bytes.getBytes().slice()
      bytes.index = 0
      return chunk
    }
    const group = (rows: ReadonlyArray<Row>) => {
      const columnData = columns.map(([name, kind]) => ({
        name,
        data: rows.map((row) => parquetValue(kind, row[name])),
        offsetIndex: false
      }))
      void writer.write({ columnData, rowGroupSize: rows.length })
      return taken()
    }
    const end = Stream.sync(() => {
      void writer.finish()
      return taken()
    })
    return Stream.concat(Stream.map(Stream.filter(pages, ({ length }) => length > 0), group), end)
  })

/** Writes a table for each part, and `manifest.json` last. Returns the manifest. */
export const exportTablesInto = Effect.fnUntraced(
  function*({ id, name }: Exported, target: Target, format: TableFormat) {
    const moves = yield* Moves
    const exported_at = yield* Timestamp.now
    const context = yield* Effect.context<Moves>()
    const tables: Record<string, { readonly file: string; readonly rows: number }> = {}
    const writeTables = Effect.gen(function*() {
      for (const part of yield* moves.parts) {
        const file = part.file.replace(/ndjson$/, format)
        let rows = 0
        const pages = Stream.map(pagesOf(id, part), (page) => {
          rows += page.length
          return rowsOf(page)
        })
        yield* target.write(file, Stream.provideContext((format === "csv" ? asCsv : asParquet)(part, pages), context))
        tables[part.name] = { file, rows }
      }
    })
    yield* moves.atOneInstant(writeTables)
    yield* target.whenDatabaseIsRead
    const manifest = {
      format: `candor-tables-${format}`,
      version: 1,
      candor: version,
      exported_at,
      organization: { id, name },
      tables
    }
    yield* writeJson(target, "manifest.json", manifest)
    return manifest
  }
)
