/** Texts about criteria and their results. */
import type { AssessmentResult } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { feedStaleTime } from "../../api/queries.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { type Marked, msg } from "../../language/text.tsx"

export const verdicts: Readonly<Record<AssessmentResult["verdict"], Marked>> = {
  meets: msg("Meets"),
  does_not: msg("Doesn't meet"),
  not_said: msg("Not mentioned"),
  not_answered: msg("No answer")
}

export const reasons: Readonly<Record<NonNullable<AssessmentResult["reason"]>, Marked>> = {
  no_text: msg("The application has no text to read."),
  refused: msg("The model refused to answer."),
  invalid: msg("The model's answer could not be read."),
  left_out: msg("The model didn't answer."),
  contradicted: msg("The model contradicted itself."),
  no_quotation: msg("The model quoted nothing."),
  quotation_not_found: msg("The model quoted words that aren't in the application."),
  quotation_length: msg("The model's quotation was too short or too long."),
  addresses_model: msg("The quoted words speak to a model, not about a person. Read the application yourself.")
}

/** Loads which model the installation uses, and its cost. */
export const useModelUsage = () =>
  useLoaded(["model_usage"], async (signal) => (await candor.criteria.usage({ signal })).model_usage, feedStaleTime)
