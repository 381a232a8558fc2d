/**
 * Texts that every store can keep and every reader can show. U+0000 and unpaired surrogates are refused here, because
 * PostgreSQL cannot store the first and silently changes the second.
 */
import { Schema, SchemaTransformation } from "effect"
import { cleanEmail, cleanQueryEmail, cleanWebAddress, isWebAddress } from "./CleanAddress.ts"
import { cleanLine, cleanPersonLine, hasLineBreak, isBlank } from "./CleanText.ts"
import { because, refusesNothing } from "./IssueReason.ts"

/**
 * The most marks on one character: Unicode's stream-safe texts have 30 (UAX #15, section 13). Sorting marks for
 * normalization takes quadratic time in their number.
 */
const maxMarks = 100
const tooManyMarks = new RegExp(`\\p{M}{${maxMarks + 1}}`, "u")
const surplusMarks = new RegExp(`(\\p{M}{${maxMarks}})\\p{M}+`, "gu")

/** Removes the surplus marks of each character. */
export const withoutSurplusMarks = (text: string): string => text.replace(surplusMarks, "$1")

const isWellFormed = (text: string): boolean => text.isWellFormed() && !tooManyMarks.test(text)

/** A text that the database can keep and compare. */
export const storable = Schema.makeFilter<string>((text) => !text.includes("\u0000") && isWellFormed(text), {
  expected: `text without U+0000, unpaired surrogates and more than ${maxMarks} marks on a character`,
  ...because("unreadable")
})

const wellFormed = Schema.makeFilter<string>(isWellFormed, {
  expected: `text without unpaired surrogates and more than ${maxMarks} marks on a character`,
  ...because("unreadable")
})

const notBlank = Schema.makeFilter<string>((text) => !isBlank(text), {
  expected: "text that is not blank",
  ...because("blank"),
  toJsonSchema: () => ({ minLength: 1 })
})

const encoder = new TextEncoder()

/**
 * Counts the bytes of a value's JSON in UTF-8. For a text, this equals PostgreSQL's `octet_length(to_json(x)::text)`.
 */
export const jsonBytes = (value: Schema.Json): number => encoder.encode(JSON.stringify(value)).length

/** Counts the code points of a well-formed text: its UTF-16 code units, minus the second one of each surrogate pair. */
const codePoints = (text: string): number => {
  let count = text.length
  for (let at = 0; at < text.length; at++) if ((text.charCodeAt(at) & 0xfc00) === 0xdc00) count--
  return count
}

/**
 * Checks for at most `max` code points. A text has between half as many code points as code units and as many, so that
 * most texts need no counting. The library's `isMaxCodePoints` iterates over every text, in five times the time.
 */
const maxCharacters = (max: number) =>
  Schema.makeFilter<string>(
    (text) => text.length <= max || text.length <= 2 * max && codePoints(text) <= max,
    {
      expected: `at most ${max} characters`,
      ...because("too_long", { limit: max, unit: "characters" }),
      toJsonSchema: () => ({ maxLength: max }),
      arbitraryConstraint: { maxCodePoints: max }
    }
  )

/** Any storable text of at most `max` characters (code points), the empty text included. */
export const text = (max: number) => Schema.String.check(storable, maxCharacters(max))

/**
 * A storable text of 1 to `max` characters (code points) with at least one visible character. It is stored as given.
 */
export const filled = (max: number) => Schema.String.check(storable, maxCharacters(max), notBlank)

/**
 * Describes the form of a text in the OpenAPI document, and checks nothing. It has to be the schema's last check,
 * because that carries the description.
 */
export const inDocument = (jsonSchema: Schema.JsonObject) =>
  Schema.makeFilter<string>(() => true, { ...refusesNothing, toJsonSchema: () => jsonSchema })

/** A text in a response. Stored texts are not checked: older rules accepted other ones. */
export const shownAs = (jsonSchema: Schema.JsonObject) => Schema.String.check(inDocument(jsonSchema))

/** A text of `min` to `max` characters in a response. */
export const shown = (max: number, min = 1) => shownAs({ maxLength: max, ...(min === 0 ? {} : { minLength: min }) })

const isOneLine = Schema.makeFilter<string>((text) => !hasLineBreak(text), {
  expected: "one line, without line breaks",
  ...because("line_break"),
  // Stated in the description: a check without a JSON Schema would lose its field's description.
  toJsonSchema: () => ({})
})

/**
 * A text that decoding converts. `from` checks the original text, by default for being storable. The OpenAPI document
 * describes the stored form.
 */
export const converted = (
  jsonSchema: Schema.JsonObject,
  clean: (text: string) => string,
  stored: Schema.Codec<string>,
  accepted = storable
) =>
  Schema.String.check(accepted, inDocument(jsonSchema)).pipe(
    Schema.decodeTo(stored, SchemaTransformation.transform({ decode: clean, encode: (text: string) => text }))
  )

/**
 * A text of one line, 1 to `max` characters, in a request. Decoding removes white space and line breaks at its ends,
 * control characters, and direction controls.
 */
export const line = (max: number, clean = cleanLine) =>
  converted({ maxLength: max, minLength: 1 }, clean, Schema.String.check(maxCharacters(max), notBlank, isOneLine))

/** A line of at most 200 characters in a request: a name or a title. */
export const Line = line(200)

/**
 * A line of at most 200 characters of personal data, such as a name: people and their programs put line breaks and
 * control characters into it, even U+0000. A line break within becomes a space.
 */
export const PersonLine = converted(
  { maxLength: 200, minLength: 1 },
  cleanPersonLine,
  Schema.String.check(maxCharacters(200), notBlank),
  wellFormed
)

/** A text of at most `max` characters that may contain U+0000, because a person wrote it. */
export const personText = (max: number) => Schema.String.check(wellFormed, maxCharacters(max))

/** A line in a response. */
export const ShownLine = shown(200)

/** A field that may be null, in a request. A blank text becomes null: forms send one for an empty input. */
export const orNull = <S extends Schema.Top & { readonly Encoded: string }>(schema: S) =>
  Schema.NullOr(Schema.toEncoded(schema)).pipe(
    Schema.decodeTo(
      Schema.NullOr(schema),
      SchemaTransformation.transform({
        decode: (value: string | null) => value === null || isBlank(value) ? null : value,
        encode: (value: string | null) => value
      })
    )
  )

/** A number that may be null, in a request. A blank text becomes null. */
export const numberOrNull = (schema: Schema.Codec<number>) => {
  const nullable = Schema.NullOr(schema)
  // The OpenAPI document shows the stored form. It keeps the checks of `Any`, and drops those of `Unknown`.
  const asStored = Schema.makeFilter<Schema.Json>(() => true, {
    ...refusesNothing,
    toJsonSchema: () => Schema.toJsonSchemaDocument(nullable).schema
  })
  return Schema.Any.check(asStored).pipe(
    Schema.decodeTo(
      nullable,
      SchemaTransformation.transform({
        // `nullable` refuses any other text, with a message that says what is accepted.
        decode: (value: Schema.Json) => typeof value === "string" && isBlank(value) ? null : value as number | null,
        encode: (value: number | null): Schema.Json => value
      })
    )
  )
}

// The format of RFC 5321, which validators know; many reject that of RFC 6531, `idn-email`.
const emailFormat = { maxLength: 254, format: "email" }

/** Checks for at most `max` bytes in UTF-8, which is as many characters in ASCII. */
const maxBytes = (max: number) =>
  Schema.makeFilter<string>((text) => encoder.encode(text).length <= max, {
    expected: `at most ${max} characters`,
    ...because("too_long", { limit: max, unit: "characters" })
  })

/** The most bytes of an email address. */
const maxEmailBytes = 254

const email =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~\p{L}\p{M}\p{N}-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/u

const StoredEmail = Schema.String.check(
  maxBytes(maxEmailBytes),
  // For a long text, only the length is reported: matching a megabyte takes 0.2 s.
  Schema.makeFilter<string>((text) => text.length > maxEmailBytes || email.test(text), {
    expected: "an email address, for example ada@example.com",
    ...because("not_email")
  })
)

/**
 * An email address in a request, at most 254 bytes: as browsers validate it (WHATWG HTML, "valid email address"), plus
 * letters beyond ASCII before the `@` (RFC 6531). Decoding converts its domain to ASCII, and removes the decoration of
 * mail programs.
 */
export const Email = converted(emailFormat, cleanEmail, StoredEmail)

/** An email address in a query, where a plus is decoded as a space. */
export const EmailFilter = converted(emailFormat, cleanQueryEmail, StoredEmail)

/** An email address in a response. */
export const ShownEmail = shownAs(emailFormat)

const webAddressFormat = { maxLength: 2000, format: "uri" }

/**
 * An http or https address in a request. Decoding adds `https` if there is no scheme, and encodes characters that a URI
 * cannot have.
 */
export const WebAddress = converted(
  webAddressFormat,
  cleanWebAddress,
  Schema.String.check(
    maxCharacters(2000),
    Schema.makeFilter<string>(isWebAddress, {
      expected: "an http or https URL, for example https://example.com",
      ...because("not_web_address")
    })
  )
)

/** A web address in a response. */
export const ShownWebAddress = shownAs(webAddressFormat)
