/** The port to the extractor, which makes a profile from the data of a candidate. */
import { Context, type Effect, Schema } from "effect"
import { Candidate } from "./Candidate.ts"
import type { Extraction } from "./Extraction.ts"
import { OrganizationId } from "../Id.ts"
import { Timestamp } from "../Timestamp.ts"

/** Bounds the texts of files in the input. */
export const maxFiles = 5

/** Bounds a text of a file in the input, in code points. */
export const maxFileTextLength = 20_000

/**
 * The extractor's input. It leaves out the field with the email address, which says nothing about a profession. Texts
 * are as their authors wrote them.
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
  /** The seconds to wait before the next attempt, if the extractor names them; else null. */
  retry_after: Schema.NullOr(Schema.Number)
}) {}

/** The extractor refuses this input; a later attempt would be refused too. */
export class ExtractorRefused extends Schema.TaggedError<ExtractorRefused>()("ExtractorRefused", {
  reason: Schema.String,
  /** Set where the model itself answered that it refuses, which is paid, or where no day has tokens enough. */
  by: Schema.optionalKey(Schema.Literals(["model", "budget"]))
}) {}

/** The model's response is invalid, also after one repair. */
export class InvalidOutput extends Schema.TaggedError<InvalidOutput>()("InvalidOutput", { reason: Schema.String }) {}

/** The organization has used up its tokens of the day. */
export class BudgetExhausted extends Schema.TaggedError<BudgetExhausted>()("BudgetExhausted", {
  /** The start of the next day's budget. */
  until: Timestamp
}) {}

export type ExtractorFailure = ExtractorUnavailable | ExtractorRefused | InvalidOutput | BudgetExhausted

export class ProfileExtractor extends Context.Service<ProfileExtractor, {
  readonly extract: (input: ExtractionInput) => Effect.Effect<Extraction, ExtractorFailure>
}>()("@candor/domain/ProfileExtractor") {}
