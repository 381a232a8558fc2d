/** The posting of a job: its data besides texts (schema.org's `JobPosting`), and whether it is visible. */
import { Option, Schema, SchemaTransformation } from "effect"
import { cleanLine } from "../CleanText.ts"
import { described, named } from "../Described.ts"
import { converted, Line, orNull, shown, ShownLine } from "../Text.ts"
import { type Timestamp, TimestampFromText } from "../Timestamp.ts"
import { Country, CountryFromText } from "./Country.ts"
import { RegionFromText } from "./Region.ts"
import type { JobStatus } from "./JobStatus.ts"
import { because } from "../IssueReason.ts"

export const WorkplaceType = Schema.Literals(["onsite", "hybrid", "remote"])

export const workplaceSynonyms = {
  onsite: ["office", "in office", "in person"],
  hybrid: ["partly remote"],
  remote: ["fully remote", "telecommute", "home office", "work from home"]
} as const

/** Who can find a published job: everybody, those who have its address, or only members of the organization. */
export const Listing = Schema.Literals(["public", "unlisted", "internal"])

/** The most places of a job, and the most countries. */
export const maxLocations = 20
const maxCountries = 250

/** The most regions of a job. */
export const maxRegions = 100

const parts = {
  street: "The street with its number",
  city: "The city",
  region: "The state or province",
  postal_code: "The postal code"
} as const

const examples = { street: null, city: "Hamburg", region: null, postal_code: "20457" } as const

const country = { description: "The country, as an ISO 3166-1 alpha-2 code", example: "DE" } as const

const fieldsOf = <S extends Schema.Top>(schema: S) => {
  const field = (name: keyof typeof parts) => schema.pipe(described(`${parts[name]}; null if unknown`, examples[name]))
  return { street: field("street"), city: field("city"), region: field("region"), postal_code: field("postal_code") }
}

export const JobLocation = Schema.Struct({
  ...fieldsOf(Schema.NullOr(ShownLine)),
  country: Schema.NullOr(Country).pipe(described(`${country.description}; null if unknown`, country.example))
}).pipe(named("JobLocation", "A place where the work is done"))
export interface JobLocation extends Schema.Schema.Type<typeof JobLocation> {}

const nowhere: JobLocation = { street: null, city: null, region: null, postal_code: null, country: null }

const JobLocationFromRequest = Schema.Struct({
  ...fieldsOf(Schema.optionalKey(orNull(Line))),
  country: Schema.optionalKey(orNull(CountryFromText)).pipe(
    described(`${country.description}, or its English name`, country.example)
  )
}).pipe(named("JobLocationDraft", "A place where the work is done. At least one part is required")).check(
  Schema.makeFilter<object>((place) => Object.values(place).some((part) => part !== null && part !== undefined), {
    expected: "at least one part of the location, such as its city",
    ...because("without_place")
  })
)

/** The places of a job, in a request. */
export const JobLocations = Schema.Array(JobLocationFromRequest)
  .check(Schema.isMaxLength(maxLocations, { expected: `at most ${maxLocations} places` }))
  .pipe(Schema.decodeTo(
    Schema.Array(JobLocation),
    SchemaTransformation.transform({
      decode: (places: ReadonlyArray<Partial<JobLocation>>): ReadonlyArray<JobLocation> =>
        places.map((place) => ({ ...nowhere, ...place })),
      encode: (places: ReadonlyArray<JobLocation>): ReadonlyArray<Partial<JobLocation>> => places
    })
  ))

export const ShownJobLocations = Schema.Array(JobLocation).check(Schema.isMaxLength(maxLocations))

const sorted = (codes: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(codes)].toSorted()

/** Countries in a request. Decoding removes duplicates and sorts them. */
export const Countries = Schema.Array(CountryFromText)
  .check(Schema.isMaxLength(maxCountries, { expected: `at most ${maxCountries} countries` }))
  .pipe(Schema.decodeTo(
    Schema.Array(Country),
    SchemaTransformation.transform({ decode: sorted, encode: (codes: ReadonlyArray<string>) => codes })
  ))

/** Regions in a request. Decoding removes duplicates and sorts them by code. */
export const Regions = Schema.Array(RegionFromText)
  .check(Schema.isMaxLength(maxRegions, { expected: `at most ${maxRegions} regions` }))
  .pipe(Schema.decodeTo(
    Schema.Array(Schema.String),
    SchemaTransformation.transform({ decode: sorted, encode: (codes: ReadonlyArray<string>) => codes })
  ))

/**
 * Returns the canonical form of a language tag (BCP 47): `de_de` becomes `de-DE`. Returns an invalid one unchanged, so
 * that the schema refuses it.
 */
const canonical = (text: string): string => {
  const tag = cleanLine(text).replaceAll("_", "-")
  return Option.getOrElse(Option.liftThrowable(Intl.getCanonicalLocales)(tag), () => [])[0] ?? tag
}

const isLanguage = (text: string): boolean =>
  Option.exists(Option.liftThrowable(Intl.getCanonicalLocales)(text), ([tag]) => tag === text)

/** A language in a response. */
export const ShownLanguage = shown(35)

/** A language in a request, as a tag of BCP 47. */
export const Language = converted(
  { maxLength: 35 },
  canonical,
  Schema.String.check(
    Schema.isMaxLength(35, { expected: "at most 35 characters" }),
    Schema.makeFilter<string>(isLanguage, {
      expected: "a language tag of BCP 47, for example en or de-AT",
      ...because("not_language")
    })
  )
)

/** The application deadline in a request. A day alone means its end in UTC, so that the whole day counts. */
export const Deadline = Schema.toEncoded(TimestampFromText).pipe(
  Schema.decodeTo(
    TimestampFromText,
    SchemaTransformation.transform({
      decode: (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(cleanLine(text)) ? `${cleanLine(text)}T23:59:59.999Z` : text,
      encode: (text: string) => text
    })
  )
)

/** The fields that decide whether candidates see a job. */
interface Posting {
  readonly status: JobStatus
  readonly valid_through: Timestamp | null
}

/** Tells whether the application deadline has passed. */
export const hasEnded = ({ valid_through }: Posting, now: Timestamp): boolean =>
  valid_through !== null && valid_through < now

/** Tells whether candidates can apply: the job is published, and its deadline has not passed. */
export const isOpen = (posting: Posting, now: Timestamp): boolean =>
  posting.status === "published" && !hasEnded(posting, now)
