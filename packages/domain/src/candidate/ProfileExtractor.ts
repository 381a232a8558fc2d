/** The port to the extractor, which makes a profile from the data of a candidate. */
import { Context, type Effect, Schema } from "effect"
import { Candidate } from "./Candidate.ts"
import type { Extraction } from "./Extraction.ts"
import { OrganizationId } from "../Id.ts"
import { Timestamp } from "../Timestamp.ts"

/** The most files whose texts are in the input. */
export const maxFiles = 5

/** The most code points of a file's text in the input. */
export const maxFileTextLength = 20_000

/**
 * The extractor's input. It omits the email address, which says nothing about a profession. Texts are as their authors
 * wrote them.
 */
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
    question_text: Schema.String,
    answer_text: Schema.String
  })),
  /** The newest texts of the candidate's files. */
  files: Schema.Array(Schema.Struct({ file_type: Schema.String, text: Schema.String })),
  /** The JSON that the operator's enrichment endpoint returned for the LinkedIn URL. */
  enrichment: Schema.NullOr(Schema.Record(Schema.String, Schema.Json))
})
export interface ExtractionInput extends Schema.Schema.Type<typeof ExtractionInput> {}

/** The extractor cannot answer now. A later attempt may succeed. */
export class ExtractorUnavailable extends Schema.TaggedError<ExtractorUnavailable>()("ExtractorUnavailable", {
  reason: Schema.String,
  /** The seconds to wait before the next attempt, if the extractor says so; else null. */
  retry_after: Schema.NullOr(Schema.Number)
}) {}

/** The extractor refuses this input; a later attempt would be refused too. */
export class ExtractorRefused extends Schema.TaggedError<ExtractorRefused>()("ExtractorRefused", {
  reason: Schema.String,
  /** Set if the model itself refused, which costs tokens, or if even a full day's budget is too small. */
  by: Schema.optionalKey(Schema.Literals(["model", "budget"]))
}) {}

/** The model's response is invalid, even after one repair. */
export class InvalidOutput extends Schema.TaggedError<InvalidOutput>()("InvalidOutput", { reason: Schema.String }) {}

/** The organization has used up its tokens for the day. */
export class BudgetExhausted extends Schema.TaggedError<BudgetExhausted>()("BudgetExhausted", {
  /** The start of the next day's budget. */
  until: Timestamp
}) {}

export type ExtractorFailure = ExtractorUnavailable | ExtractorRefused | InvalidOutput | BudgetExhausted

export class ProfileExtractor extends Context.Service<ProfileExtractor, {
  readonly extract: (input: ExtractionInput) => Effect.Effect<Extraction, ExtractorFailure>
}>()("@candor/domain/ProfileExtractor") {}
