/** Finds where a text stops being JSON (RFC 8259), which the engine's parser does not report. */

const literal = /(?:-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null)/y
const escape = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y

/** Returns the end of a pattern's match at an index; undefined if it does not match there. */
const behind = (pattern: RegExp, text: string, at: number): number | undefined => {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

const [value, name, end] = ["a value", "a name in double quotes", "the end"]
const [firstValue, firstName] = [`${value} or ]`, `${name} or }`]

/** The position of an error in JSON, and what was expected there. */
interface Broken {
  readonly at: number
  readonly expected: string
}

/** Returns the end of the string that begins at an index, or the error in it. */
const stringFrom = (text: string, from: number): number | Broken => {
  for (let at = from + 1; at < text.length;) {
    const char = text[at]!
    if (char === "\"") return at + 1
    if (char < " ") return { at, expected: "an escape, such as \\n, in a string" }
    const next = char === "\\" ? behind(escape, text, at) : at + 1
    if (next === undefined) return { at, expected: "an escape of JSON" }
    at = next
  }
  return { at: text.length, expected: "the \" that ends a string" }
}

/** Returns the first error in a text; for valid JSON, its end. */
const brokenAt = (text: string): Broken => {
  const closing: Array<string> = []
  let expected = value
  let at = 0
  const afterValue = () => expected = closing.length === 0 ? end : `, or ${closing.at(-1)}`
  for (;; at++) {
    while (/[ \t\n\r]/.test(text[at] ?? "")) at++
    const char = text[at]
    const isValue = expected === value || expected === firstValue
    const isName = expected === name || expected === firstName
    if (char === undefined) return { at, expected }
    if (char === closing.at(-1) && expected.endsWith(` ${char}`)) {
      closing.pop()
      afterValue()
    } else if (char === "\"" && (isValue || isName)) {
      const next = stringFrom(text, at)
      if (typeof next === "object") return next
      at = next - 1
      if (isName) expected = ":"
      else afterValue()
    } else if (isValue && (char === "[" || char === "{")) {
      closing.push(char === "[" ? "]" : "}")
      expected = char === "[" ? firstValue : firstName
    } else if (isValue) {
      const next = behind(literal, text, at)
      if (next === undefined) return { at, expected }
      at = next - 1
      afterValue()
    } else if (char === ":" && expected === ":") expected = value
    else if (char === "," && expected.startsWith(",")) expected = closing.at(-1) === "]" ? value : name
    else return { at, expected }
  }
}

/**
 * Describes the first error in JSON by its line and column in characters, and what was expected there; undefined for
 * valid JSON.
 */
export const malformed = (text: string): string | undefined => {
  const { at, expected } = brokenAt(text)
  if (at === text.length && expected === end) return undefined
  const before = text.slice(0, at)
  const line = before.split("\n").length
  const column = at - before.lastIndexOf("\n")
  const got = at < text.length ? JSON.stringify(String.fromCodePoint(text.codePointAt(at)!)) : "the end of the body"
  return `Expected JSON; at line ${line}, column ${column}: expected ${expected}, got ${got}`
}
