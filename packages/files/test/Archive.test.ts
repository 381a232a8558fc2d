/** Archives that are no honest export, and are not unpacked. */
import * as Archive from "@candor/files/moving/Archive"
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js"
import { afterAll, expect, test } from "bun:test"
import { Effect } from "effect"
import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const scratch = mkdtempSync(join(tmpdir(), "candor-archive-"))
afterAll(() => rmSync(scratch, { recursive: true }))

const path = join(scratch, "archive.zip")

/** Why the archive is not unpacked. */
const refusal = () => Effect.runPromise(Effect.flip(Archive.unpack(path, mkdtempSync(join(scratch, "unpacked-")))))

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
  const bytes = Archive.maxReadBytes + 1
  writeFileSync(path, "")
  truncateSync(path, bytes)
  writeFileSync(path, endOf(bytes), { flag: "a" })
  expect(await refusal()).toMatchObject({
    reason: "too_many_files",
    message: expect.stringContaining("Its directory has more than")
  })
})

interface Options {
  readonly unixMode?: number
  readonly password?: string
}

type Files = Readonly<Record<string, string>>

const honest: Files = { "manifest.json": "{}", "notes.ndjson": "{}\n" }

const packed = async (files: Files, options: Readonly<Record<string, Options>> = {}): Promise<Buffer> => {
  const zip = new ZipWriter(new Uint8ArrayWriter())
  for (const [name, text] of Object.entries(files))
    await zip.add(name, new Uint8ArrayReader(new TextEncoder().encode(text)), { ...options[name] })
  return Buffer.from(await zip.close())
}

/** Gives one file the name of another. */
const renamed = (archive: Buffer, before: string, after: string): Buffer =>
  Buffer.from(archive.toString("latin1").replaceAll(before, after), "latin1")

/** Says in the directory that the last file unpacks to so many bytes. */
const stating = (archive: Buffer, bytes: number): Buffer => {
  const entry = archive.lastIndexOf(Buffer.from("PK\u0001\u0002"))
  archive.writeUInt32LE(bytes, entry + 24)
  return archive
}

test.each<readonly [string, () => Promise<Buffer>, string, RegExp]>([
  ["a path that leads out", () => packed({ ...honest, "../../tmp/evil.ndjson": "{}" }), "damaged", /cannot be read/],
  ["a path from the root", () => packed({ ...honest, "/etc/candor.ndjson": "{}" }), "damaged", /cannot be read/],
  [
    "a symbolic link",
    () => packed(honest, { "notes.ndjson": { unixMode: 0o120777 } }),
    "not_an_export",
    /symbolic link/
  ],
  [
    "the same name twice",
    async () => renamed(await packed({ ...honest, "notfs.ndjson": "{}" }), "notfs.ndjson", "notes.ndjson"),
    "not_an_export",
    /there twice/
  ],
  [
    "80 MiB in a file that packs to little",
    async () => stating(await packed(honest), 80 * 2 ** 20),
    "too_large",
    /unpacks to more than/
  ],
  ["a password", () => packed(honest, { "notes.ndjson": { password: "secret" } }), "encrypted", /encrypted/],
  ["a cut", async () => (await packed(honest)).subarray(0, 100), "damaged", /cannot be read/],
  ["no manifest", () => packed({ "notes.ndjson": "{}\n" }), "not_an_export", /no whole export/]
])("an archive with %s is not unpacked", async (_, make, reason, message) => {
  writeFileSync(path, await make())
  expect(await refusal()).toMatchObject({ reason, message: expect.stringMatching(message) })
})
