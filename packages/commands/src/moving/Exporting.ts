/** Exports all data of an organization, in the state of one moment, as files: into a folder or any other target. */
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { AttachmentId, type OrganizationId } from "@candor/domain/Id"
import { Moves, type Page, type Part } from "@candor/domain/moving/Moves"
import * as Timestamp from "@candor/domain/Timestamp"
import { version } from "@candor/process/Version"
import { Array, Console, Effect, Option, Schema, Stream } from "effect"
import { mkdir, open, rename, rm } from "node:fs/promises"
import { dirname, join } from "node:path"
import { type FileEntry, type Listed, type Manifest, names, pathOf } from "@candor/files/moving/Manifest"

/** The target of an export's files. */
export interface Target {
  /** Writes a file with a path that has not been written yet. */
  readonly write: (path: string, content: Stream.Stream<Uint8Array>) => Effect.Effect<void>
  /** Contents that are written at a time. */
  readonly concurrency: number
  /** Runs once all data of the database are written, and its snapshot is released. */
  readonly whenDatabaseIsRead: Effect.Effect<void>
}

/** Rows of the first page of a part, and the most rows of any page. */
const [firstPage, maxPage] = [100, 1000]

const newLine = new Uint8Array([10])

const linesOf = (rows: ReadonlyArray<Uint8Array>): Uint8Array => Buffer.concat(rows.flatMap((row) => [row, newLine]))

/** Writes a file of rows: one JSON object per line. Returns its sums for the manifest. */
const writeRows = Effect.fnUntraced(
  function*<R>(target: Target, file: string, pages: Stream.Stream<ReadonlyArray<Uint8Array>, never, R>) {
    const hash = new Bun.CryptoHasher("sha256")
    let [rows, bytes] = [0, 0]
    const context = yield* Effect.context<R>()
    const content = Stream.filter(Stream.provideContext(pages, context), (page) => page.length > 0).pipe(
      Stream.map((page) => {
        const lines = linesOf(page)
        hash.update(lines)
        rows += page.length
        bytes += lines.byteLength
        return lines
      })
    )
    yield* target.write(file, content)
    return { file, rows, bytes, sha256: hash.digest("hex") } satisfies Listed
  }
)

interface Position {
  readonly after?: ReadonlyArray<string>
  readonly limit: number
}

/** Returns the rows of a part, page by page, in the order of their key. */
export const pagesOf = (organization: OrganizationId, { name }: Part): Stream.Stream<Page["rows"], never, Moves> =>
  Stream.paginate(
    { limit: firstPage },
    Effect.fnUntraced(function*({ after, limit }: Position) {
      const { next, rows } = yield* (yield* Moves).page(organization, name, limit, after)
      // A page with fewer rows than requested has reached its limit of bytes, so the next pages of large rows are
      // small.
      const following: Position | undefined = next &&
        { after: next, limit: Math.min(maxPage, Math.max(1, 2 * rows.length)) }
      return [[rows], Option.fromUndefinedOr(following)] as const
    })
  )

interface Content {
  readonly id: string
  readonly bytes: number
}

const contentsOf = (organization: OrganizationId) =>
  Stream.runCollect(Stream.paginate(
    "",
    Effect.fnUntraced(function*(after: string) {
      const page = yield* (yield* Moves).contents(organization, after)
      return [page, Option.map(Array.last(page), ({ id }) => id)] as const
    })
  ))

/** Copies a content out of the store. Its entry has no digest if the store does not have it completely. */
const copyContent = Effect.fnUntraced(
  function*(organization_id: OrganizationId, target: Target, { bytes, id }: Content) {
    const store = yield* AttachmentStore
    const read = (start: number) => store.read({ organization_id, id: AttachmentId.make(id) }, { start, end: bytes })
    const missing: FileEntry = { id, bytes, sha256: null }
    const isThere = Effect.as(Stream.runDrain(read(Math.max(0, bytes - 1))), true)
    // If the store cannot be reached, the export fails, so that nobody takes one without its files for a complete one.
    if (!(yield* Effect.orDie(Effect.catchIf(isThere, ({ absent }) => absent === true, () => Effect.succeed(false)))))
      return missing
    const hash = new Bun.CryptoHasher("sha256")
    yield* target.write(pathOf(id), Stream.orDie(Stream.tap(read(0), (chunk) => Effect.sync(() => hash.update(chunk)))))
    return { ...missing, sha256: hash.digest("hex") }
  }
)

const encoder = new TextEncoder()

const sumOf = (entries: ReadonlyArray<FileEntry>): number => entries.reduce((sum, { bytes }) => sum + bytes, 0)

/** Copies the contents, then writes their index. */
const writeContents = Effect.fnUntraced(
  function*(organization: OrganizationId, target: Target, contents: ReadonlyArray<Content>) {
    const entries = yield* Effect.forEach(contents, (one) => copyContent(organization, target, one), {
      concurrency: target.concurrency
    })
    const pages = Array.chunksOf(entries, maxPage).map((page) =>
      page.map((entry) => encoder.encode(JSON.stringify(entry)))
    )
    const index = yield* writeRows(target, names.index, Stream.fromIterable(pages))
    const there = entries.filter(({ sha256 }) => sha256 !== null)
    return { index, count: there.length, bytes: sumOf(there), missing: entries.length - there.length }
  }
)

export const writeJson = (target: Target, path: string, value: unknown) =>
  target.write(path, Stream.succeed(encoder.encode(`${JSON.stringify(value, null, 2)}\n`)))

/** Writes the JSON Schema of the rows of each part. Optional columns are not required. */
const writeSchemas = (target: Target, parts: ReadonlyArray<Part>) =>
  Effect.forEach(parts, ({ absent, name, schema }) => {
    const { definitions, schema: { required = [], ...json } } = Schema.toJsonSchemaDocument(schema)
    const document = {
      $schema: "https://json-schema.org/draft/2020-12/schema",
      title: name,
      ...json,
      required: (required as ReadonlyArray<string>).filter((column) => !(column in absent)),
      additionalProperties: false,
      $defs: definitions
    }
    return writeJson(target, `${names.schemas}/${name}.json`, document)
  }, { discard: true })

/** Writes all data of the database from one snapshot. Returns the contents that it names. */
const writeParts = Effect.fnUntraced(
  function*(organization: OrganizationId, target: Target, parts: ReadonlyArray<Part>) {
    const written: Record<string, Listed> = {}
    for (const part of parts) {
      written[part.name] = yield* writeRows(target, part.file, pagesOf(organization, part))
    }
    return { parts: written, contents: yield* contentsOf(organization) }
  }
)

/** The organization to export. */
export interface Exported {
  readonly id: OrganizationId
  readonly name: string
}

/** Writes an export of an organization, the manifest last. Returns the manifest. */
export const exportInto = Effect.fnUntraced(function*({ id, name }: Exported, target: Target) {
  const moves = yield* Moves
  const parts = yield* moves.parts
  const exported_at = yield* Timestamp.now
  const written = yield* moves.atOneInstant(writeParts(id, target, parts))
  yield* target.whenDatabaseIsRead
  const files = yield* writeContents(id, target, written.contents)
  yield* writeSchemas(target, parts)
  const manifest: Manifest = {
    format: "candor-export",
    version: 1,
    candor: version,
    exported_at,
    organization: { id, name },
    parts: written.parts,
    files
  }
  yield* writeJson(target, names.manifest, manifest)
  return manifest
})

const makeFolder = (path: string) => Effect.promise(() => mkdir(path, { recursive: true, mode: 0o700 }))

/** Makes a target that is a folder. Prints progress to stderr. */
const folderTarget = (folder: string): Target => ({
  write: Effect.fnUntraced(function*(path, content) {
    const target = join(folder, path)
    yield* makeFolder(dirname(target))
    const file = yield* Effect.acquireRelease(
      Effect.promise(() => open(target, "wx", 0o600)),
      (file) => Effect.promise(() => file.close())
    )
    yield* Stream.runForEach(content, (chunk) => Effect.promise(() => file.writeFile(chunk)))
    yield* Effect.promise(() => file.sync())
    if (!path.includes("/")) yield* Console.error(`Exported ${path}`)
  }, Effect.scoped),
  concurrency: 4,
  whenDatabaseIsRead: Effect.void
})

/** Writes into a folder that does not exist yet or is empty. After a failure no folder is left. */
export const intoFolder = Effect.fnUntraced(
  function*<A, E, R>(folder: string, write: (target: Target) => Effect.Effect<A, E, R>) {
    const making = `${folder}.part`
    const clear = Effect.promise(() => rm(making, { recursive: true, force: true }))
    // Left behind by an export that was killed.
    yield* clear
    yield* makeFolder(making)
    const written = yield* Effect.onError(write(folderTarget(making)), () => clear)
    yield* Effect.promise(() => rename(making, folder))
    return written
  }
)

/** Exports an organization into a folder. Returns the manifest. */
export const exportTo = (organization: Exported, folder: string) =>
  intoFolder(folder, (target) => exportInto(organization, target))
