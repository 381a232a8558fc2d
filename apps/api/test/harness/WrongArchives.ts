/** Faulty or malicious archives, each made from a valid one. */
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js"

type Files = Map<string, Uint8Array>

interface Options {
  readonly unixMode?: number
  readonly password?: string
}

/** Packs files by path. */
export const packed = async (
  files: ReadonlyMap<string, Uint8Array>,
  options: { readonly [path: string]: Options } = {}
): Promise<Uint8Array> => {
  const zip = new ZipWriter(new Uint8ArrayWriter())
  for (const [path, bytes] of files) await zip.add(path, new Uint8ArrayReader(bytes), { ...options[path] })
  return zip.close()
}

const encoder = new TextEncoder()
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

const changing = (path: string, change: (before: string) => string) => (files: Files) =>
  void files.set(path, encoder.encode(change(text(files.get(path)!))))

/** Replaces a name by another of the same length. */
const renamed = (archive: Uint8Array, before: string, after: string): Uint8Array =>
  new Uint8Array(Buffer.from(Buffer.from(archive).toString("latin1").replaceAll(before, after), "latin1"))

interface Wrong {
  readonly what: string
  readonly failure: string
  readonly message: RegExp
  readonly files?: (files: Files) => void
  readonly options?: { readonly [path: string]: Options }
  readonly bytes?: (archive: Uint8Array) => Uint8Array
}

const link = 0o120777

/**
 * Archives that are refused, each with its failure and the text of the report. Faults of unpacked exports are in
 * packages/commands/test/WrongExports.ts.
 */
export const wrongArchives: ReadonlyArray<Wrong> = [
  {
    what: "a path that leads out",
    files: (files) => files.set("../../tmp/evil.ndjson", encoder.encode("{}")),
    failure: "damaged",
    message: /cannot be read/
  },
  {
    what: "a path from the root",
    files: (files) => files.set("/etc/candor.ndjson", encoder.encode("{}")),
    failure: "damaged",
    message: /cannot be read/
  },
  {
    what: "a file that no export has",
    files: (files) => files.set("run.sh", encoder.encode("true")),
    failure: "not_an_export",
    message: /No export has such a file/
  },
  {
    what: "a symbolic link",
    options: { "notes.ndjson": { unixMode: link } },
    failure: "not_an_export",
    message: /symbolic link/
  },
  {
    what: "the same name twice",
    files: (files) => files.set("notfs.ndjson", encoder.encode("{}")),
    bytes: (archive) => renamed(archive, "notfs.ndjson", "notes.ndjson"),
    failure: "not_an_export",
    message: /there twice/
  },
  {
    what: "80 MiB in one cell, which pack to 80 kB",
    files: (files) => files.set("notes.ndjson", encoder.encode(`{"body":"${"x".repeat(80 * 2 ** 20)}"}\n`)),
    failure: "too_large",
    message: /unpacks to more than/
  },
  {
    what: "a password",
    options: { "notes.ndjson": { password: "secret" } },
    failure: "encrypted",
    message: /encrypted/
  },
  {
    what: "an archive that is cut",
    bytes: (archive) => archive.subarray(0, archive.length / 2),
    failure: "damaged",
    message: /cannot be read/
  },
  {
    what: "no manifest",
    files: (files) => files.delete("manifest.json"),
    failure: "not_an_export",
    message: /no whole export/
  },
  {
    what: "a manifest that names a file elsewhere",
    files: changing("manifest.json", (json) => json.replace("candidates.ndjson", "../candidates.ndjson")),
    failure: "not_an_export",
    message: /damaged, or of another version/
  },
  {
    what: "a row that is changed",
    files: changing("candidates.ndjson", (rows) => rows.replace(/"full_name":"[^"]*"/, "\"full_name\":7")),
    failure: "has_problems",
    message: /Expected string/
  }
]
