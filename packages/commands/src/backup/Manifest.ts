/**
 * The two files beside the data of a backup: `SHA256SUMS` lists every file, in the format of `sha256sum --check`, and
 * `backup.json` describes the backup. The latter is written last, so a folder that has it is a complete backup.
 */
import { CommandRefused } from "../Output.ts"
import { Effect, Option, Schema } from "effect"
import { readFile, rename, writeFile } from "node:fs/promises"
import { basename, join } from "node:path"
import * as Tree from "./Tree.ts"

/** The folders of a backup: the files of a database of either kind, and the contents of attachments. */
export const parts = { databases: ["cluster", "postgres"], contents: "files" } as const

const names = { sums: "SHA256SUMS", description: "backup.json" } as const

/** A path within a backup. It must not lead out of it, and must not need escaping by `sha256sum`. */
const Path = Schema.String.check(Schema.isPattern(/^(cluster|postgres|files)(\/(?!\.{1,2}(\/|$))[^/\\\p{Cc}]+)*$/u))

export const Description = Schema.Struct({
  /** The version of this format. Other formats cannot be restored. */
  format: Schema.Literal(1),
  /** The version of Candor that took the backup. */
  candor: Schema.String,
  taken_at: Schema.String,
  /** The bucket that has the contents of attachments; they are then not in the backup. */
  bucket: Schema.NullOr(Schema.String),
  /** All folders, because PostgreSQL needs some that are empty. */
  folders: Schema.Array(Path),
  files: Schema.Int,
  bytes: Schema.Int
})
export interface Description extends Schema.Schema.Type<typeof Description> {}

const Sum = Schema.Struct({ sha256: Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)), path: Path })
/** A file of a backup. */
export interface Sum extends Schema.Schema.Type<typeof Sum> {}

const decodeDescription = Schema.decodeUnknownOption(Schema.fromJsonString(Description))
const decodeSums = Schema.decodeUnknownOption(Schema.Array(Sum))

const refused = (message: string) => new CommandRefused({ message })

const read = (folder: string, name: string) =>
  Effect.tryPromise({
    try: () => readFile(join(folder, name), "utf8"),
    catch: (cause) =>
      refused(
        `${folder} is not a whole backup: its ${name} cannot be read (${
          (cause as NodeJS.ErrnoException).code ?? String(cause)
        }).`
      )
  })

const understood = <A>(folder: string, name: string, value: Option.Option<A>) =>
  Effect.fromOption(value).pipe(
    Effect.mapError(() => refused(`${folder} cannot be restored: its ${name} is damaged, or of another version.`))
  )

/** Writes both files durably. */
export const write = Effect.fnUntraced(function*(folder: string, description: Description, sums: ReadonlyArray<Sum>) {
  const text = sums.map(({ path, sha256 }) => `${sha256}  ${path}\n`).join("")
  const path = join(folder, names.description)
  const fresh = `${path}.part`
  yield* Effect.tryPromise(async () => {
    await writeFile(join(folder, names.sums), text, { mode: 0o600 })
    await writeFile(fresh, `${JSON.stringify(description, null, 2)}\n`, { mode: 0o600 })
  })
  yield* Tree.finishAll({ files: [names.sums, basename(fresh)], folders: [] }, folder)
  yield* Effect.tryPromise(() => rename(fresh, path))
  yield* Tree.finishAll({ files: [], folders: ["."] }, folder)
})

/** Reads both files; fails if the folder has no backup that this version can restore. */
export const load = Effect.fnUntraced(function*(folder: string) {
  const described = yield* read(folder, names.description)
  const description = yield* understood(folder, names.description, decodeDescription(described))
  const listed = (yield* read(folder, names.sums)).split("\n").filter((line) => line !== "")
  const entries = listed.map((line) => ({ sha256: line.slice(0, 64), path: line.slice(66) }))
  const sums = yield* understood(folder, names.sums, decodeSums(entries))
  if (sums.length !== description.files) {
    return yield* refused(
      `${folder} cannot be restored: its ${names.sums} lists ${sums.length} of ${description.files} files.`
    )
  }
  return { description, sums }
})
