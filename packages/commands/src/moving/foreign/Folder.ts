/** The folder with another system's data: the files with records of each kind, and the files of candidates. */
import type { Row } from "@candor/domain/moving/Moves"
import { Effect, Option, Schema, Stream } from "effect"
import { lstat, readdir } from "node:fs/promises"
import { basename, join, relative } from "node:path"
import { CommandRefused } from "../../Output.ts"
import { rowsOf } from "./Csv.ts"
import { objectsOf } from "./Objects.ts"

/** The most files of a folder, and levels of subfolders. */
const [maxFiles, maxLevels] = [2_000_000, 6]

const decode = Schema.decodeUnknownOption(Schema.Record(Schema.String, Schema.Json))

/** Removes from a value what the database cannot store in texts. */
const storable = (value: Schema.Json): Schema.Json => {
  if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed()
  if (Array.isArray(value)) return value.map(storable)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [String(storable(key)), storable(one)]))
}

/** Parses a record; undefined if the text is not one. */
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

/** Lists the regular files below a folder, with relative paths. */
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
  /** Undefined if the file is damaged at this place. */
  readonly record: Row | undefined
  /** The path of its file, relative to the folder. */
  readonly file: string
  /** Its position in messages: `candidates.json, line 12`. */
  readonly place: string
}

/** How a system names its files, and how API responses wrap their records. */
export interface Layout {
  readonly names: { readonly [name: string]: ReadonlyArray<string> }
  /** The fields of a response that contain its record or records: `results`. */
  readonly wrappers?: ReadonlyArray<string>
  /** The name that all CSV files are read as, unless they are dumps of database tables. */
  readonly tables?: string
}

/** Fields of responses beside the records. */
const besideRecords: ReadonlySet<string> = new Set(["success", "links", "meta", "jsonapi"])

/** Returns the records of a response; undefined if the object is itself a record. */
const unwrapped = (record: Row, wrappers: ReadonlyArray<string>): ReadonlyArray<Row> | undefined => {
  if ("id" in record) return undefined
  const values = wrappers.map((key) => record[key] ?? null).filter((value) =>
    typeof value === "object" && value !== null
  )
  // A single record may be wrapped, too; but an offer that names its candidate is not a wrapper.
  const isAnswer = values.some(Array.isArray) ||
    values.length > 0 && Object.keys(record).every((key) => wrappers.includes(key) || besideRecords.has(key))
  return isAnswer ? values.flat().flatMap((one) => Option.toArray(decode(one))) : undefined
}

/**
 * Opens a folder with files of records of each name (`jobs.json`, `jobs-2.json`, `jobs/1.json`, `jobs.csv`), and other
 * files in `attachments`.
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
    /** Reads the records of a name. */
    read: (name: string): Stream.Stream<Read> => readOf(named.get(name) ?? []),
    /** Reads the records of files without a known name. */
    others: readOf(named.get(undefined) ?? []),
    /** Paths of files that contain no records. */
    unread: rest.filter((path) => !isRecords(path)),
    path: (file: string): string => join(folder, file)
  }
})
export type Folder = Effect.Success<ReturnType<typeof open>>
