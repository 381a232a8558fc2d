/** Records in files that other programs saved. */
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
  expect(await Array.fromAsync(objectsOf(path))).toEqual([...objects])
})
