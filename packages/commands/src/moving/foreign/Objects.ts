/**
 * The outermost objects of a file of JSON, one in memory at a time: an array, a line for each, pages one after the
 * other, as programs save what an API answers.
 */
import { constants } from "node:fs"
import { open } from "node:fs/promises"
import { maxLineBytes } from "@candor/files/moving/Lines"

const chunkBytes = 2 ** 18

const [quote, backslash, opening, closing] = [0x22, 0x5c, 0x7b, 0x7d]

/**
 * Yields the text of each outermost object; undefined of one that is longer than a row can be, or that the end of the
 * file cuts.
 */
export async function* objectsOf(path: string): AsyncGenerator<string | undefined> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const decoder = new TextDecoder("utf-8")
    let pieces: Array<Uint8Array> = []
    let [depth, bytes, isText, isEscaped] = [0, 0, false, false]
    const keep = (piece: Uint8Array): void => {
      bytes += piece.byteLength
      if (bytes <= maxLineBytes) pieces.push(piece)
      else pieces = []
    }
    for (let position = 0;;) {
      const buffer = new Uint8Array(chunkBytes)
      const { bytesRead } = await file.read(buffer, 0, chunkBytes, position)
      if (bytesRead === 0) break
      position += bytesRead
      let start = 0
      for (let at = 0; at < bytesRead; at++) {
        const byte = buffer[at]
        if (isEscaped) isEscaped = false
        else if (isText && byte === backslash) isEscaped = true
        else if (byte === quote && depth > 0) isText = !isText
        else if (isText) continue
        else if (byte === opening && depth++ === 0) start = at
        else if (byte === closing && depth > 0 && --depth === 0) {
          keep(buffer.subarray(start, at + 1))
          yield bytes > maxLineBytes ? undefined : decoder.decode(Buffer.concat(pieces))
          pieces = []
          bytes = 0
        }
      }
      if (depth > 0) keep(buffer.subarray(start, bytesRead))
    }
    if (depth > 0) yield undefined
  } finally {
    await file.close()
  }
}
