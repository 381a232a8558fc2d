/** Records in files that other programs saved. */
import { rowsOf } from "@candor/commands/moving/foreign/Csv"
import { objectsOf } from "@candor/commands/moving/foreign/Objects"
import { maxLineBytes } from "@candor/files/moving/Lines"
import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const folder = mkdtempSync(join(tmpdir(), "candor-objects-"))
afterAll(() => rmSync(folder, { recursive: true }))

const long = JSON.stringify({ text: `}{"\\${"ä".repeat(300_000)}` })

test.each<{ what: string; text: string; objects: ReadonlyArray<string | undefined> }>([
  { what: "an array", text: `[ {"a": 1},\n  {"b": {"c": [{}]}} ]`, objects: [`{"a": 1}`, `{"b": {"c": [{}]}}`] },
  { what: "lines", text: `{"a":1}\n{"b":2}\n`, objects: [`{"a":1}`, `{"b":2}`] },
  { what: "pages one after the other", text: `[{"a":1}][{"b":2}]`, objects: [`{"a":1}`, `{"b":2}`] },
  { what: "braces and quotes in texts", text: `[{"a":"}\\"{"}]`, objects: [`{"a":"}\\"{"}`] },
  { what: "an object longer than what is read at a time", text: `[${long},{"b":2}]`, objects: [long, `{"b":2}`] },
  {
    what: "an object that is too long",
    text: `[{"a":"${"x".repeat(maxLineBytes)}"},{"b":2}]`,
    objects: [undefined, `{"b":2}`]
  },
  { what: "an end that is missing", text: `[{"a":1},{"b":`, objects: [`{"a":1}`, undefined] },
  { what: "no object", text: `[]`, objects: [] }
])("the objects of $what are read", async ({ objects, text }) => {
  const path = join(folder, "file.json")
  writeFileSync(path, text)
  expect((await Array.fromAsync(objectsOf(path))).map(({ text }) => text)).toEqual([...objects])
})

test("an object is told with the line on which it begins, also one that is cut", async () => {
  const path = join(folder, "lines.json")
  writeFileSync(path, `[\n  {"a": 1},\n  {\n    "b": "\\n"\n  },\n  {"c":`)
  expect((await Array.fromAsync(objectsOf(path))).map(({ line }) => line)).toEqual([2, 3, 6])
})

test.each<
  {
    what: string
    name: string
    text: string
    rows: ReadonlyArray<readonly [number, { readonly [column: string]: string } | undefined]>
  }
>([
  { what: "commas", name: "a.csv", text: "A,B\n1,2\n", rows: [[2, { A: "1", B: "2" }]] },
  { what: "semicolons, a mark and CRLF", name: "b.csv", text: "\ufeffA;B\r\n1;2\r\n", rows: [[2, { A: "1", B: "2" }]] },
  {
    what: "quotes with lines in them",
    name: "c.csv",
    text: "A,B\n\"1\n\"\"x\"\"\",2\n3,4\n",
    rows: [[2, { A: "1\n\"x\"", B: "2" }], [4, { A: "3", B: "4" }]]
  },
  {
    what: "fewer and more cells than columns, and nothing",
    name: "d.csv",
    text: "A,B\n1\n1,2,3\n,\n",
    rows: [[2, { A: "1", B: "" }], [3, { A: "1", B: "2", "without a name": "3" }]]
  },
  {
    what: "a quote that is never closed",
    name: "e.csv",
    text: "A\n1\n\"2\n3\n",
    rows: [[2, { A: "1" }], [3, undefined]]
  },
  {
    what: "a client of MySQL",
    name: "f.tsv",
    text: "A\tB\n\"1\\n2\tNULL\n",
    rows: [[2, { A: "\"1\n2", B: "" }]]
  }
])("the rows of a table with $what are read", async ({ name, rows, text }) => {
  const path = join(folder, name)
  writeFileSync(path, text)
  expect((await Array.fromAsync(rowsOf(path))).map(({ line, record }) => [line, record] as const)).toEqual([...rows])
})
