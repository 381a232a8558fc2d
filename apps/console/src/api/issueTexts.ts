/**
 * What people read about an invalid input, by the reason that the server names. A reason without a text does not
 * compile.
 */
import type { IssueReason } from "@candor/client"
import { fileSize } from "../file/fileSize.ts"
import { type Marked, msg, t } from "../language/text.tsx"
import { number } from "../parts/Time.tsx"

export type Values = Readonly<Record<string, unknown>>

/** Makes a sentence about a field, with the name `what`, from the values of the issue. */
type Sentence = (what: string, values: Values) => string

/** Formats values for texts. */
const shown = (values: Values): Readonly<Record<string, string | number>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === "number" ? value : Array.isArray(value) ? value.join(", ") : String(value)
    ])
  )

/** “{what} must be …”. */
const be = (expected: Marked): Sentence => (what, values) =>
  t("{what} must be {expected}.", { what, expected: t(expected, shown(values)) })

/** “{what} must have …”. */
const have = (expected: Marked): Sentence => (what, values) =>
  t("{what} must have {expected}.", { what, expected: t(expected, shown(values)) })

/** A sentence that names the field itself. */
const say = (text: Marked): Sentence => (what, values) => t(text, { ...shown(values), what })

/** Puts the text after the name of the field. */
const add = (text: Marked): Sentence => (what, values) => `${what}: ${t(text, shown(values))}`

const required: Sentence = (what) => t("{what} is required.", { what })
const notValid = say(msg("{what} isn't valid."))
const notReadable = say(msg("{what} can't be read."))
const notKnown = say(msg("{what}: this choice doesn't exist, or no longer exists."))

const bytes: Sentence = (what, { limit }) =>
  t("{what} can have at most {size}.", { what, size: fileSize(Number(limit)) })
const atMostCharacters = have(msg("at most {limit, plural, one {# character} other {# characters}}"))
const atLeastCharacters = have(msg("at least {limit, plural, one {# character} other {# characters}}"))
const atLeastEntries = have(msg("at least {limit, plural, one {# entry} other {# entries}}"))
const wrongKind = say(msg("{what} isn't of an accepted kind."))
const oneOfKinds = be(msg("of one of these kinds: {accepted}"))
const between = be(msg("a number from {least} to {most}"))
const atLeast = be(msg("at least {least}"))

const unknownVariable = add(msg("there is no variable {name}. The list below has all."))
const meantVariable = add(msg("there is no variable {name}. Did you mean {best}?"))

const range: Sentence = (what, { maximum, minimum }) => {
  if (typeof minimum !== "number") return t("{what} is out of range.", { what })
  return typeof maximum === "number"
    ? between(what, { least: number(minimum), most: number(maximum) })
    : atLeast(what, { least: number(minimum) })
}

const sentences: Readonly<Record<IssueReason, Sentence>> = {
  required,
  blank: required,
  unknown: say(msg("{what} isn't accepted here.")),
  wrong_type: notValid,
  not_accepted: say(msg("{what}: this choice isn't available.")),
  wrong_form: notValid,
  unreadable: notReadable,
  wrong_combination: say(msg("{what} can't be combined with the rest of the form.")),
  line_break: be(msg("one line, without line breaks")),
  too_long: (what, values) => (values["unit"] === "bytes" ? bytes : atMostCharacters)(what, values),
  too_short: (what, values) => (values["limit"] === 1 ? required : atLeastCharacters)(what, values),
  too_many: have(msg("at most {limit, plural, one {# entry} other {# entries}}")),
  too_few: (what, values) =>
    values["limit"] === undefined
      ? t("{what}: there are not enough members.", { what })
      : (values["limit"] === 1 ? required : atLeastEntries)(what, values),
  out_of_range: range,
  above_other: (what, { limit, other }) =>
    t("{what} must be at most the {other}, {most}.", { what, other: String(other), most: number(Number(limit)) }),
  repeated: say(msg("{what} has something twice.")),
  taken: say(msg("{what} is already taken.")),
  already_used: say(msg("{what} was already used.")),
  same_record: say(msg("{what} must be another one.")),
  unknown_reference: notKnown,
  below_itself: be(msg("one that is not below this one")),
  too_deep: be(msg("one that keeps the tree within {limit} levels")),
  without_place: be(msg("at least one part of the location, such as its city")),
  ends_before_start: be(msg("spans that begin before they end; two for one over midnight")),
  in_past: be(msg("a time in the future")),
  too_late: say(msg("{what} is too far in the future.")),
  other_order: notValid,
  not_integer: be(msg("a whole number")),
  not_id: notKnown,
  not_date_time: be(msg("a date, or a date and a time")),
  not_time_of_day: be(msg("the time of a clock, for example 09:30, or 24:00")),
  not_time_zone: be(msg("the name of a time zone, for example Europe/Berlin")),
  not_email: be(msg("an email address, for example ada@example.com")),
  not_phone: be(msg("a phone number, for example +49 30 901820")),
  not_web_address: be(msg("an http or https URL, for example https://example.com")),
  not_https_address: be(msg("an https URL")),
  not_public_address: be(msg("an address on the Internet, not one of a private network")),
  not_linked_in_profile: be(
    msg("the URL of a person's LinkedIn profile, for example https://www.linkedin.com/in/ada-lovelace")
  ),
  not_language: be(msg("a language, for example en or de-AT")),
  not_currency: be(msg("the code of a currency, for example EUR")),
  not_region: be(msg("a state or region, for example Bavaria or US-CA")),
  not_color: be(msg("six hexadecimal digits, for example #1d4ed8")),
  not_slug: be(msg("letters or digits, for example harbor-analytics")),
  not_calendar: be(msg("a calendar file (iCalendar)")),
  not_search: say(msg("This search can't be understood. Try fewer or other words.")),
  not_everyone: say(msg("Only notes on an application can be limited to the hiring team.")),
  not_active: be(msg("an active member")),
  not_in_team: be(msg("a member of the hiring team")),
  not_free: be(msg("a member who is free at that time")),
  beyond_role: say(msg("{what} can't allow more than the role of its member.")),
  wrong_content: (what, values) => (values["accepted"] === undefined ? wrongKind : oneOfKinds)(what, values),
  not_stored: say(msg("{what}: a file is no longer there.")),
  password_needed: say(msg("{what} must be entered again, because the server or user name is another one.")),
  unknown_variable: (what, values) => (values["best"] === undefined ? unknownVariable : meantVariable)(what, values),
  unsupported_tag: add(msg("templates don't support “{name}”.")),
  variable_in_code: add(msg("a variable can't be between backticks.")),
  too_complex: add(msg("the template is too complex.")),
  unreadable_template: notReadable
}

/**
 * Returns the sentence for an invalid field; undefined if a newer server names a reason that this page has no text for.
 */
export const sentenceFor = (reason: IssueReason, what: string, values: Values): string | undefined =>
  (sentences as Readonly<Record<string, Sentence>>)[reason]?.(what, values)
