/** The port to whoever reads what is known of a candidate and makes a profile of it. */
import { Context, type Effect, Schema } from "effect"
import { ApplicationAnswer } from "../application/ApplicationAnswer.ts"
import { Candidate } from "../candidate/Candidate.ts"
import { OrganizationId } from "../Id.ts"
import { jsonBytes, text } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

/** All that is read. The e-mail address tells nothing about a profession, and stays here. */
export const ExtractionInput = Schema.Struct({
  organization_id: OrganizationId,
  linkedin_url: Schema.String,
  candidate: Schema.Struct({
    full_name: Candidate.fields.full_name,
    website_url: Candidate.fields.website_url,
    github_url: Candidate.fields.github_url,
    years_experience: Candidate.fields.years_experience,
    university: Candidate.fields.university
  }),
  answers: Schema.Array(Schema.Struct({
    question_text: ApplicationAnswer.fields.question_text,
    answer_text: ApplicationAnswer.fields.answer_text
  })),
  /** What a configured enrichment endpoint knows of the LinkedIn URL. */
  enrichment: Schema.NullOr(Schema.Record(Schema.String, Schema.Json))
})
export interface ExtractionInput extends Schema.Schema.Type<typeof ExtractionInput> {}

const short = text(300)
const list = Schema.Array(short).check(Schema.isMaxLength(50, { expected: "at most 50 items" }))

/** What may be told of a candidate, and nothing else. What the input does not say is null or empty. */
export const ExtractedFacts = Schema.Struct({
  headline: Schema.NullOr(short),
  current_company: Schema.NullOr(short),
  skills: list,
  languages: list,
  education: Schema.Array(Schema.Struct({ school: short })).check(
    Schema.isMaxLength(20, { expected: "at most 20 schools" })
  ),
  years_experience: Candidate.fields.years_experience
})
export interface ExtractedFacts extends Schema.Schema.Type<typeof ExtractedFacts> {}

export const Summary = text(2000)

/** The most bytes of a profile's summary and facts as JSON: an application shows up to 20 profiles in one answer. */
export const maxProfileBytes = 24 * 1024

/** Whether a profile is small enough to be shown. */
export const isSmallEnough = (profile: ExtractedFacts & Pick<Extraction, "summary">): boolean =>
  jsonBytes({ ...profile }) <= maxProfileBytes

/** A profile, and who made it. */
export interface Extraction {
  readonly summary: string
  readonly facts: ExtractedFacts
  /** `rules`, or where the model was asked. */
  readonly provider: string
  readonly model: string | null
}

/** It cannot answer now; asking again may help. */
export class ExtractorUnavailable extends Schema.TaggedError<ExtractorUnavailable>()("ExtractorUnavailable", {
  reason: Schema.String,
  /** How many seconds it asks for before the next try; null where it does not say. */
  retry_after: Schema.NullOr(Schema.Number)
}) {}

/** It will not answer this. */
export class ExtractorRefused
  extends Schema.TaggedError<ExtractorRefused>()("ExtractorRefused", { reason: Schema.String })
{}

/** What it answers cannot be used, also after it was told why. */
export class InvalidOutput extends Schema.TaggedError<InvalidOutput>()("InvalidOutput", { reason: Schema.String }) {}

/** The organization's tokens of the day are used up. */
export class BudgetExhausted extends Schema.TaggedError<BudgetExhausted>()("BudgetExhausted", {
  /** When there are more. */
  until: Timestamp
}) {}

export type ExtractorFailure = ExtractorUnavailable | ExtractorRefused | InvalidOutput | BudgetExhausted

export class ProfileExtractor extends Context.Service<ProfileExtractor, {
  readonly extract: (input: ExtractionInput) => Effect.Effect<Extraction, ExtractorFailure>
}>()("@candor/domain/ProfileExtractor") {}
