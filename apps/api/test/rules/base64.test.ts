/** Base64 of chunks is that of the whole, however the chunks are cut. */
import { expect, test } from "bun:test"
import { Base64Encoder } from "../../src/files/Base64.ts"

const encoded = (chunks: ReadonlyArray<Uint8Array>): string => {
  const encoder = new Base64Encoder()
  return Buffer.concat([...chunks.map((chunk) => encoder.add(chunk)), encoder.end()]).toString("latin1")
}

/** Every way to cut bytes in two or three, empty chunks included. */
const cuts = (bytes: Uint8Array): ReadonlyArray<ReadonlyArray<Uint8Array>> =>
  Array.from({ length: bytes.length + 1 }, (_, one) =>
    Array.from({ length: bytes.length - one + 1 }, (_, more) => [
      bytes.subarray(0, one),
      bytes.subarray(one, one + more),
      bytes.subarray(one + more)
    ])).flat()

test("of up to 12 bytes in three chunks of any length, and of single bytes", () => {
  for (let length = 0; length <= 12; length++) {
    const bytes = Uint8Array.from({ length }, (_, index) => 255 - index * 37)
    const expected = Buffer.from(bytes).toString("base64")
    for (const chunks of cuts(bytes)) expect(encoded(chunks)).toBe(expected)
    expect(encoded(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toBe(expected)
  }
})

test("of every pair of bytes", () => {
  const bytes = Buffer.alloc(2 * 65_536)
  for (let pair = 0; pair < 65_536; pair++) bytes.writeUInt16BE(pair, 2 * pair)
  expect(encoded([bytes])).toBe(bytes.toString("base64"))
})
