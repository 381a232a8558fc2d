/**
 * The body of an export: spans as JSON, written into memory that is used again and again. Kept as strings until they are sent,
 * spans cost as much to collect and to join as to make (decision 0049).
 */

/** Bytes of an export, at most. */
export const maxBytes = 2 * 2 ** 20

/** UTF-8 needs so many bytes for a character of a string, at most. */
const maxBytesOfCharacter = 3

/** What stands in a body before and after its spans, which have commas between them. */
export interface Frame {
  readonly head: string
  readonly tail: string
}

export class ExportBody {
  /** How many spans it has. */
  count = 0
  readonly #bytes = Buffer.allocUnsafe(maxBytes)
  readonly #head: number
  readonly #tail: string
  #length: number

  constructor({ head, tail }: Frame) {
    this.#head = this.#bytes.write(head)
    this.#length = this.#head
    this.#tail = tail
  }

  /** Adds a span, as JSON. Returns false where it has no room. */
  add(span: string): boolean {
    if (this.#length + 1 + (span.length + this.#tail.length) * maxBytesOfCharacter > maxBytes) return false
    this.#length += this.#bytes.write(this.count > 0 ? `,${span}` : span, this.#length)
    this.count++
    return true
  }

  /** Returns the bytes, which are valid until it is cleared. */
  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length + this.#bytes.write(this.#tail, this.#length))
  }

  clear(): void {
    this.count = 0
    this.#length = this.#head
  }
}
