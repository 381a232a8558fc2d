import { expect, test } from "bun:test"
import { patternOf } from "../src/file/rangesOf.ts"

test.each([
  ["full-time", "A Full-time job"],
  ["C++", "C, c++ and C#"],
  [" two  words ", "Two\nwords"],
  ["(a|b)*", "as (A|B)* is"],
  ["a/b\\c]", "a/b\\c]"],
  ["größe", "GRÖSSE, Größe"]
])("%j is found as it is typed, in any case and over white space", (query, text) => {
  expect([...text.matchAll(patternOf(query))]).toHaveLength(1)
})
