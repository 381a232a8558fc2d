/**
 * Suggestions: details of a person that a file or the AI profile has and the candidate lacks. They are never applied
 * automatically: people accept them one by one, and see where each was found. Files are read by rules, without a model.
 */
import { Option, Schema } from "effect"
import { flat } from "../criteria/Quotation.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { AiProfileId, AttachmentId } from "../Id.ts"
import { ExtractedFacts } from "./Extraction.ts"
import { PersonLine, shown, WebAddress } from "../Text.ts"
import { type Candidate, noun } from "./Candidate.ts"
import { isSamePhone, mayBePhone, Phone } from "./ContactDetails.ts"
import { LinkedInUrl } from "./LinkedInUrl.ts"

const fields = [
  "phone_numbers",
  "linkedin_url",
  "github_url",
  "website_url",
  "location",
  "university",
  "years_experience"
] as const

export const SuggestedField = Schema.Literals(fields)
export type SuggestedField = typeof SuggestedField.Type

/** The most suggestions of one field, and the most characters of a quotation. */
const [maxOfField, maxQuotation] = [3, 200]

export const Suggestion = Schema.Struct({
  field: SuggestedField.pipe(described("The field of the candidate", "phone_numbers")),
  value: Schema.Union([Schema.String, Schema.Int]).pipe(
    described("The value, as PATCH of the candidate accepts it; for `phone_numbers`, one number", "+49 30 901820")
  ),
  quotation: Schema.NullOr(shown(maxQuotation)).pipe(
    described("The surrounding text in the file; null for an AI profile", "Phone: +49 30 901820")
  ),
  attachment_id: Schema.NullOr(AttachmentId).pipe(
    described("The file that contains it; null for an AI profile", example.id.attachment)
  ),
  ai_profile_id: Schema.NullOr(AiProfileId).pipe(described("The AI profile that contains it; null for a file", null))
}).pipe(named("CandidateSuggestion", "A detail of a person that the candidate's record lacks"))
export interface Suggestion extends Schema.Schema.Type<typeof Suggestion> {}

/** The stored data of a candidate, its files and its AI profile. */
export interface SuggestionFacts {
  readonly candidate:
    & Pick<Candidate, "github_url" | "linkedin_url" | "university" | "website_url" | "years_experience">
    & { readonly location: string | null; readonly phone_numbers: ReadonlyArray<{ readonly number: string }> }
  /** The beginnings of the files' texts, newest first. */
  readonly files: ReadonlyArray<{ readonly id: AttachmentId; readonly text: string }>
  readonly profile: { readonly id: AiProfileId; readonly facts: Schema.Json } | null
}

interface Rule {
  readonly field: SuggestedField
  readonly pattern: RegExp
  /** Returns the typed value of a found text; undefined if it is not valid. */
  readonly read: (found: string) => string | undefined
}

const reading = (schema: Schema.Codec<string, string>) => (found: string): string | undefined =>
  Option.getOrUndefined(Schema.decodeUnknownOption(schema)(found))

const asAddress = reading(WebAddress)
const asLinkedIn = reading(LinkedInUrl)
const asPhone = reading(Phone)
const asLine = reading(PersonLine)

/** The fewest digits of a telephone number: more than in a year, a postal code or a range of years. */
const phoneDigits = 7

/** Each pattern is bounded, and matches within one line. */
const rules: ReadonlyArray<Rule> = [
  {
    field: "phone_numbers",
    pattern: /(?:\+|\b00|\(0|\b0)[\d()/. \u00a0-]{6,24}\d/g,
    read: (found) =>
      mayBePhone(found) && found.replace(/\D/g, "").length >= phoneDigits ? asPhone(found.trim()) : undefined
  },
  {
    field: "linkedin_url",
    pattern: /(?:https?:\/\/)?(?:[a-z]{2,3}\.)?linkedin\.com\/in\/[^\s,;|()<>"']{1,100}/gi,
    read: asLinkedIn
  },
  {
    field: "github_url",
    pattern: /(?:https?:\/\/)?(?:www\.)?github\.com\/[A-Za-z0-9-]{1,39}\b/gi,
    read: (found) => asAddress(found.startsWith("http") ? found : `https://${found}`)
  },
  {
    field: "website_url",
    pattern:
      /https?:\/\/(?!(?:[a-z0-9-]{1,20}\.)?(?:linkedin|github|xing|facebook|twitter|x|instagram)\.com)[a-z0-9.-]{3,100}\.[a-z]{2,20}(?:\/[^\s,;|()<>"']{0,100})?/gi,
    read: asAddress
  },
  {
    field: "location",
    pattern: /^[ \t]{0,10}(?:location|based in|city|wohnort|ort|standort)[ \t]{0,5}[:–-][ \t]{0,5}([^\n]{2,100})$/gim,
    read: asLine
  }
]

/** Returns the line of a text that contains a match. */
const lineAround = (text: string, at: number): string => {
  const begin = text.lastIndexOf("\n", at) + 1
  const end = text.indexOf("\n", at)
  return flat(text.slice(Math.max(begin, at - maxQuotation / 2), end < 0 ? undefined : end)).slice(0, maxQuotation)
    .toWellFormed()
}

const fromFiles = (files: SuggestionFacts["files"]): ReadonlyArray<Suggestion> =>
  files.flatMap(({ id, text }) =>
    rules.flatMap(({ field, pattern, read }) =>
      text.matchAll(pattern).take(2 * maxOfField).toArray().flatMap((match) => {
        const value = read(match[1] ?? match[0])
        return value === undefined
          ? []
          : [{ field, value, quotation: lineAround(text, match.index), attachment_id: id, ai_profile_id: null }]
      })
    )
  )

const fromProfile = (profile: SuggestionFacts["profile"]): ReadonlyArray<Suggestion> => {
  const facts = profile === null
    ? undefined
    : Option.getOrUndefined(Schema.decodeUnknownOption(ExtractedFacts)(profile.facts))
  if (profile === null || facts === undefined) return []
  const of = (field: SuggestedField, value: string | number | null | undefined): ReadonlyArray<Suggestion> =>
    value === null || value === undefined
      ? []
      : [{ field, value, quotation: null, attachment_id: null, ai_profile_id: profile.id }]
  const school = facts.education[0]?.school
  return [
    ...of("university", school === undefined ? undefined : asLine(school)),
    ...of("years_experience", facts.years_experience)
  ]
}

const isKnown = ({ candidate }: SuggestionFacts, { field, value }: Suggestion): boolean =>
  field === "phone_numbers"
    ? candidate.phone_numbers.some(({ number }) => isSamePhone(number, String(value)))
    : candidate[field] !== null

/** The fields that can be suggested. */
export const suggestedFields: ReadonlyArray<SuggestedField & keyof typeof noun.fields> = fields

/** Returns what the candidate lacks, without duplicates, at most three values per field, in the order of the fields. */
export const suggestionsOf = (facts: SuggestionFacts): ReadonlyArray<Suggestion> => {
  const found = [...fromFiles(facts.files), ...fromProfile(facts.profile)].filter((one) => !isKnown(facts, one))
  return fields.flatMap((field) =>
    found.filter((one) => one.field === field)
      .filter(({ value }, at, all) =>
        all.findIndex((other) =>
          field === "phone_numbers" ? isSamePhone(String(other.value), String(value)) : other.value === value
        ) === at
      )
      .slice(0, maxOfField)
  )
}
