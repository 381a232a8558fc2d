/** Faulty or malicious exports. */
import { names } from "@candor/files/moving/Manifest"
import type { Row } from "@candor/domain/moving/Moves"
import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as Filled from "./Filled.ts"

type Rows = Map<string, ReadonlyArray<Row>>

/** Changes the first rows of a part. */
const changing = (part: string, ...changes: ReadonlyArray<Row>) => (rows: Rows) =>
  void rows.set(part, rows.get(part)!.map((row, nth) => ({ ...row, ...changes[nth] })))

/** Changes the manifest. */
const manifestWith = (change: (text: string) => string) => (path: string) =>
  writeFileSync(join(path, names.manifest), change(readFileSync(join(path, names.manifest), "utf8")))

const linked = (name: string) => (path: string) => {
  const elsewhere = `${join(path, name)}-elsewhere`
  renameSync(join(path, name), elsewhere)
  symlinkSync(elsewhere, join(path, name))
}

interface Wrong {
  readonly what: string
  readonly expected: RegExp
  readonly rows?: (rows: Rows) => void
  readonly file?: (path: string) => void
}

const contentFile = `files/${Filled.idOf("file", 0).slice(-2)}/${Filled.idOf("file", 0)}`

/** Exports that are refused, each with the text of its problem. */
export const wrongExports: ReadonlyArray<Wrong> = [
  {
    what: "a path that leads out",
    file: manifestWith((text) => text.replace("candidates.ndjson", "../candidates.ndjson")),
    expected: /manifest\.json is damaged/
  },
  {
    what: "a part that nobody knows",
    file: manifestWith((text) => text.replace(`"candidate":`, `"api_key":`)),
    expected: /knows no api_key/
  },
  {
    what: "another version",
    file: manifestWith((text) => text.replace(`"version":1`, `"version":2`)),
    expected: /of another version/
  },
  { what: "no manifest", file: (path) => rmSync(join(path, names.manifest)), expected: /no whole export/ },
  { what: "a file less", file: (path) => rmSync(join(path, "notes.ndjson")), expected: /notes\.ndjson cannot be read/ },
  { what: "a symbolic link", file: linked("candidates.ndjson"), expected: /it is a symbolic link/ },
  { what: "a symbolic link to a folder", file: linked("files"), expected: /its folder is no folder/ },
  {
    what: "a manifest that counts other rows",
    file: manifestWith((text) => text.replace(/("file":"candidates.ndjson","rows":)2/, "$13")),
    expected: /candidates\.ndjson: .*has 2 rows, and the manifest says 3/
  },
  {
    what: "a candidate's file without a content",
    rows: changing("attachment", { size_bytes: null }),
    expected: /attachments\.ndjson:1: The row breaks the rule attachments_of_candidates/
  },
  {
    what: "another sum",
    file: manifestWith((text) => text.replace(/("file":"candidates.ndjson".*?"sha256":")./, "$1f")),
    expected: /its bytes are others/
  },
  {
    what: "a line of 17 MiB",
    file: (path) => writeFileSync(join(path, "notes.ndjson"), `{"body":"${"x".repeat(17 * 2 ** 20)}"}\n`),
    expected: /notes\.ndjson:1: The line is longer/
  },
  {
    what: "a line that is no JSON",
    file: (path) => writeFileSync(join(path, "notes.ndjson"), "{\n"),
    expected: /notes\.ndjson:1: The line is no JSON/
  },
  {
    what: "JSON nested very deep",
    file: (path) => writeFileSync(join(path, "notes.ndjson"), `${"[".repeat(2_000_000)}\n`),
    expected: /notes\.ndjson:1: The line is no JSON/
  },
  {
    what: "a content that is another one",
    file: (path) => writeFileSync(join(path, contentFile), "54321"),
    expected: /is not the file that the index has/
  },
  {
    what: "a content that is longer",
    file: (path) => writeFileSync(join(path, contentFile), "123456"),
    expected: /is longer than 5 bytes/
  },
  {
    what: "a content less",
    file: (path) => rmSync(join(path, contentFile)),
    expected: /files\.ndjson:\d: .* cannot be read/
  },
  {
    what: "a wrong type",
    rows: changing("candidate", {}, { full_name: 7 }),
    expected: /candidates\.ndjson:2 full_name: Expected string/
  },
  {
    what: "a field less that has no default",
    rows: (rows) => void rows.set("note", rows.get("note")!.map(({ body: _, ...row }) => row)),
    expected: /notes\.ndjson:1 body: /
  },
  { what: "an unknown field", rows: changing("note", { text: "x" }), expected: /notes\.ndjson:1 text: / },
  {
    what: "a character that the database takes in no text",
    rows: changing("note", { body: "a\0b" }),
    expected: /notes\.ndjson:1: The line is no JSON object that can be stored/
  },
  {
    what: "a reference to nothing",
    rows: changing("application", { candidate_id: Filled.idOf("candidate", 9) }),
    expected: /applications\.ndjson:1 candidate_id: There is no candidate/
  },
  {
    what: "a parent that is not there",
    rows: changing("department", { parent_id: Filled.idOf("department", 9) }),
    expected: /departments\.ndjson:1 parent_id: There is no department/
  },
  {
    what: "a row twice",
    rows: changing("note", {}, { id: Filled.idOf("note", 0) }),
    expected: /notes\.ndjson:2 id: Line 1 has the same/
  },
  {
    what: "an address twice",
    rows: changing("member", { email: "ada@example.com" }, { email: "ADA@example.com" }),
    expected: /members\.ndjson:2: Line 1 has the same, as users_email forbids/
  },
  {
    what: "an id of another system twice",
    rows: changing("candidate", {}, { external_ids: [{ system: "greenhouse", id: "0" }] }),
    expected: /candidates\.ndjson:2: Line 1 has the same, as external_ids/
  },
  {
    what: "a row that breaks a rule",
    rows: changing("job", { salary_min: 5 }),
    expected: /jobs\.ndjson:1: The row breaks the rule salary_in_order/
  },
  {
    what: "more published jobs than the plan allows",
    rows: (rows) => {
      changing("organization", { plan: "free" })(rows)
      changing("job", {}, { status: "published" })(rows)
    },
    expected: /2 jobs would be published, and the plan allows 1/
  }
]
