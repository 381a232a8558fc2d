/**
 * The directory of a ZIP archive (PKWARE's APPNOTE.TXT, section 4.3), which is at its end. Nothing is unpacked here.
 */

/** An entry of the directory. Offsets count from the start of the archive, which other bytes may precede. */
export interface ZipEntry {
  readonly name: string
  /** 0 for stored bytes, 8 for deflated ones. */
  readonly method: number
  readonly isEncrypted: boolean
  readonly packedBytes: number
  readonly bytes: number
  readonly offset: number
}

/**
 * The range of the directory: from the byte `start` (inclusive) to `end` (exclusive). `shift` is the number of bytes
 * before the archive.
 */
export interface ZipDirectory {
  readonly start: number
  readonly end: number
  readonly shift: number
}

/**
 * The bytes at the end of an archive that contain the end of its directory: its record, the longest comment, and
 * zip64's records.
 */
export const tailBytes = 22 + 0xffff + 20 + 56

/** The most bytes of a directory. A document's has a few kilobytes. */
export const largestDirectory = 4 * 1024 * 1024

/** The bytes of an entry's header before its content, without its name and its extra fields. */
export const headerBytes = 30

const viewOf = ({ buffer, byteLength, byteOffset }: Uint8Array) => new DataView(buffer, byteOffset, byteLength)

/** Reads a number of eight bytes. No content is too long for a double. */
const long = (view: DataView, at: number): number => Number(view.getBigUint64(at, true))

const endSignature = 0x06054b50
const longEndSignature = 0x06064b50
const locatorSignature = 0x07064b50
const entrySignature = 0x02014b50

/**
 * Finds zip64's end record, directly before its locator, which is directly before the other end record (section
 * 4.3.14).
 */
const longEnd = (view: DataView, at: number): number | undefined => {
  const record = at - 20 - 56
  return record >= 0 && view.getUint32(at - 20, true) === locatorSignature &&
      view.getUint32(record, true) === longEndSignature
    ? record
    : undefined
}

/** Finds the directory of a content of `size` bytes that ends with `tail`. */
export const findDirectory = (tail: Uint8Array, size: number): ZipDirectory | undefined => {
  const view = viewOf(tail)
  for (let at = tail.length - 22; at >= 0; at--) {
    if (view.getUint32(at, true) !== endSignature || at + 22 + view.getUint16(at + 20, true) > tail.length) continue
    const record = longEnd(view, at)
    const bytes = record === undefined ? view.getUint32(at + 12, true) : long(view, record + 40)
    const stated = record === undefined ? view.getUint32(at + 16, true) : long(view, record + 48)
    const end = size - tail.length + (record ?? at)
    const start = end - bytes
    if (start >= stated && bytes <= largestDirectory) return { start, end, shift: start - stated }
  }
  return undefined
}

/** Reads zip64's extra field (section 4.5.3): the numbers that do not fit into four bytes, in this order. */
const longNumbers = (
  view: DataView,
  start: number,
  end: number,
  numbers: ReadonlyArray<number>
): ReadonlyArray<number> => {
  for (let at = start; at + 4 <= end; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== 1) continue
    let from = at + 4
    return numbers.map((number) => {
      if (number !== 0xffffffff || from + 8 > end) return number
      from += 8
      return long(view, from - 8)
    })
  }
  return numbers
}

const utf8 = new TextDecoder()

/** Returns the entries of a directory, up to the first damaged one. */
export const entriesOf = (directory: Uint8Array, shift: number): ReadonlyArray<ZipEntry> => {
  const view = viewOf(directory)
  const entries: Array<ZipEntry> = []
  for (let at = 0; at + 46 <= directory.length && view.getUint32(at, true) === entrySignature;) {
    const nameEnd = at + 46 + view.getUint16(at + 28, true)
    const extraEnd = nameEnd + view.getUint16(at + 30, true)
    if (extraEnd > directory.length) break
    const stated = [view.getUint32(at + 24, true), view.getUint32(at + 20, true), view.getUint32(at + 42, true)]
    const [bytes, packedBytes, offset] = longNumbers(view, nameEnd, extraEnd, stated) as [number, number, number]
    entries.push({
      // Some programs use the separator of Windows.
      name: utf8.decode(directory.subarray(at + 46, nameEnd)).replaceAll("\\", "/"),
      method: view.getUint16(at + 10, true),
      isEncrypted: (view.getUint16(at + 8, true) & 1) === 1,
      packedBytes,
      bytes,
      offset: offset + shift
    })
    at = extraEnd + view.getUint16(at + 32, true)
  }
  return entries
}

/**
 * Returns the distance from an entry's header to its content. The header's extra fields differ from those in the
 * directory.
 */
export const contentOffset = (header: Uint8Array): number => {
  const view = viewOf(header)
  return headerBytes + view.getUint16(26, true) + view.getUint16(28, true)
}

/** Finds an entry. Names of parts are compared without case (ECMA-376, part 2, section 6.2.2.3). */
export const entryNamed = (entries: ReadonlyArray<ZipEntry>, name: string): ZipEntry | undefined =>
  entries.find((entry) => entry.name === name) ??
    entries.find((entry) => entry.name.toLowerCase() === name.toLowerCase())
