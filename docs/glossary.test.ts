import { expect, test } from "bun:test"
import { existsSync } from "node:fs"
import { join } from "node:path"

const text = await Bun.file(join(import.meta.dir, "glossary.md")).text()

/** The rows of each table: the term and its meaning. */
const tables = text.split(/^## /m).slice(1).map((part) =>
  [...part.matchAll(/^\| (?!Term \|)([^|]+) \| (.+) \|$/gm)].map(([, term = "", meaning = ""]) => ({ term, meaning })))

const rows = tables.flat()

test("the glossary has terms of hiring and of the code, sorted", () => {
  const terms = tables.map((table) => table.map(({ term }) => term))
  expect(terms.map((list) => list.length > 10)).toEqual([true, true])
  expect(terms).toEqual(terms.map((list) => list.toSorted((one, other) => one.localeCompare(other, "en"))))
})

test("every term has one sentence, with a link to a file that exists", () => {
  const wrong = rows.filter(({ meaning }) => {
    const target = /\]\(([^)]+)\)/.exec(meaning)?.[1]
    return target === undefined || !existsSync(join(import.meta.dir, target)) || !/^[A-Z].*\.$/.test(meaning) || /\. [A-Z]/.test(meaning)
  })
  expect(wrong).toEqual([])
})
