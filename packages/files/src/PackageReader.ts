/**
 * Reads the parts of a stored ZIP archive that determine its kind: the names of its entries, and a few small entries.
 */
import {
  AttachmentStore,
  type ByteRange,
  type ContentKey,
  type StoreFailure
} from "@candor/domain/attachment/AttachmentStore"
import { decoded } from "@candor/domain/WideText"
import { Effect, Stream } from "effect"
import { inflateRawSync } from "node:zlib"
import { knownEntries, type PackageParts } from "./content/OfficePackage.ts"
import {
  contentOffset,
  entriesOf,
  entryNamed,
  findDirectory,
  headerBytes,
  tailBytes,
  type ZipEntry
} from "./content/Zip.ts"

/** The most bytes of a known entry, packed and unpacked. */
const largestEntry = 256 * 1024

/** Unpacks an entry; undefined if it is too long or damaged. */
const unpacked = (packed: Uint8Array, method: number): Uint8Array | undefined => {
  try {
    return method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: largestEntry })
  } catch {
    return undefined
  }
}

/** Returns the parts of a stored content of `size` bytes; undefined if it has no archive directory. */
export const packageParts = Effect.fnUntraced(function*(key: ContentKey, size: number) {
  const store = yield* AttachmentStore
  const read = (start: number, end: number): Effect.Effect<Uint8Array, StoreFailure> => {
    const range: ByteRange = { start: Math.max(0, start), end: Math.min(end, size) }
    return range.start >= range.end
      ? Effect.succeed(new Uint8Array())
      : Effect.map(Stream.runCollect(store.read(key, range)), (chunks) => new Uint8Array(Buffer.concat(chunks)))
  }
  const directory = findDirectory(yield* read(size - tailBytes, size), size)
  if (directory === undefined) return undefined
  const entries = entriesOf(yield* read(directory.start, directory.end), directory.shift)
  const textOfEntry = Effect.fnUntraced(function*({ method, offset, packedBytes }: ZipEntry) {
    const header = yield* read(offset, offset + headerBytes)
    if (packedBytes > largestEntry || header.length < headerBytes) return undefined
    const start = offset + contentOffset(header)
    const bytes = unpacked(yield* read(start, start + packedBytes), method)
    return bytes === undefined ? undefined : decoded(bytes)
  })
  const texts: Partial<Record<typeof knownEntries[number], string>> = {}
  for (const name of knownEntries) {
    const entry = entryNamed(entries, name)
    const text = entry === undefined ? undefined : yield* textOfEntry(entry)
    if (text !== undefined) texts[name] = text
  }
  return { names: entries.map(({ name }) => name), texts } satisfies PackageParts
})
