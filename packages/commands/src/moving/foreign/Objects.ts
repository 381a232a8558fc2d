/**
 * Reads the outermost objects of a JSON file, one at a time. The file may be an array, one object per line, or
 * concatenated responses of an API, as programs save them.
 */
import { constants } from "node:fs"
import { open } from "node:fs/promises"
import { maxLineBytes } from "@candor/files/moving/Lines"

const chunkBytes = 2 ** 18

const [quote, backslash, opening, closing, lineFeed] = [0x22, 0x5c, 0x7b, 0x7d, 0x0a]

export interface Found {
  /** Undefined for an object that is longer than a row can be, or that is cut off by the end of the file. */
  readonly text: string | undefined
  /** The line on which it begins, from 1. */
  readonly line: number
}

/** Yields each outermost object of a file. */
export async function* objectsOf(path: string): AsyncGenerator<Found> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  try {
    const decoder = new TextDecoder("utf-8")
    let pieces: Array<Uint8Array> = []
    let [depth, bytes, isText, isEscaped] = [0, 0, false, false]
    let [line, begin] = [1, 1]
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
        if (byte === lineFeed) line++
        if (isEscaped) isEscaped = false
        else if (isText && byte === backslash) isEscaped = true
        else if (byte === quote && depth > 0) isText = !isText
        else if (isText) continue
        else if (byte === opening && depth++ === 0) {
          start = at
          begin = line
        } else if (byte === closing && depth > 0 && --depth === 0) {
          keep(buffer.subarray(start, at + 1))
          yield { text: bytes > maxLineBytes ? undefined : decoder.decode(Buffer.concat(pieces)), line: begin }
          pieces = []
          bytes = 0
        }
      }
      if (depth > 0) keep(buffer.subarray(start, bytesRead))
    }
    if (depth > 0) yield { text: undefined, line: begin }
  } finally {
    await file.close()
  }
}
