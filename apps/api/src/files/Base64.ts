/** Base64 (RFC 4648, section 4) of bytes that arrive in chunks. */

const encode = (bytes: Uint8Array): Uint8Array => Buffer.from(bytes.toBase64(), "latin1")

/**
 * Encodes chunks one after the other. One or two bytes at the end of a chunk wait for the next chunk, or for the end.
 */
export class Base64Encoder {
  #rest = new Uint8Array()

  /** Returns the characters of all complete groups of three bytes that have not been returned yet. */
  add(chunk: Uint8Array): Uint8Array {
    const bytes = Buffer.concat([this.#rest, chunk])
    const end = bytes.length - bytes.length % 3
    this.#rest = new Uint8Array(bytes.subarray(end))
    return encode(bytes.subarray(0, end))
  }

  /** Returns the characters of the remaining bytes, padded; empty if there are none. */
  end(): Uint8Array {
    return encode(this.#rest)
  }
}
