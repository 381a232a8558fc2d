/** Contents of files in an export: which rows refer to them, whether they match the index, and storing them. */
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { AttachmentId, type OrganizationId } from "@candor/domain/Id"
import type { Row } from "@candor/domain/moving/Moves"
import { Effect, Exit, Option, Schema, Stream } from "effect"
import type { KeyMap } from "./KeyMap.ts"
import * as Lines from "./Lines.ts"
import { FileEntry, type Listed, pathOf } from "./Manifest.ts"
import * as Portions from "./Portions.ts"
import type { Problems } from "./Problems.ts"
import * as Sums from "./Sums.ts"

/** The contents that are read at a time. */
const concurrency = 4

const chunkBytes = 2 ** 18

const decodeEntry = Schema.decodeUnknownOption(FileEntry)

const Files = Schema.Array(Schema.Struct({ id: FileEntry.fields.id, size_bytes: Schema.Int }))
const decodeFiles = Schema.decodeUnknownOption(Files)

/** Tells whether rows of a part refer to contents. */
export const namesContents = (part: string): boolean => ["attachment", "submission", "message"].includes(part)

/** Returns the ids of the contents that a row refers to, with their bytes. */
export const namedBy = (
  part: string,
  { files, id, size_bytes }: Row
): ReadonlyArray<{ readonly id: string; readonly bytes: number }> => {
  if (part === "attachment") return typeof size_bytes === "number" ? [{ id: String(id), bytes: size_bytes }] : []
  if (!namesContents(part)) return []
  return Option.getOrElse(decodeFiles(files), () => []).map(({ id, size_bytes }) => ({ id, bytes: size_bytes }))
}

/** Streams the bytes of a content. Most are small: buffers are no larger than what is left. */
const bytesOf = (folder: string, id: string) =>
  Stream.unwrap(Effect.gen(function*() {
    const file = yield* Lines.opened(folder, pathOf(id))
    const { size } = yield* Effect.promise(() => file.stat())
    return Stream.unfold(0, (position) =>
      Effect.promise(async () => {
        const buffer = new Uint8Array(Math.min(chunkBytes, size - position))
        const { bytesRead } = await file.read(buffer, 0, buffer.length, position)
        return bytesRead === 0 ? undefined : [buffer.subarray(0, bytesRead), position + bytesRead] as const
      }))
  }))

/**
 * Checks the index and each content in it. Adds the ids to `listed` with their bytes; -1 for one that was missing in
 * the store.
 */
export const check = Effect.fnUntraced(function*(
  folder: string,
  index: Listed,
  problems: Problems,
  listed: KeyMap
) {
  const problem = (line: number | null, message: string) => problems.add({ file: index.file, line, path: [], message })
  let [count, bytes] = [0, 0]
  const sums = Sums.make()
  const one = Effect.fnUntraced(function*({ number, row }: Portions.Read) {
    const entry = Option.getOrUndefined(decodeEntry(row))
    if (entry === undefined) return problem(number, "The line is no entry of a file")
    if (listed.add(entry.id, entry.sha256 === null ? -1 : entry.bytes) !== undefined)
      return problem(number, `${entry.id} is listed twice`)
    if (entry.sha256 === null) return
    const hash = new Bun.CryptoHasher("sha256")
    let size = 0
    const read = yield* Effect.exit(Stream.runForEach(bytesOf(folder, entry.id), (chunk) =>
      Effect.suspend(() => {
        hash.update(chunk)
        size += chunk.byteLength
        return size > entry.bytes ? Effect.fail(`${pathOf(entry.id)} is longer than ${entry.bytes} bytes`) : Effect.void
      })))
    if (Exit.isFailure(read))
      return problem(
        number,
        Option.getOrElse(Exit.findErrorOption(read), () => `${pathOf(entry.id)} cannot be read`)
      )
    if (size !== entry.bytes || hash.digest("hex") !== entry.sha256)
      return problem(number, `${pathOf(entry.id)} is not the file that the index has`)
    count++
    bytes += size
  })
  yield* Effect.gen(function*() {
    const file = yield* Lines.opened(folder, index.file)
    yield* Portions.forEach(file, sums.seen, (portion) => {
      sums.read(portion.length)
      return Effect.andThen(Effect.forEach(portion, one, { concurrency, discard: true }), problems.flush)
    })
    sums.compare(index, problems)
  }).pipe(Effect.scoped, Effect.catch((reason) => Effect.sync(() => problem(null, String(reason)))))
  return { count, bytes }
})

/** Stores the contents that rows refer to and the export has. */
export const store = Effect.fnUntraced(
  function*(folder: string, listed: KeyMap, organization_id: OrganizationId, part: string, rows: ReadonlyArray<Row>) {
    const contents = yield* AttachmentStore
    const named = rows.flatMap((row) => namedBy(part, row)).filter(({ id }) => (listed.get(id) ?? -1) >= 0)
    yield* Effect.forEach(
      named,
      ({ id }) => contents.put({ organization_id, id: AttachmentId.make(id) }, bytesOf(folder, id)),
      { concurrency, discard: true }
    )
    return named.length
  }
)
