/** Extractions: the result of reading a candidate. An extractor makes it, and a completed profile shows it. */
import { Schema } from "effect"
import { YearsExperience } from "./YearsExperience.ts"
import { jsonBytes, text } from "../Text.ts"

const short = text(300)
const list = Schema.Array(short).check(Schema.isMaxLength(50, { expected: "at most 50 items" }))

/** The facts about a candidate in a profile. Facts that the input does not contain are null or empty. */
export const ExtractedFacts = Schema.Struct({
  headline: Schema.NullOr(short),
  current_company: Schema.NullOr(short),
  skills: list,
  languages: list,
  education: Schema.Array(Schema.Struct({ school: short })).check(
    Schema.isMaxLength(20, { expected: "at most 20 schools" })
  ),
  years_experience: Schema.NullOr(YearsExperience)
})
export interface ExtractedFacts extends Schema.Schema.Type<typeof ExtractedFacts> {}

export const Summary = text(2000)

/** The most bytes of a profile's summary and facts as JSON: one response shows up to 20 profiles. */
export const maxProfileBytes = 24 * 1024

/** Tells whether a profile is within `maxProfileBytes`. */
export const isSmallEnough = (profile: ExtractedFacts & Pick<Extraction, "summary">): boolean =>
  jsonBytes({ ...profile }) <= maxProfileBytes

/** The summary and the facts of a candidate, with their provenance. */
export interface Extraction {
  readonly summary: string
  readonly facts: ExtractedFacts
  /** `rules`, or the host of the model's endpoint. */
  readonly provider: string
  readonly model: string | null
}
