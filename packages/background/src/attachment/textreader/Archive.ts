/** A ZIP archive in memory, with a bound for the unpacked size of all its entries. */
import { decoded } from "@candor/domain/WideText"
import {
  contentOffset,
  entriesOf,
  entryNamed,
  findDirectory,
  headerBytes,
  type ZipEntry
} from "@candor/files/content/Zip"
import { inflateRawSync } from "node:zlib"
import { Damaged, Encrypted, TooLarge } from "./Failures.ts"

/** Maximum unpacked bytes of the entries that are read. A résumé has a few hundred kilobytes of XML. */
export const maxUnpackedBytes = 32 * 1024 * 1024

export interface Archive {
  readonly entries: ReadonlyArray<ZipEntry>
  /** Unpacks an entry; undefined if there is none of this name. */
  readonly bytes: (name: string) => Uint8Array | undefined
  readonly text: (name: string) => string | undefined
}

/** Opens an archive. At most `maxBytes` of it are read, unpacked. */
export const archiveOf = (content: Uint8Array, maxBytes = maxUnpackedBytes): Archive => {
  const directory = findDirectory(content, content.length)
  if (directory === undefined) throw new Damaged()
  const entries = entriesOf(content.subarray(directory.start, directory.end), directory.shift)
  let left = maxBytes
  const unpacked = ({ bytes, method, offset, packedBytes }: ZipEntry): Uint8Array => {
    const header = content.subarray(offset, offset + headerBytes)
    if (header.length < headerBytes) throw new Damaged()
    const start = offset + contentOffset(header)
    const packed = content.subarray(start, start + packedBytes)
    if (Math.max(bytes, method === 0 ? packed.length : 0) > left) throw new TooLarge()
    // The size in the entry's header is not trusted.
    return method === 0 ? packed : inflateRawSync(packed, { maxOutputLength: left })
  }
  const bytes = (name: string): Uint8Array | undefined => {
    const entry = entryNamed(entries, name)
    if (entry === undefined) return undefined
    if (entry.isEncrypted) throw new Encrypted()
    const read = unpacked(entry)
    left -= read.length
    return read
  }
  return {
    entries,
    bytes,
    text: (name) => {
      const read = bytes(name)
      return read === undefined ? undefined : decoded(read)
    }
  }
}
