/**
 * Texts that every store can keep and every reader can show. U+0000 and unpaired surrogates are refused here, because
 * PostgreSQL cannot store the first and silently changes the second.
 */
import { Schema } from "effect"

// A decoder writes U+FFFD in place of bytes that are not UTF-8: the sender's text is lost already.
const storable = Schema.makeFilter<string>(
  (text) => !text.includes("\u0000") && !text.includes("\ufffd") && text.isWellFormed(),
  { expected: "text in UTF-8, without U+0000 and unpaired surrogates" }
)

const notBlank = Schema.makeFilter<string>((text) => text.trim() !== "", {
  expected: "text that is not blank",
  toJsonSchema: () => ({ minLength: 1 })
})

const encoder = new TextEncoder()

/** Counts the bytes of a value's JSON in UTF-8. For a text, PostgreSQL's `octet_length(to_json(x)::text)` is the same. */
export const jsonBytes = (value: Schema.Json): number => encoder.encode(JSON.stringify(value)).length

/** Counts the code points of a well-formed text: its UTF-16 code units, without the second one of each pair of surrogates. */
const codePoints = (text: string): number => {
  let count = text.length
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) count--
  return count
}

/**
 * At most `max` code points. A text has at most as many as code units, and at least half as many, so that most need no counting. The
 * library's `isMaxCodePoints` goes through every text with an iterator, in five times the time.
 */
const maxCharacters = (max: number) =>
  Schema.makeFilter<string>(
    (text) => text.length <= max || text.length <= 2 * max && codePoints(text) <= max,
    {
      expected: `at most ${max} characters`,
      toJsonSchema: () => ({ maxLength: max }),
      arbitraryConstraint: { maxCodePoints: max }
    }
  )

/** Any storable text of at most `max` characters (code points), the empty text included. */
export const text = (max: number) => Schema.String.check(storable, maxCharacters(max))

/** A storable text of 1 to `max` characters (code points) that is not only white space. */
export const filled = (max: number) => Schema.String.check(storable, maxCharacters(max), notBlank)

/** The line breaks of Unicode (section 5.8). */
const isOneLine = Schema.makeFilter<string>((text) => !/[\n\v\f\r\u0085\u2028\u2029]/.test(text), {
  expected: "one line, without line breaks",
  // Said in words: a check without a JSON Schema would lose the description of its field.
  toJsonSchema: () => ({})
})

/** A text of 1 to `max` characters on one line, in a request. */
export const line = (max: number) => filled(max).check(isOneLine)

/** A line of at most 200 characters in a request: a name or a title. */
export const Line = line(200)

/** The same in an answer: it may have been stored before line breaks were refused. */
export const ShownLine = filled(200)

/** An e-mail address as browsers check it (WHATWG HTML, "valid e-mail address"), at most 254 long. */
export const Email = Schema.String.check(
  Schema.isMaxLength(254, { expected: "at most 254 characters" }),
  Schema.isPattern(
    /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/,
    { expected: "an e-mail address, for example ada@example.com", toJsonSchema: () => ({ format: "email" }) }
  )
)

/** An absolute http or https address, written as a URI: characters beyond ASCII are encoded (RFC 3986, section 2). */
export const WebAddress = text(2000).check(
  Schema.makeFilter<string>(
    (value) => /^https?:\/\/[!-~]+$/.test(value) && !/["<>\\^`{|}]/.test(value) && URL.canParse(value),
    { expected: "an http or https address, for example https://example.com", toJsonSchema: () => ({ format: "uri" }) }
  )
)
