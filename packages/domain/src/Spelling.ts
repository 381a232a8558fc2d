/**
 * Spellings of fixed lists. A request may write a value in any case, with any separators between its words, or as a
 * synonym that means exactly this value. It is stored and returned in one form.
 */
import { Schema, SchemaAST, SchemaTransformation } from "effect"
import { cleanLine } from "./CleanText.ts"
import { inDocument, storable } from "./Text.ts"

/** Synonyms for values of fixed lists: each means exactly one value. They too may be spelled in any way. */
export const synonyms = {
  employment_type: {
    full_time: ["full time employee", "ft"],
    part_time: ["part time employee", "pt"],
    contract: ["contractor", "contracting", "freelance", "freelancer"],
    temporary: ["temp"],
    internship: ["intern"]
  },
  salary_timeframe: {
    hour: ["hourly", "hours", "hr", "hrs", "h", "per hour", "per hr", "per h", "an hour"],
    day: ["daily", "days", "d", "per day", "per diem", "a day"],
    week: ["weekly", "weeks", "wk", "per week", "per wk", "a week"],
    month: ["monthly", "months", "mo", "per month", "per mo", "a month"],
    year: [
      "yearly",
      "years",
      "yr",
      "y",
      "per year",
      "per yr",
      "a year",
      "annual",
      "annually",
      "annum",
      "per annum",
      "p.a."
    ]
  },
  rating: {
    strong_no: ["definitely not", "strong no hire"],
    no: ["no hire"],
    yes: ["hire"],
    strong_yes: ["strong hire"]
  },
  scope: { read: ["read only"], write: ["read write"], admin: ["administrator"] }
} as const

/** The most characters of a spelling. The longest real one has 30. */
const maxSpelling = 200

/**
 * Returns the key that all spellings of a word share: `Full-time`, `FULL_TIME` and `full time` become `fulltime`, and
 * `per hr.` becomes `perhr`. Full-width letters and signs become half-width ones.
 */
const keyOf = (text: string): string => {
  const line = cleanLine(text)
  // Normalizing takes quadratic time in the marks of one character.
  return line.length > maxSpelling ? line : line.normalize("NFKC").toLowerCase().replace(/[\s_./\p{Pd}]+/gu, "")
}

type List<Value extends string> = Schema.Codec<Value, Value> & { readonly literals: ReadonlyArray<Value> }

/**
 * Returns the schema of a list's values in a request. Decoding accepts other spellings and `synonyms`. The OpenAPI
 * document shows the values only.
 */
export const spelled = <Value extends string>(
  list: List<Value>,
  synonyms: Partial<Record<Value, ReadonlyArray<string>>> = {}
) => {
  const values = new Map(
    list.literals.flatMap((value) =>
      [value, ...synonyms[value] ?? []].map((word): [string, Value] => [keyOf(word), value])
    )
  )
  // The list itself refuses an unknown word, with a message that names its values.
  const valueOf = (text: string): Value => values.get(keyOf(text)) ?? (text as Value)
  const { description, examples, identifier } = SchemaAST.resolve(list.ast) ?? {}
  const annotations = Object.fromEntries(
    Object.entries({ identifier, description, examples }).filter(([, value]) => value !== undefined)
  )
  return Schema.String.check(storable, inDocument({ enum: list.literals })).annotate(annotations).pipe(
    Schema.decodeTo(list, SchemaTransformation.transform<Value, string>({ decode: valueOf, encode: (value) => value }))
  )
}
