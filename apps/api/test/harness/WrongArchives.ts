/** Archives that are refused, each made from a valid one. */
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from "@zip.js/zip.js"

type Files = Map<string, Uint8Array>

/** Packs files by path. */
export const packed = async (files: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> => {
  const zip = new ZipWriter(new Uint8ArrayWriter())
  for (const [path, bytes] of files) await zip.add(path, new Uint8ArrayReader(bytes))
  return zip.close()
}

const changing = (path: string, change: (before: string) => string) => (files: Files) =>
  void files.set(path, new TextEncoder().encode(change(new TextDecoder().decode(files.get(path)!))))

interface Wrong {
  readonly what: string
  readonly failure: string
  readonly message: RegExp
  readonly files: (files: Files) => void
}

/**
 * One of each kind, with its failure and the text of the report. Others that are not unpacked are in
 * packages/files/test/Archive.test.ts, and faults of unpacked exports in packages/commands/test/WrongExports.ts.
 */
export const wrongArchives: ReadonlyArray<Wrong> = [
  {
    what: "a file that no export has",
    files: (files) => files.set("run.sh", new TextEncoder().encode("true")),
    failure: "not_an_export",
    message: /No export has such a file/
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
