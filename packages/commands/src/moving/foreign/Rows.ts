/** Writes an export row by row, from the rows of another system. */
import { OrganizationId } from "@candor/domain/Id"
import { Moves, type Part, type Row } from "@candor/domain/moving/Moves"
import { Effect, Schema } from "effect"
import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { type FileEntry, type Listed, type Manifest, names, pathOf } from "@candor/files/moving/Manifest"
import * as RowsFile from "@candor/files/moving/RowsFile"
import { foreignId } from "./ForeignId.ts"
import { addTo } from "./Lists.ts"

const encoder = new TextEncoder()

const Properties = Schema.Struct({ schema: Schema.Struct({ properties: Schema.Record(Schema.String, Schema.Json) }) })
const decodeProperties = Schema.decodeUnknownSync(Properties)

/** Returns the value of a column that the other system does not have. */
const nothingOf = (schema: Schema.Json): Schema.Json => {
  const text = JSON.stringify(schema)
  if (text.includes(`"type":"null"`)) return null
  // An array may allow other types inside, but is empty here.
  if (text.startsWith(`{"type":"array"`)) return []
  // The first value of an enumeration is the usual one.
  const [, first] = /"enum":\["([^"]+)"/.exec(text) ?? []
  if (first !== undefined) return first
  return text.includes(`"type":"array"`)
    ? []
    : text.includes(`"type":"boolean"`)
    ? false
    : text.includes(`"type":"integer"`)
    ? 0
    : null
}

/** Returns the columns of a part with their default values. */
const emptyOf = ({ schema }: Part): Row => {
  const { schema: { properties } } = decodeProperties(Schema.toJsonSchemaDocument(schema))
  const row = Object.fromEntries(Object.entries(properties).map(([column, one]) => [column, nothingOf(one)]))
  return "version" in row ? { ...row, version: 1 } : row
}

/** Makes the files of an export in a folder, which are closed when the scope closes. */
export const make = Effect.fnUntraced(function*(folder: string, system: string) {
  const parts = yield* (yield* Moves).parts
  const files = new Map<string, RowsFile.RowsFile>()
  for (const { file, name } of parts) files.set(name, yield* RowsFile.make(join(folder, file)))
  const index = yield* RowsFile.make(join(folder, names.index))
  const empty = new Map(parts.map((part) => [part.name, emptyOf(part)]))
  const waiting = new Map<string, Array<Uint8Array>>()
  let [count, bytes] = [0, 0]

  return {
    /** Adds a row of a part. Missing columns are null, false or empty. */
    add: (part: string, row: Row): void => {
      addTo(waiting, part, encoder.encode(JSON.stringify({ ...empty.get(part)!, ...row })))
    },
    /** Writes the rows that were added since the last call. */
    flush: Effect.suspend(() => {
      const all = [...waiting]
      waiting.clear()
      return Effect.forEach(all, ([part, rows]) => files.get(part)!.write(rows), { discard: true })
    }),
    /** Adds a content. */
    content: Effect.fnUntraced(function*(id: string, content: Uint8Array) {
      const path = join(folder, pathOf(id))
      yield* Effect.promise(async () => {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 })
        await writeFile(path, content, { flag: "wx", mode: 0o600 })
      })
      const entry: FileEntry = {
        id,
        bytes: content.byteLength,
        sha256: new Bun.CryptoHasher("sha256").update(content).digest("hex")
      }
      count++
      bytes += content.byteLength
      yield* index.write([encoder.encode(JSON.stringify(entry))])
    }),
    /**
     * Writes the manifest. It is the same for the same rows, so that an import recognizes one that was begun before.
     */
    end: Effect.fnUntraced(function*(name: string) {
      const listed: Record<string, Listed> = {}
      for (const [part, file] of files) listed[part] = yield* file.end
      const manifest: Manifest = {
        format: "candor-export",
        version: 1,
        candor: system,
        exported_at: "1970-01-01T00:00:00.000Z",
        organization: { id: OrganizationId.make(foreignId(system, "organization", "")), name },
        parts: listed,
        files: { index: yield* index.end, count, bytes, missing: 0 }
      }
      yield* Effect.promise(() => writeFile(join(folder, names.manifest), JSON.stringify(manifest), { mode: 0o600 }))
    })
  }
})
export type Rows = Effect.Success<ReturnType<typeof make>>
