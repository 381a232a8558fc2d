/** The port to the data from which suggestions are made. */
import { Context, type Effect } from "effect"
import type { CandidateId, OrganizationId } from "../Id.ts"
import type { CandidateNotFound } from "./Candidate.ts"
import type { SuggestionFacts } from "./Suggestion.ts"

/** The most files that are read, and the most characters of each. */
export const [maxFiles, maxFileTextLength] = [5, 10_000]

export class Suggestions extends Context.Service<Suggestions, {
  /** Returns the data of a candidate; nothing about an anonymised person. */
  readonly facts: (
    organization: OrganizationId,
    candidate: CandidateId
  ) => Effect.Effect<SuggestionFacts, CandidateNotFound>
}>()("@candor/domain/Suggestions") {}
