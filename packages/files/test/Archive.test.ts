/** Archives whose directory is more than an export's. */
import * as Archive from "@candor/files/moving/Archive"
import { expect, test } from "bun:test"
import { Effect } from "effect"
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** The record at the end of an archive: of one file, with a directory of so many bytes at the begin. */
const endOf = (bytes: number): Uint8Array => {
  const record = new DataView(new ArrayBuffer(22))
  record.setUint32(0, 0x06054b50, true)
  record.setUint16(8, 1, true)
  record.setUint16(10, 1, true)
  record.setUint32(12, bytes, true)
  return new Uint8Array(record.buffer)
}

test("a directory with more bytes than those of 201,000 files is refused before it is read", async () => {
  const folder = mkdtempSync(join(tmpdir(), "candor-archive-"))
  try {
    const path = join(folder, "archive.zip")
    const bytes = Archive.maxReadBytes + 1
    writeFileSync(path, "")
    truncateSync(path, bytes)
    writeFileSync(path, endOf(bytes), { flag: "a" })
    const refused = await Effect.runPromise(Effect.flip(Archive.unpack(path, folder)))
    expect(refused).toMatchObject({
      reason: "too_many_files",
      message: expect.stringContaining("Its directory has more than")
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
})
