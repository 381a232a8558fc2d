/** Where a body stops being JSON. */
import { expect, test } from "bun:test"
import { malformed } from "../src/request/JsonPosition.ts"

const cases: ReadonlyArray<readonly [text: string, line: number, column: number, expected: string, got: string]> = [
  ["", 1, 1, "a value", "the end of the body"],
  ["title", 1, 1, "a value", "\"t\""],
  ["{\"a\": 1,}", 1, 9, "a name in double quotes", "\"}\""],
  ["{\"a\": 1\n \"b\": 2}", 2, 2, ", or }", "\"\\\"\""],
  ["{'a': 1}", 1, 2, "a name in double quotes or }", "\"'\""],
  ["{a: 1}", 1, 2, "a name in double quotes or }", "\"a\""],
  ["{\"a\" 1}", 1, 6, ":", "\"1\""],
  ["{\"a\": }", 1, 7, "a value", "\"}\""],
  ["{\"a\": [1, 2}", 1, 12, ", or ]", "\"}\""],
  ["[1, ]", 1, 5, "a value", "\"]\""],
  ["[1]]", 1, 4, "the end", "\"]\""],
  ["{\"a\": 1}{", 1, 9, "the end", "\"{\""],
  ["{\"a\": 01}", 1, 8, ", or }", "\"1\""],
  ["{\"a\": True}", 1, 7, "a value", "\"T\""],
  ["{\"a\": \"x", 1, 9, "the \" that ends a string", "the end of the body"],
  ["{\"a\": \"x\ny\"}", 1, 9, "an escape, such as \\n, in a string", "\"\\n\""],
  ["{\"a\": \"\\d\"}", 1, 8, "an escape of JSON", "\"\\\\\""],
  ["{\n  \"a\": [\n    {\"b\": 😀}\n", 3, 11, "a value", "\"😀\""],
  ["{\"a\": {\"b\": [{", 1, 15, "a name in double quotes or }", "the end of the body"]
]

test.each(cases)("%j", (text, line, column, expected, got) => {
  expect(() => JSON.parse(text)).toThrow()
  expect(malformed(text)).toBe(`Expected JSON; at line ${line}, column ${column}: expected ${expected}, got ${got}`)
})

test("what the parser takes is not malformed", () => {
  const texts = [
    "0",
    "-1.5e+3",
    "null",
    "[]",
    "{}",
    " [1, [true], {\"a\": {}}]\n",
    "\"\\u00e9\\\"\"",
    "{\"a\": [], \"b\": [{\"c\": \"\"}]}"
  ]
  for (const text of texts) {
    expect(JSON.parse(text)).toBeDefined()
    expect(malformed(text)).toBeUndefined()
  }
})
