/** Makes ZIP archives like different programs (PKWARE's APPNOTE.TXT, section 4.3). */
import { crc32, deflateRawSync } from "node:zlib"

type Bytes = Uint8Array<ArrayBuffer>

export interface Writing {
  /** Whether sizes follow an entry's content, and its header has zeros, as in programs that write to a stream. */
  readonly descriptors?: boolean
  /** Whether sizes and offsets are in the extra fields and records of zip64. */
  readonly long?: boolean
  readonly stored?: boolean
  /** Bytes before the archive. */
  readonly before?: string
  /** A comment after it. */
  readonly comment?: string
}

const numbers = (...values: ReadonlyArray<readonly [bytes: 2 | 4 | 8, value: number]>): Bytes => {
  const buffer = Buffer.alloc(values.reduce((sum, [bytes]) => sum + bytes, 0))
  let at = 0
  for (const [bytes, value] of values) {
    if (bytes === 2) buffer.writeUInt16LE(value, at)
    else if (bytes === 4) buffer.writeUInt32LE(value, at)
    else buffer.writeBigUInt64LE(BigInt(value), at)
    at += bytes
  }
  return buffer
}

const all = 0xffffffff

/** Returns an archive of these entries in order. */
export const zipOf = (
  entries: Readonly<Record<string, string | Uint8Array>>,
  { before = "", comment = "", descriptors = false, long = false, stored = false }: Writing = {}
): Bytes => {
  const written: Array<Uint8Array> = [Buffer.from(before, "latin1")]
  const directory: Array<Uint8Array> = []
  let offset = 0
  const write = (...parts: ReadonlyArray<Uint8Array>) => {
    written.push(...parts)
    offset += parts.reduce((sum, { length }) => sum + length, 0)
  }
  for (const [name, content] of Object.entries(entries)) {
    const bytes = Buffer.from(content)
    const packed = stored ? bytes : deflateRawSync(bytes)
    const sizes = [[4, crc32(bytes)], [4, long ? all : packed.length], [4, long ? all : bytes.length]] as const
    const extra = long ? numbers([2, 1], [2, 24], [8, bytes.length], [8, packed.length], [8, offset]) : Buffer.alloc(0)
    const common = [[2, 45], [2, descriptors ? 0x808 : 0x800], [2, stored ? 0 : 8], [4, 0]] as const
    const lengths = [[2, Buffer.byteLength(name)], [2, extra.length]] as const
    directory.push(
      numbers([4, 0x02014b50], [2, 45], ...common, ...sizes, ...lengths, [2, 0], [2, 0], [2, 0], [4, 0], [
        4,
        long ? all : offset
      ]),
      Buffer.from(name),
      extra
    )
    const header = descriptors ? [[4, 0], [4, 0], [4, 0]] as const : sizes
    write(numbers([4, 0x04034b50], ...common, ...header, ...lengths), Buffer.from(name), extra, packed)
    if (descriptors) write(numbers([4, 0x08074b50], [4, crc32(bytes)], [4, packed.length], [4, bytes.length]))
  }
  const count = Object.keys(entries).length
  const start = offset
  write(...directory)
  const length = offset - start
  if (long) {
    const end = offset
    write(
      numbers([4, 0x06064b50], [8, 44], [2, 45], [2, 45], [4, 0], [4, 0], [8, count], [8, count], [8, length], [
        8,
        start
      ]),
      numbers([4, 0x07064b50], [4, 0], [8, end], [4, 1])
    )
  }
  const record = [[4, long ? all : length], [4, long ? all : start], [2, comment.length]] as const
  write(numbers([4, 0x06054b50], [2, 0], [2, 0], [2, count], [2, count], ...record), Buffer.from(comment, "latin1"))
  return new Uint8Array(Buffer.concat(written))
}
