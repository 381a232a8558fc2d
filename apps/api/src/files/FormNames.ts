/**
 * Names of files in the headers of a form (RFC 7578), as various programs write them: in Latin-1, with unescaped
 * quotes, without quotes, or with a `filename*` in another character set (RFC 8187). Each is rewritten in the form that
 * the parser reads.
 */
import { fileName } from "@candor/domain/attachment/FileName"
import { isUtf8 } from "node:buffer"
import { extended } from "./ContentDisposition.ts"

/** Maximum bytes of a part's headers that are read, equal to the parser's limit. */
const headerBytes = 16 * 1024

const end = Buffer.from("\r\n\r\n")

/** The parameters that name a file. A quote ends a value only before the next parameter or the end of the header. */
const parameter = /;[ \t]*filename(\*?)[ \t]*=[ \t]*(?:"((?:[^"\\]|\\.|"(?![ \t]*(?:;|$)))*)"|([^;]*))/gi

const bytesOf = (text: string): Buffer => Buffer.from(text, "latin1")

/** Decodes a value as UTF-8, or else as Windows-1252. */
const decoded = (value: string): string => {
  const bytes = bytesOf(value)
  return new TextDecoder(isUtf8(bytes) ? "utf-8" : "windows-1252").decode(bytes)
}

/** Decodes an extended value; undefined if its character set is unknown, or its bytes are not valid in it. */
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
 * Removes the separators at the end of a header. `/[;\s]+$/` would take quadratic time for a long run of separators
 * that is not at the end.
 */
const withoutTrailingSeparators = (header: string): string => {
  let end = header.length
  while (end > 0 && /[;\s]/.test(header[end - 1]!)) end--
  return header.slice(0, end)
}

/** Rewrites the name in a header, if it has one. A readable extended value takes precedence (RFC 6266, section 4.3). */
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
  // The parser refuses a header with a separator that no parameter follows, so those at its end are removed.
  return name === undefined
    ? header
    : `${withoutTrailingSeparators(rest)}; filename*=UTF-8''${extended(fileName(name))}`
}

/** Rewrites the names in the headers of a part. A header that continues in the next line becomes one line. */
const renamedHeaders = (headers: Buffer): Buffer =>
  Buffer.from(
    headers.toString("latin1").replace(/^content-disposition:[^\r\n]*(?:\r\n[ \t][^\r\n]*)*/gim, (header) =>
      renamed(header.replace(/\r\n[ \t]+/g, " "))),
    "latin1"
  )

/** Bytes that are copied of a piece longer than headers may be. The rest of it is passed on uncopied. */
const copiedBytes = 1024

/**
 * Joins short pieces with each other, and the last one with the beginning of a long one: the parser copies what follows
 * a chunk that is shorter than a delimiter.
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
  /** The pending bytes. At first the line break that the first delimiter lacks. */
  private rest: Buffer = Buffer.from("\r\n")
  private isHeader = false
  /** Bytes of that line break that still have to be left out of the output. */
  private added = 2

  constructor(boundary: string) {
    this.delimiter = Buffer.from(`\r\n--${boundary}`, "latin1")
  }

  /** Returns what can be passed on. Bytes that may begin a delimiter or a header wait for the next chunk. */
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
    // No headers follow the last delimiter.
    if (this.isHeader && (bytes.length > headerBytes || bytes.subarray(0, 2).toString() === "--")) this.isHeader = false
    const kept = this.isHeader ? bytes.length : Math.min(bytes.length, this.delimiter.length - 1)
    passed.push(bytes.subarray(0, bytes.length - kept))
    this.rest = bytes.subarray(bytes.length - kept)
    return this.withoutAdded(passed)
  }

  /** Returns the pending bytes. */
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

  /** Leaves out the line break that was added before the first delimiter. */
  private withoutAdded(pieces: ReadonlyArray<Buffer>): ReadonlyArray<Uint8Array> {
    return coalesced(pieces.map((piece) => {
      const dropped = Math.min(this.added, piece.length)
      this.added -= dropped
      return piece.subarray(dropped)
    }))
  }
}
