/** The port to what suggestions are made of. */
import { Context, type Effect } from "effect"
import type { CandidateId, OrganizationId } from "../Id.ts"
import type { CandidateNotFound } from "./Candidate.ts"
import type { SuggestionFacts } from "./Suggestion.ts"

/** Bounds the files that are read, and each in characters. */
export const [maxFiles, maxFileTextLength] = [5, 10_000]

export class Suggestions extends Context.Service<Suggestions, {
  /** Returns what is known of a candidate; of a person who was anonymised nothing. */
  readonly facts: (
    organization: OrganizationId,
    candidate: CandidateId
  ) => Effect.Effect<SuggestionFacts, CandidateNotFound>
}>()("@candor/domain/Suggestions") {}
