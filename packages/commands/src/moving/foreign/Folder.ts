/** The folder of another system's data: which of its files has which records, and the files of candidates. */
import type { Row } from "@candor/domain/moving/Moves"
import { Effect, Option, Schema, Stream } from "effect"
import { lstat, readdir } from "node:fs/promises"
import { basename, join, relative } from "node:path"
import { CommandRefused } from "../../Output.ts"
import { objectsOf } from "./Objects.ts"

/** Files of a folder, and levels of its folders, at most. */
const [maxFiles, maxLevels] = [2_000_000, 4]

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

const isRecords = (path: string): boolean => /\.(?:json|jsonl|ndjson)$/i.test(path)

export interface Read {
  /** Undefined where the file is damaged there. */
  readonly record: Row | undefined
  /** The path of its file in the folder. */
  readonly file: string
}

/**
 * Opens a folder: its files with records of each name (`jobs.json`, `jobs-2.json`, `jobs/1.json`), and those in
 * `attachments`.
 */
export const open = Effect.fnUntraced(
  function*(folder: string, names: { readonly [name: string]: ReadonlyArray<string> }) {
    const files = yield* Effect.tryPromise({
      try: () => list(folder),
      catch: (cause) =>
        new CommandRefused({
          message: `${folder} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`
        })
    })
    const contents = files.filter((path) => path.startsWith("attachments/"))
    const nameOf = (path: string): string | undefined => {
      const own = basename(path).replace(/\.[a-z]+$/i, "").replace(/[-_.]?\d+$/, "").toLowerCase()
      const above = path.split("/").at(-2)?.toLowerCase() ?? ""
      const all = Object.entries(names)
      return (all.find(([, known]) => known.includes(own)) ?? all.find(([, known]) => known.includes(above)))?.[0]
    }
    const named = Map.groupBy(files.filter((path) => isRecords(path) && !path.startsWith("attachments/")), nameOf)
    const readOf = (paths: ReadonlyArray<string>): Stream.Stream<Read> =>
      Stream.flatMap(
        Stream.fromIterable(paths),
        (file) =>
          Stream.fromAsyncIterable(objectsOf(join(folder, file)), (cause) => cause).pipe(
            Stream.orDie,
            Stream.map((text): Read => ({ record: recordOf(text), file }))
          )
      )
    return {
      contents: new Set(contents),
      has: (name: string): boolean => named.has(name),
      /** The records of a name. */
      read: (name: string): Stream.Stream<Read> => readOf(named.get(name) ?? []),
      /** Those of no name. */
      others: readOf(named.get(undefined) ?? []),
      path: (file: string): string => join(folder, file)
    }
  }
)
export type Folder = Effect.Success<ReturnType<typeof open>>
