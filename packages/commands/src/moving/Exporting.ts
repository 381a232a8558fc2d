/** Writes all data of an organization, as it is at one instant, into a new folder. */
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { AttachmentId, type OrganizationId } from "@candor/domain/Id"
import { Moves, type Part } from "@candor/domain/moving/Moves"
import * as Timestamp from "@candor/domain/Timestamp"
import { version } from "@candor/process/Version"
import { Console, Effect, Schema, Stream } from "effect"
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { type FileEntry, type Listed, type Manifest, names, pathOf } from "./Manifest.ts"
import * as RowsFile from "./RowsFile.ts"

/** Rows of the first page of a part, and of any page at most. */
const [firstPage, maxPage] = [100, 1000]

/** Contents that are copied at a time. */
const concurrency = 4

const makeFolder = (path: string) => Effect.promise(() => mkdir(path, { recursive: true, mode: 0o700 }))

const writePart = Effect.fnUntraced(function*(organization: OrganizationId, folder: string, { file, name }: Part) {
  const { page } = yield* Moves
  const target = yield* RowsFile.make(join(folder, file))
  let after: ReadonlyArray<string> | undefined
  let limit = firstPage
  do {
    const { next, rows } = yield* page(organization, name, limit, after)
    yield* target.write(rows)
    // A page that is not full had its bytes: large rows are read a few at a time.
    limit = Math.min(maxPage, Math.max(1, 2 * rows.length))
    after = next
  } while (after !== undefined)
  return [name, yield* target.end] as const
}, Effect.scoped)

/** Copies a content out of the store. Its entry has no digest where it is not there. */
const copyContent = Effect.fnUntraced(function*(organization_id: OrganizationId, folder: string, { bytes, id }: { readonly id: string; readonly bytes: number }) {
  const store = yield* AttachmentStore
  const path = join(folder, pathOf(id))
  yield* makeFolder(dirname(path))
  const hash = new Bun.CryptoHasher("sha256")
  const file = yield* Effect.acquireRelease(Effect.promise(() => open(path, "wx", 0o600)), (file) => Effect.promise(() => file.close()))
  return yield* Stream.runForEach(store.read({ organization_id, id: AttachmentId.make(id) }, { start: 0, end: bytes }), (chunk) => {
    hash.update(chunk)
    return Effect.promise(() => file.writeFile(chunk))
  }).pipe(
    Effect.map((): FileEntry => ({ id, bytes, sha256: hash.digest("hex") })),
    Effect.catchTag("StoreFailure", () => Effect.as(Effect.promise(() => rm(path)), { id, bytes, sha256: null } satisfies FileEntry))
  )
}, Effect.scoped)

const encoder = new TextEncoder()

const writeContents = Effect.fnUntraced(function*(organization: OrganizationId, folder: string) {
  const { contents } = yield* Moves
  const index = yield* RowsFile.make(join(folder, names.index))
  let [after, count, bytes, missing] = ["", 0, 0, 0]
  while (true) {
    const page = yield* contents(organization, after)
    if (page.length === 0) break
    const entries = yield* Effect.forEach(page, (one) => copyContent(organization, folder, one), { concurrency })
    yield* index.write(entries.map((entry) => encoder.encode(JSON.stringify(entry))))
    const there = entries.filter(({ sha256 }) => sha256 !== null)
    count += there.length
    missing += entries.length - there.length
    bytes += there.reduce((sum, one) => sum + one.bytes, 0)
    after = page.at(-1)!.id
  }
  return { index: yield* index.end, count, bytes, missing }
}, Effect.scoped)

/** Writes the JSON Schema of the rows of each part. */
const writeSchemas = Effect.fnUntraced(function*(folder: string, parts: ReadonlyArray<Part>) {
  yield* makeFolder(join(folder, names.schemas))
  yield* Effect.forEach(parts, ({ name, schema }) => {
    const { definitions, schema: json } = Schema.toJsonSchemaDocument(schema)
    const document = { $schema: "https://json-schema.org/draft/2020-12/schema", title: name, ...json, additionalProperties: false, $defs: definitions }
    return Effect.promise(() => writeFile(join(folder, names.schemas, `${name}.json`), `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600 }))
  }, { discard: true })
})

/** Writes everything but the manifest. */
const writeAll = Effect.fnUntraced(function*(organization: OrganizationId, folder: string) {
  const parts = yield* (yield* Moves).parts
  const written: Array<readonly [string, Listed]> = []
  for (const part of parts) {
    written.push(yield* writePart(organization, folder, part))
    const { rows } = written.at(-1)![1]
    if (rows > 0) yield* Console.error(`Exported ${rows} rows of ${part.file}`)
  }
  const files = yield* writeContents(organization, folder)
  yield* writeSchemas(folder, parts)
  return { parts: Object.fromEntries(written), files }
})

/** Exports an organization into a folder that does not exist yet, or is empty. Returns the manifest. */
export const exportTo = Effect.fnUntraced(function*(organization: { readonly id: OrganizationId; readonly name: string }, folder: string) {
  const making = `${folder}.part`
  // Left by an export that was killed.
  yield* Effect.promise(() => rm(making, { recursive: true, force: true }))
  yield* makeFolder(making)
  const exported_at = yield* Timestamp.now
  const written = yield* (yield* Moves).atOneInstant(writeAll(organization.id, making)).pipe(
    Effect.onError(() => Effect.promise(() => rm(making, { recursive: true, force: true })))
  )
  const manifest: Manifest = {
    format: "candor-export",
    version: 1,
    candor: version,
    exported_at,
    organization: { id: organization.id, name: organization.name },
    ...written
  }
  yield* Effect.promise(async () => {
    await writeFile(join(making, names.manifest), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    await rename(making, folder)
  })
  return manifest
})
