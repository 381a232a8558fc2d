/** The folder of another system's data: which of its files has which records, and the files of candidates. */
import type { Row } from "@candor/domain/moving/Moves"
import { Effect, Option, Schema, Stream } from "effect"
import { lstat, readdir } from "node:fs/promises"
import { basename, join, relative } from "node:path"
import { CommandRefused } from "../../Output.ts"
import { rowsOf } from "./Csv.ts"
import { objectsOf } from "./Objects.ts"

/** Files of a folder, and levels of its folders, at most. */
const [maxFiles, maxLevels] = [2_000_000, 6]

const decode = Schema.decodeUnknownOption(Schema.Record(Schema.String, Schema.Json))

/** Returns a value whose texts the database stores. */
const storable = (value: Schema.Json): Schema.Json => {
  if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed()
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [String(storable(key)), storable(one)]))
}

/** Returns the record of a text; undefined where it is none. */
const recordOf = (text: string | undefined): Row | undefined => {
  try {
    const record = text === undefined ? undefined : Option.getOrUndefined(decode(JSON.parse(text)))
    return record === undefined || !/\\u(?:0000|[dD][89a-fA-F])|\0/.test(text!)
      ? record
      : Option.getOrUndefined(decode(storable(record)))
  } catch {
    return undefined
  }
}

/** Lists the regular files below a folder, by their paths in it. */
const list = async (folder: string): Promise<ReadonlyArray<string>> => {
  const found: Array<string> = []
  const visit = async (path: string, level: number): Promise<void> => {
    for (const entry of await readdir(path, { withFileTypes: true })) {
      if (found.length >= maxFiles) throw new Error(`It has more than ${maxFiles} files`)
      if (entry.isFile()) found.push(relative(folder, join(path, entry.name)))
      else if (entry.isDirectory() && level < maxLevels) await visit(join(path, entry.name), level + 1)
    }
  }
  if (!(await lstat(folder)).isDirectory()) throw new Error("It is no folder")
  await visit(folder, 1)
  return found.toSorted()
}

const isTable = (path: string): boolean => /\.(?:csv|tsv)$/i.test(path)
const isRecords = (path: string): boolean => isTable(path) || /\.(?:json|jsonl|ndjson)$/i.test(path)

export interface Read {
  /** Undefined where the file is damaged there. */
  readonly record: Row | undefined
  /** The path of its file in the folder. */
  readonly file: string
  /** Where it is, as it is told: `candidates.json, line 12`. */
  readonly place: string
}

/** How a system names its files, and what its answers have around their records. */
export interface Layout {
  readonly names: { readonly [name: string]: ReadonlyArray<string> }
  /** The fields of an answer that have its records, or its record: `results`. */
  readonly wrappers?: ReadonlyArray<string>
  /** The name of all its tables, where they are not those of its database. */
  readonly tables?: string
}

/** What answers have beside their records. */
const besideRecords: ReadonlySet<string> = new Set(["success", "links", "meta", "jsonapi"])

/** Returns the records of an answer; undefined of an object that is no answer, but a record itself. */
const unwrapped = (record: Row, wrappers: ReadonlyArray<string>): ReadonlyArray<Row> | undefined => {
  if ("id" in record) return undefined
  const values = wrappers.map((key) => record[key] ?? null).filter((value) =>
    typeof value === "object" && value !== null
  )
  // One record alone is wrapped, too; an offer that names its candidate is not.
  const isAnswer = values.some(Array.isArray) ||
    values.length > 0 && Object.keys(record).every((key) => wrappers.includes(key) || besideRecords.has(key))
  return isAnswer ? values.flat().flatMap((one) => Option.toArray(decode(one))) : undefined
}

/**
 * Opens a folder: its files with records of each name (`jobs.json`, `jobs-2.json`, `jobs/1.json`, `jobs.csv`), and those
 * in `attachments`.
 */
export const open = Effect.fnUntraced(function*(folder: string, { names, tables, wrappers = [] }: Layout) {
  const files = yield* Effect.tryPromise({
    try: () => list(folder),
    catch: (cause) =>
      new CommandRefused({
        message: `${folder} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`
      })
  })
  const contents = files.filter((path) => path.startsWith("attachments/"))
  const rest = files.filter((path) => !path.startsWith("attachments/"))
  const nameOf = (path: string): string | undefined => {
    if (tables !== undefined && isTable(path)) return tables
    const own = basename(path).replace(/\.[a-z]+$/i, "").replace(/[-_.]?\d+$/, "").toLowerCase()
    const above = path.split("/").at(-2)?.toLowerCase() ?? ""
    const all = Object.entries(names)
    return (all.find(([, known]) => known.includes(own)) ?? all.find(([, known]) => known.includes(above)))?.[0]
  }
  const named = Map.groupBy(rest.filter(isRecords), nameOf)

  const objects = (file: string): Stream.Stream<Read> =>
    Stream.fromAsyncIterable(objectsOf(join(folder, file)), (cause) => cause).pipe(
      Stream.orDie,
      Stream.flatMap(({ line, text }) => {
        const record = recordOf(text)
        const place = `${file}, line ${line}`
        const inside = record === undefined ? undefined : unwrapped(record, wrappers)
        return Stream.fromIterable<Read>(
          inside === undefined
            ? [{ record, file, place }]
            : inside.map((record, nth) => ({ record, file, place: `${place}, record ${nth + 1}` }))
        )
      })
    )
  const rows = (file: string): Stream.Stream<Read> =>
    Stream.fromAsyncIterable(rowsOf(join(folder, file)), (cause) => cause).pipe(
      Stream.orDie,
      Stream.map(({ line, record }): Read => ({
        record: record === undefined ? undefined : Option.getOrUndefined(decode(storable(record))),
        file,
        place: `${file}, line ${line}`
      }))
    )
  const readOf = (paths: ReadonlyArray<string>): Stream.Stream<Read> =>
    Stream.flatMap(Stream.fromIterable(paths), (file) => isTable(file) ? rows(file) : objects(file))

  return {
    contents: new Set(contents),
    has: (name: string): boolean => named.has(name),
    /** The records of a name. */
    read: (name: string): Stream.Stream<Read> => readOf(named.get(name) ?? []),
    /** Those of no name. */
    others: readOf(named.get(undefined) ?? []),
    /** The files that have no records. */
    unread: rest.filter((path) => !isRecords(path)),
    path: (file: string): string => join(folder, file)
  }
})
export type Folder = Effect.Success<ReturnType<typeof open>>
