/** Days as people write them: `31/01/2027`, `31.1.2027`, `1. Februar 2027`, `Feb 1st, 2027`. */
import { Schema } from "effect"
import { comparable } from "../Comparison.ts"
import { TimestampFromText } from "../Timestamp.ts"
import { inAscii } from "./Digits.ts"

/** Longer texts are not dates. */
const maxLength = 60

/** The languages whose names of months and days are recognized. */
const languages = "en de fr es it pt nl pl sv da nb fi cs sk hu ro hr sl tr ru uk el ca".split(" ")

/** Words between the parts of a date that have no meaning for it. */
const fillers = new Set("the of de del den der le la di do da el dia am on г року ano year jahr".split(" "))

interface Names {
  /** Month numbers from 1, by their names in a language. */
  readonly months: ReadonlyMap<string, number>
  readonly weekdays: ReadonlySet<string>
}

/** The middle of January 2027, and the length of a day, in milliseconds. */
const [january, dayMillis] = [1_800_000_000_000, 86_400_000]

const known = new Map<string, Names>()

/** Returns the names of a language, in full and short, each as used within a date and alone. */
const namesOf = (language: string): Names => {
  const found = known.get(language)
  if (found !== undefined) return found
  const formats = (["long", "short"] as const).flatMap((
    width
  ) => [{ month: width }, { month: width, day: "numeric" as const }])
    .map((options) => new Intl.DateTimeFormat(language, { ...options, timeZone: "UTC" }))
  const months = Array.from(
    { length: 12 },
    (_, at) =>
      formats.flatMap((format) =>
        format.formatToParts(january + at * 30.4 * dayMillis).flatMap(({ type, value }) =>
          type === "month" ? [[comparable(value), at + 1] as const] : []
        )
      )
  )
  const days = (["long", "short"] as const).map((weekday) =>
    new Intl.DateTimeFormat(language, { weekday, timeZone: "UTC" })
  )
  const names = {
    months: new Map(months.flat().filter(([name]) => /\p{L}/u.test(name))),
    weekdays: new Set(
      Array.from({ length: 7 }, (_, at) => days.map((format) => comparable(format.format(january + at * dayMillis))))
        .flat()
    )
  }
  known.set(language, names)
  return names
}

/** Further spellings of months, and longer abbreviations than Unicode's. */
const others: Readonly<Record<string, number>> = { maerz: 3, mrz: 3, sept: 9, jaenner: 1, janner: 1, feber: 2 }

/**
 * Returns the months that a word may mean: in the page's language, or else in any language. `listopad` is October in
 * Croatian, and November in Czech.
 */
const monthsOf = (word: string, language: string | null): ReadonlySet<number> => {
  const own = language === null ? undefined : namesOf(language.slice(0, 2)).months.get(word)
  const found = own ?? others[word]
  return found !== undefined
    ? new Set([found])
    : new Set(languages.flatMap((one) => namesOf(one).months.get(word) ?? []))
}

const isWeekday = (word: string): boolean => languages.some((one) => namesOf(one).weekdays.has(word))

const twoDigits = (number: number): string => String(number).padStart(2, "0")

const decodeDay = Schema.decodeUnknownResult(TimestampFromText)

/** Returns a date in ISO 8601; none if the month does not have that day. */
const dayOf = (year: string, month: number, day: number): ReadonlyArray<string> => {
  const text = `${year}-${twoDigits(month)}-${twoDigits(day)}`
  return decodeDay(text)._tag === "Success" ? [text] : []
}

/** Returns the years that the digits may mean. */
const yearsOf = (digits: string): ReadonlyArray<string> =>
  digits.length === 4 ? [digits] : [`20${digits}`, `19${digits}`]

/**
 * Returns whether the day or the month comes first in dates that end with the year; undefined if the language has no
 * such form, as English without a country.
 */
const firstIn = (language: string | null): "day" | "month" | undefined => {
  if (language === null || language.toLowerCase() === "en") return undefined
  const order = new Intl.DateTimeFormat(language, { dateStyle: "short", timeZone: "UTC" }).formatToParts(0).map((
    { type }
  ) => type)
    .filter((type) => type === "day" || type === "month" || type === "year")
  return order.at(-1) === "year" ? order[0] as "day" | "month" : undefined
}

/**
 * Returns the dates that day and month may mean, in the order of the language; in both orders if the language has none,
 * unless only one is valid.
 */
const ofNumbers = (one: number, other: number, year: string, language: string | null): ReadonlyArray<string> => {
  const [dayFirst, monthFirst] = [dayOf(year, other, one), dayOf(year, one, other)]
  const first = firstIn(language)
  const chosen = first === undefined || dayFirst.length === 0 || monthFirst.length === 0
    ? [...dayFirst, ...monthFirst]
    : first === "day"
    ? dayFirst
    : monthFirst
  return [...new Set(chosen)]
}

const ofWords = (text: string, language: string | null): ReadonlyArray<string> => {
  const words = comparable(text).split(" ").filter((word) => !fillers.has(word))
  const months = words.map((word) => /^\p{L}/u.test(word) ? monthsOf(word, language) : new Set<number>())
  const at = months.findIndex(({ size }) => size > 0)
  // A short weekday may also be a month: "Mar" is Tuesday in Spanish.
  const rest = words.filter((word, index) => index !== at && !(/^\p{L}/u.test(word) && isWeekday(word)))
    .map((word) => /^(\d{1,4})(?:st|nd|rd|th|er|re|e|o|a|te|ten)?$/.exec(word)?.[1])
  const [one, other] = rest
  if (at < 0 || rest.length !== 2 || one === undefined || other === undefined) return []
  const [day, year] = one.length === 4 ? [other, one] : [one, other]
  if (day.length > 2 || year.length !== 4 && year.length !== 2) return []
  return yearsOf(year).flatMap((year) => [...months[at]!].flatMap((month) => dayOf(year, month, Number(day))))
}

/**
 * Returns the dates that a text may mean, in ISO 8601. None if it is not a valid date; several if neither the numbers
 * nor the language tell the day from the month, or if the year has two digits.
 */
export const readDay = (text: string, language: string | null): ReadonlyArray<string> => {
  if (text.length > maxLength) return []
  const date = inAscii(text).replace(/^(\d{4}-\d{1,2}-\d{1,2})T.*$/i, "$1").replace(
    /,? \d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m)?$/i,
    ""
  )
  const [, year, month, day] =
    /^(\d{4})(?: ?[-/. ] ?|[年년] ?)(\d{1,2})(?: ?[-/. ] ?|[月월] ?)(\d{1,2})[.日일]?$/.exec(date) ??
      /^(\d{4})(\d{2})(\d{2})$/.exec(date) ?? []
  if (year !== undefined) return dayOf(year, Number(month), Number(day))
  const [, one, mark, other, last] = /^(\d{1,2})(?: ?([-/.]) ?| )(\d{1,2})(?: ?\2 ?| )(\d{4}|\d{2})\.?$/.exec(date) ??
    []
  if (one === undefined || last === undefined) return ofWords(date, language)
  // With dots, the day comes first in all languages.
  return yearsOf(last).flatMap((year) =>
    mark === "." ? dayOf(year, Number(other), Number(one)) : ofNumbers(Number(one), Number(other), year, language)
  )
}
