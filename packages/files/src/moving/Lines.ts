/**
 * Reads files of an export that somebody else may have made: only regular files in the folder, never through a symbolic
 * link, and only lines that are not longer than a row can be.
 */
import { Effect } from "effect"
import { constants } from "node:fs"
import { type FileHandle, lstat, open } from "node:fs/promises"
import { dirname, join } from "node:path"

/** The most bytes of a line: those of a mail with its HTML, the largest row. */
export const maxLineBytes = 16 * 2 ** 20

const chunkBytes = 2 ** 18

/** Opens a regular file in a folder; fails with a reason. */
export const openWithin = Effect.fnUntraced(function*(folder: string, path: string) {
  return yield* Effect.tryPromise({
    try: async () => {
      const within = dirname(path).split("/").filter((name) => name !== ".")
      for (const [nth] of within.entries()) {
        if (!(await lstat(join(folder, ...within.slice(0, nth + 1)))).isDirectory())
          throw new Error("its folder is no folder")
      }
      const file = await open(join(folder, path), constants.O_RDONLY | constants.O_NOFOLLOW)
      if ((await file.stat()).isFile()) return file
      await file.close()
      throw new Error("it is no regular file")
    },
    catch: (cause) =>
      `${path} cannot be read: ${
        (cause as NodeJS.ErrnoException).code === "ELOOP"
          ? "it is a symbolic link"
          : cause instanceof Error
          ? cause.message
          : String(cause)
      }`
  })
})

/** Opens a file, which is closed with the scope. */
export const opened = (folder: string, path: string) =>
  Effect.acquireRelease(openWithin(folder, path), (file) => Effect.promise(() => file.close()))

export interface Line {
  /** The line number, from 1. */
  readonly number: number
  /** Undefined if the line is too long. */
  readonly text: string | undefined
  readonly bytes: number
}

/** Yields the lines of a file; `seen` gets all of its bytes. A line that is too long is skipped without being held. */
export async function* linesOf(file: FileHandle, seen: (bytes: Uint8Array) => void): AsyncGenerator<Line> {
  const decoder = new TextDecoder("utf-8")
  let pieces: Array<Uint8Array> = []
  let [number, bytes] = [1, 0]
  const line = (): Line => ({
    number,
    bytes,
    text: bytes > maxLineBytes ? undefined : decoder.decode(pieces.length === 1 ? pieces[0] : Buffer.concat(pieces))
  })
  // Not filled with zeros, which takes longer than to read a small file.
  const buffer = new Uint8Array(Buffer.allocUnsafeSlow(chunkBytes).buffer)
  for (let position = 0;;) {
    const { bytesRead } = await file.read(buffer, 0, chunkBytes, position)
    if (bytesRead === 0) break
    position += bytesRead
    const chunk = buffer.subarray(0, bytesRead)
    seen(chunk)
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      if (bytes <= maxLineBytes) pieces.push(chunk.subarray(start, end))
      bytes += end - start
      yield line()
      pieces = []
      bytes = 0
      number++
      start = end + 1
    }
    bytes += bytesRead - start
    // A copy, because the buffer is used again.
    if (bytes <= maxLineBytes) pieces.push(chunk.slice(start))
    else pieces = []
  }
  if (bytes > 0) yield line()
}
