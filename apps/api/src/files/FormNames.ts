/**
 * Names of files in the headers of a form (RFC 7578), as people's programs write them: in Latin-1, with quotes that are
 * not escaped, without quotes, or with a `filename*` in another character set (RFC 8187). Each is written anew as it is
 * kept, in the form that the parser reads.
 */
import { fileName } from "@candor/domain/attachment/FileName"
import { isUtf8 } from "node:buffer"
import { extended } from "./ContentDisposition.ts"

/** Bounds the headers of a part that are looked at, in bytes, as the parser bounds them. */
const headerBytes = 16 * 1024

const end = Buffer.from("\r\n\r\n")

/** The parameters of a name, with the quote that ends a value before the next parameter or the end of the header. */
const parameter = /;[ \t]*filename(\*?)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.|"(?![ \t]*(?:;|$)))*)"|([^;]*))/gi

const bytesOf = (text: string): Buffer => Buffer.from(text, "latin1")

/** Decodes a value whose bytes are UTF-8, or else Windows's Latin-1. */
const decoded = (value: string): string => {
  const bytes = bytesOf(value)
  return new TextDecoder(isUtf8(bytes) ? "utf-8" : "windows-1252").decode(bytes)
}

/**
 * Decodes an extended value; undefined where it has no character set that is known, or other bytes than those of its
 * set.
 */
const decodedExtended = (value: string): string | undefined => {
  const [, charset, text] = /^([\w-]+)'[\w-]*'(.*)$/.exec(value) ?? []
  if (charset === undefined || text === undefined) return undefined
  const bytes = bytesOf(text.replace(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))))
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * Drops the separators at the end of a header. `/[;\s]+$/` would take time in proportion to the square of a run of
 * separators before it.
 */
const withoutTrailingSeparators = (header: string): string => {
  let end = header.length
  while (end > 0 && /[;\s]/.test(header[end - 1]!)) end--
  return header.slice(0, end)
}

/**
 * Writes the name of a header anew, where it has one. An extended value that can be read goes before the other (RFC
 * 6266, section 4.3).
 */
const renamed = (header: string): string => {
  let plain: string | undefined
  let better: string | undefined
  const rest = header.replace(parameter, (_, star: string, quoted: string | undefined, token = "") => {
    const value = quoted ?? token.trim()
    if (star === "*") better ??= decodedExtended(value)
    else plain ??= decoded(value)
    return ""
  })
  const name = better ?? plain
  // The parser refuses a header that ends without a parameter.
  return name === undefined
    ? header
    : `${withoutTrailingSeparators(rest)}; filename*=UTF-8''${extended(fileName(name))}`
}

/** Writes the names in the headers of a part anew. A header that goes on in the next line becomes one line. */
const renamedHeaders = (headers: Buffer): Buffer =>
  Buffer.from(
    headers.toString("latin1").replace(/^content-disposition:[^\r\n]*(?:\r\n[ \t][^\r\n]*)*/gim, (header) =>
      renamed(header.replace(/\r\n[ \t]+/g, " "))),
    "latin1"
  )

/** Bytes that are copied of a piece longer than headers may be. The rest of it is passed on uncopied. */
const copiedBytes = 1024

/**
 * Joins short pieces, the last with the begin of a long one: the parser copies what follows a chunk that is shorter
 * than a delimiter.
 */
const coalesced = (pieces: ReadonlyArray<Buffer>): ReadonlyArray<Buffer> => {
  const chunks: Array<Buffer> = []
  let short: Array<Buffer> = []
  for (const piece of pieces) {
    const isShort = piece.length <= headerBytes
    short.push(isShort ? piece : piece.subarray(0, copiedBytes))
    if (isShort) continue
    chunks.push(Buffer.concat(short), piece.subarray(copiedBytes))
    short = []
  }
  return [...chunks, Buffer.concat(short)].filter(({ length }) => length > 0)
}

/** Rewrites the headers of the parts of a form that arrives in chunks; contents pass through. */
export class FormNames {
  private readonly delimiter: Buffer
  /** What waits; at first the line break that the first delimiter lacks. */
  private rest: Buffer = Buffer.from("\r\n")
  private isHeader = false
  /** The bytes of it that are still to be left out. */
  private added = 2

  constructor(boundary: string) {
    this.delimiter = Buffer.from(`\r\n--${boundary}`, "latin1")
  }

  /** Returns what can be passed on. What may be the begin of a delimiter or of a header waits for the next chunk. */
  add(chunk: Uint8Array): ReadonlyArray<Uint8Array> {
    const passed: Array<Buffer> = []
    let bytes = this.withRest(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length), passed)
    for (;;) {
      const at = bytes.indexOf(this.isHeader ? end : this.delimiter)
      if (at < 0) break
      const after = at + (this.isHeader ? 0 : this.delimiter.length)
      passed.push(this.isHeader ? renamedHeaders(bytes.subarray(0, after)) : bytes.subarray(0, after))
      bytes = bytes.subarray(after)
      this.isHeader = !this.isHeader
    }
    // Behind the last delimiter there are no headers.
    if (this.isHeader && (bytes.length > headerBytes || bytes.subarray(0, 2).toString() === "--")) this.isHeader = false
    const kept = this.isHeader ? bytes.length : Math.min(bytes.length, this.delimiter.length - 1)
    passed.push(bytes.subarray(0, bytes.length - kept))
    this.rest = bytes.subarray(bytes.length - kept)
    return this.withoutAdded(passed)
  }

  /** Returns what waits. */
  end(): ReadonlyArray<Uint8Array> {
    return this.withoutAdded([this.rest])
  }

  /**
   * Appends a chunk to the pending bytes. If the pending bytes can be passed on, returns only the rest, so that a long
   * chunk is not copied.
   */
  private withRest(chunk: Buffer, passed: Array<Buffer>): Buffer {
    const { length } = this.delimiter
    if (this.isHeader || chunk.length < length) return Buffer.concat([this.rest, chunk])
    const begin = Buffer.concat([this.rest, chunk.subarray(0, length - 1)])
    const at = begin.indexOf(this.delimiter)
    const used = at < 0 ? 0 : at + length - this.rest.length
    passed.push(begin.subarray(0, this.rest.length + used))
    this.isHeader = at >= 0
    return chunk.subarray(used)
  }

  /** Leaves out the line break that the first delimiter lacks. */
  private withoutAdded(pieces: ReadonlyArray<Buffer>): ReadonlyArray<Uint8Array> {
    return coalesced(pieces.map((piece) => {
      const dropped = Math.min(this.added, piece.length)
      this.added -= dropped
      return piece.subarray(dropped)
    }))
  }
}
