/** Writes a file of rows: one JSON object per line, with the checksums for the manifest. */
import { Effect } from "effect"
import { open } from "node:fs/promises"
import { basename } from "node:path"
import type { Listed } from "./Manifest.ts"

const newLine = new Uint8Array([10])

/** The bytes that are buffered before they are written. */
const bufferBytes = 2 ** 18

export interface RowsFile {
  readonly write: (rows: ReadonlyArray<Uint8Array>) => Effect.Effect<void>
  /** Syncs the file, and returns its checksums. */
  readonly end: Effect.Effect<Listed>
}

/** Makes a new file of rows, which is closed with the scope. */
export const make = Effect.fnUntraced(function*(path: string) {
  const file = yield* Effect.acquireRelease(
    Effect.promise(() => open(path, "wx", 0o600)),
    (file) => Effect.promise(() => file.close())
  )
  const hash = new Bun.CryptoHasher("sha256")
  let waiting: Array<Uint8Array> = []
  let [rows, bytes, size] = [0, 0, 0]
  const flush = Effect.promise(async () => {
    if (size === 0) return
    const chunk = Buffer.concat(waiting)
    waiting = []
    size = 0
    hash.update(chunk)
    await file.writeFile(chunk)
  })
  const made: RowsFile = {
    write: (some) => {
      for (const row of some) {
        waiting.push(row, newLine)
        size += row.byteLength + 1
      }
      rows += some.length
      bytes += some.reduce((sum, row) => sum + row.byteLength + 1, 0)
      return size < bufferBytes ? Effect.void : flush
    },
    end: Effect.andThen(
      flush,
      Effect.promise(async () => {
        await file.sync()
        return { file: basename(path), rows, bytes, sha256: hash.digest("hex") }
      })
    )
  }
  return made
})
