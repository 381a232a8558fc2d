/** Base64 (RFC 4648, section 4) of bytes that come in chunks. */

const encode = (bytes: Uint8Array): Uint8Array => Buffer.from(bytes.toBase64(), "latin1")

/** Encodes chunks one after the other: bytes that make no whole three wait for the next chunk, or for the end. */
export class Base64Encoder {
  #rest = new Uint8Array()

  /** Returns the letters of all whole threes so far that have not been returned yet. */
  add(chunk: Uint8Array): Uint8Array {
    const bytes = Buffer.concat([this.#rest, chunk])
    const end = bytes.length - bytes.length % 3
    this.#rest = new Uint8Array(bytes.subarray(end))
    return encode(bytes.subarray(0, end))
  }

  /** Returns the letters of the last one or two bytes, padded; none where there are none. */
  end(): Uint8Array {
    return encode(this.#rest)
  }
}
