/**
 * What the server expects of a field of an input, by its own English. One that is not here is shown in English. What
 * has happened otherwise has a name (failureTexts.ts).
 */
import { type Marked, msg, t } from "../language/text.tsx"

type Pattern = readonly [pattern: RegExp, text: Marked]

/** What is wrong with the text of a template. */
const ofTemplates: ReadonlyArray<Pattern> = [
  [
    /^There is no variable `(?<name>[^`]*)`\. Did you mean `(?<best>[^`]*)`\?/,
    msg("there is no variable {name}. Did you mean {best}?")
  ],
  [/^There is no variable `(?<name>[^`]*)`/, msg("there is no variable {name}. The list below has all.")],
  [/^There is no (?:filter|tag) `(?<name>[^`]*)`/, msg("templates don't support “{name}”.")],
  [/^A variable stands in code/, msg("a variable can't be between backticks.")],
  [/^The template (?:is nested too deeply|makes too long texts)/, msg("the template is too complex.")]
]

/** What the server expects of a field. */
const expectations: ReadonlyArray<Marked> = [
  msg("an email address, for example ada@example.com"),
  msg("a phone number, for example +49 30 901820"),
  msg("an http or https URL, for example https://example.com"),
  msg("one line, without line breaks"),
  msg("a time in the future"),
  msg("spans that begin before they end; two for one over midnight"),
  msg("the name of a time zone, for example Europe/Berlin"),
  msg("the time of a clock, for example 09:30, or 24:00"),
  msg("an https URL"),
  msg("six hexadecimal digits, for example #1d4ed8"),
  msg("letters or digits, for example harbor-analytics"),
  msg("at least one part of the location, such as its city"),
  msg("one that is not below this one"),
  msg("the id of another one of the organization, or null")
]

const expectationsWithValues: ReadonlyArray<Pattern> = [
  [/^at most (?<count>\d+) characters$/, msg("at most {count, plural, one {# character} other {# characters}}")],
  [/^at least (?<count>\d+) characters$/, msg("at least {count, plural, one {# character} other {# characters}}")],
  [/^at most (?<count>\d+) tags$/, msg("at most {count, plural, one {# tag} other {# tags}}")],
  [/^a number from (?<least>\d+) to (?<most>\d+)$/, msg("a number from {least} to {most}")],
  [/^an integer from (?<least>\d+) to (?<most>\d+)$/, msg("a whole number from {least} to {most}")],
  [/^a tree with at most (?<count>\d+) levels$/, msg("one that keeps the tree within {count} levels")],
  [
    /^the URL of a LinkedIn profile/,
    msg("the URL of a person's LinkedIn profile, for example https://www.linkedin.com/in/ada-lovelace")
  ]
]

/** The text of the pattern that a sentence matches, with its values; else the sentence's own, where it is known. */
const translatedBy = (known: ReadonlyArray<Marked>, patterns: ReadonlyArray<Pattern>) => (english: string): string => {
  for (const [pattern, text] of patterns) {
    const match = pattern.exec(english)
    if (match !== null)
      return t(
        text,
        Object.fromEntries(
          Object.entries(match.groups ?? {}).map(([name, text]) => [name, /^\d+$/.test(text) ? Number(text) : text])
        )
      )
  }
  return t(known.find((one) => one.english === english) ?? english)
}

/** What is wrong with the text of a template, in the person's language. */
export const translatedOfTemplate = translatedBy([], ofTemplates)

/** What the server expects, in the person's language. */
export const translatedExpectation = translatedBy(expectations, expectationsWithValues)
