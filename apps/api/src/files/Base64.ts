/**
 * Base64 (RFC 4648, section 4) of bytes that come in chunks. It is written into bytes at once: a text in between would be garbage of
 * a third more than the chunk, which piles up faster than the engine collects it.
 */

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
const padding = "=".charCodeAt(0)

/** The two letters of each number of 12 bits. */
const pairs = new Uint8Array(2 * 4096)
for (let bits = 0; bits < 4096; bits++) {
  pairs[2 * bits] = letters.charCodeAt(bits >> 6)
  pairs[2 * bits + 1] = letters.charCodeAt(bits & 63)
}

/** Encodes chunks one after the other: bytes that make no whole three wait for the next chunk, or for the end. */
export class Base64Encoder {
  readonly #rest = new Uint8Array(3)
  #waiting = 0

  /** Returns the letters of all whole threes so far that have not been returned yet. */
  add(chunk: Uint8Array): Uint8Array {
    const total = this.#waiting + chunk.length
    const text = new Uint8Array(Math.floor(total / 3) * 4)
    let from = 0
    let to = 0
    if (this.#waiting > 0) {
      while (this.#waiting < 3 && from < chunk.length) this.#rest[this.#waiting++] = chunk[from++]!
      if (this.#waiting < 3) return text
      to = encodeThrees(this.#rest, 0, 3, text, 0)
      this.#waiting = 0
    }
    const end = chunk.length - (chunk.length - from) % 3
    encodeThrees(chunk, from, end, text, to)
    for (from = end; from < chunk.length; from++) this.#rest[this.#waiting++] = chunk[from]!
    return text
  }

  /** Returns the letters of the last one or two bytes, padded; none where there are none. */
  end(): Uint8Array {
    if (this.#waiting === 0) return new Uint8Array()
    const text = new Uint8Array(4)
    this.#rest.fill(0, this.#waiting)
    encodeThrees(this.#rest, 0, 3, text, 0)
    text.fill(padding, this.#waiting + 1)
    return text
  }
}

/** Writes the letters of whole threes to `to`, and returns where they end. */
const encodeThrees = (bytes: Uint8Array, start: number, end: number, text: Uint8Array, to: number): number => {
  let at = to
  for (let from = start; from < end; from += 3) {
    const high = 2 * ((bytes[from]! << 4) | (bytes[from + 1]! >> 4))
    const low = 2 * (((bytes[from + 1]! & 15) << 8) | bytes[from + 2]!)
    text[at++] = pairs[high]!
    text[at++] = pairs[high + 1]!
    text[at++] = pairs[low]!
    text[at++] = pairs[low + 1]!
  }
  return at
}
