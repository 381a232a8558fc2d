/** Extracts the content of opaque-signed S/MIME mails (RFC 5652, section 5) as a stream. */

/** The object identifiers `id-signedData` and `id-data` in BER. */
const signedData = Buffer.from("06092a864886f70d010702", "hex")

/** Tells whether a part begins as signed data, and not as encrypted data. */
export const isSignedData = (bytes: Uint8Array): boolean => Buffer.from(bytes.subarray(0, 64)).includes(signedData)

/** Maximum bytes before the content: versions and algorithm names. */
const maxSkipped = 64 * 1024

class Malformed extends Error {}

/** Reads a given number of bytes. */
class Reader {
  readonly #source: AsyncIterator<Uint8Array>
  #bytes: Uint8Array = new Uint8Array()
  /** The number of bytes that were read. */
  position = 0

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Returns some bytes, `max` at most. */
  async some(max: number): Promise<Uint8Array> {
    while (this.#bytes.length === 0) {
      const { done = false, value } = await this.#source.next()
      if (done) throw new Malformed("the signed content ends early")
      this.#bytes = value
    }
    const taken = this.#bytes.subarray(0, max)
    this.#bytes = this.#bytes.subarray(taken.length)
    this.position += taken.length
    return taken
  }

  async byte(): Promise<number> {
    return (await this.some(1))[0]!
  }

  /** Reads the tag and the length of a value. The length is undefined if an end marker follows. */
  async head(): Promise<{ readonly tag: number; readonly length: number | undefined }> {
    const tag = await this.byte()
    const first = await this.byte()
    if (first === 0x80) return { tag, length: undefined }
    if (first < 0x80) return { tag, length: first }
    let length = 0
    for (let left = first & 0x7f; left > 0; left--) length = length * 256 + await this.byte()
    if (!Number.isSafeInteger(length)) throw new Malformed("a length is out of bounds")
    return { tag, length }
  }

  async *bytes(length: number): AsyncGenerator<Uint8Array, void> {
    for (let left = length; left > 0;) {
      const taken = await this.some(left)
      left -= taken.length
      yield taken
    }
  }

  /** Skips a value whose head was read. */
  async skip(length: number | undefined, depth = 0): Promise<void> {
    if (length !== undefined) {
      if (length > maxSkipped) throw new Malformed("too much stands before the content")
      for await (const _ of this.bytes(length));
      return
    }
    if (depth > 20) throw new Malformed("too deep")
    for (;;) {
      const inner = await this.head()
      if (inner.tag === 0 && inner.length === 0) return
      await this.skip(inner.length, depth + 1)
    }
  }
}

/** Yields the bytes of an octet string, in one piece or in several. */
async function* octets(
  reader: Reader,
  { length, tag }: Awaited<ReturnType<Reader["head"]>>
): AsyncGenerator<Uint8Array, void> {
  if (tag === 0x04 && length !== undefined) return yield* reader.bytes(length)
  if (tag !== 0x24) throw new Malformed("no content")
  const end = reader.position + (length ?? Infinity)
  while (reader.position < end) {
    const piece = await reader.head()
    if (piece.tag === 0 && piece.length === 0) return
    if (piece.tag !== 0x04 || piece.length === undefined) throw new Malformed("no content")
    yield* reader.bytes(piece.length)
  }
}

/** Yields the content of signed data: a part with headers (RFC 8551, section 3.5.2). Throws if it is none. */
export async function* signedContent(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const reader = new Reader(source)
  const enter = async (tag: number) => {
    const head = await reader.head()
    if (head.tag !== tag) throw new Malformed("no signed data")
  }
  const pass = async (tag: number) => {
    const head = await reader.head()
    if (head.tag !== tag) throw new Malformed("no signed data")
    await reader.skip(head.length)
  }
  await enter(0x30)
  await pass(0x06)
  await enter(0xa0)
  await enter(0x30)
  // Skips the version and the digest algorithms.
  await pass(0x02)
  await pass(0x31)
  await enter(0x30)
  await pass(0x06)
  await enter(0xa0)
  yield* octets(reader, await reader.head())
}
