/** Finds uuencoded files in a text (POSIX): between a line `begin 644 cv.pdf` and a line `end`. */

/** Maximum characters of a line that is examined: a data line has 62, the first line also contains a name. */
const maxLineLength = 1000

/** Maximum bytes of text that may be files, and are kept in memory. */
const maxEncodedBytes = 35 * 1024 ** 2

/** Maximum files of a text. */
const maxFiles = 200

/** Bytes of text that are kept and decoded at a time. */
const pieceBytes = 64 * 1024

/** The first line, with the file's mode and name. */
export const beginning = /^begin(?<base64>-base64)? [0-7]{3,4}(?: (?<name>.*))?$/

/** Decodes a line: its first character is the number of bytes, and each four characters are three bytes. */
export const decodedLine = (line: string): Uint8Array => {
  const value = (at: number): number => (line.charCodeAt(at) || 32) - 32 & 63
  return Uint8Array.from({ length: value(0) }, (_, byte) => {
    const [at, rest] = [1 + Math.floor(byte / 3) * 4, byte % 3]
    return value(at + rest) << 2 * rest + 2 & 0xff | value(at + rest + 1) >> 4 - 2 * rest
  })
}

/** Tells whether a line may belong to a file. Trailing white space may be lost, and some programs add a checksum. */
const isEncoded = (line: string, isBase64: boolean): boolean =>
  isBase64
    ? /^[A-Za-z\d+/]+={0,2}$/.test(line)
    : /^[ -`]*$/.test(line) && line.length <= 3 + Math.ceil(((line.charCodeAt(0) || 32) - 32 & 63) / 3) * 4

interface UuFile {
  /** With bytes as Latin-1. */
  readonly name: string
  readonly content: Iterable<Uint8Array>
}

/** A file that is being read: its original lines, in pieces. */
interface Open {
  readonly first: string
  readonly name: string
  readonly isBase64: boolean
  readonly pieces: Array<Buffer>
  last: string
}

const decoded = function*({ isBase64, pieces }: Open): Generator<Uint8Array> {
  for (const piece of pieces) {
    const lines = piece.toString("latin1").split(/\r?\n/)
    yield Buffer.concat(lines.map((line) => isBase64 ? Buffer.from(line, "base64") : decodedLine(line)))
  }
}

/** Extracts files from a text while its bytes pass. Incomplete and quoted files stay in the text. */
export class UuFinder {
  readonly files: Array<UuFile> = []
  #open: Open | undefined
  #left = maxEncodedBytes

  /** Yields the text without its files. */
  async *rest(content: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    let line = ""
    for await (const chunk of content) {
      const lines = (line + Buffer.from(chunk).toString("latin1")).split(/(?<=\n)/)
      // A text that is too long to be a line of a file is passed on at once.
      const isCut = lines.at(-1)?.endsWith("\n") === false && lines.at(-1)!.length < maxLineLength
      line = isCut ? lines.pop()! : ""
      const text = lines.map((each) => this.#take(each)).join("")
      if (text !== "") yield Buffer.from(text, "latin1")
    }
    const text = this.#take(line) + this.#putBack()
    if (text !== "") yield Buffer.from(text, "latin1")
  }

  /** Processes a line. Returns the text that is passed on. */
  #take(raw: string): string {
    const line = raw.slice(0, maxLineLength).replace(/\r?\n$/, "")
    const open = this.#open
    if (open === undefined) {
      const begin = this.files.length < maxFiles && line.startsWith("begin") ? beginning.exec(line) : null
      if (begin === null) return raw
      this.#open = {
        first: raw,
        name: begin.groups?.["name"] ?? "",
        isBase64: begin.groups?.["base64"] !== undefined,
        pieces: [],
        last: ""
      }
      return ""
    }
    if (line === (open.isBase64 ? "====" : "end")) {
      open.pieces.push(Buffer.from(open.last, "latin1"))
      this.files.push({ name: open.name, content: { [Symbol.iterator]: () => decoded(open) } })
      this.#open = undefined
      return ""
    }
    this.#left -= raw.length
    if (this.#left < 0 || raw.length > maxLineLength || !isEncoded(line, open.isBase64))
      return this.#putBack() + this.#take(raw)
    open.last += raw
    if (open.last.length > pieceBytes) {
      open.pieces.push(Buffer.from(open.last, "latin1"))
      open.last = ""
    }
    return ""
  }

  /** Returns the lines of an incomplete file to the text. */
  #putBack(): string {
    if (this.#open === undefined) return ""
    const { first, last, pieces } = this.#open
    this.#open = undefined
    return first + Buffer.concat(pieces).toString("latin1") + last
  }
}
