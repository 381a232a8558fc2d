/** Anonymised candidates: their personal data is removed, and they stay with their applications, to be counted. */
import { Result, Schema } from "effect"
import { Timestamp } from "./Timestamp.ts"

/** The candidate was anonymised. It can only be deleted. */
export class CandidateAnonymised extends Schema.TaggedError<CandidateAnonymised>()("CandidateAnonymised", {
  anonymised_at: Timestamp
}) {}

/** Fails if a candidate, or an application's candidate, was anonymised. */
export const notAnonymised = (
  { anonymised_at }: { readonly anonymised_at: Timestamp | null }
): Result.Result<void, CandidateAnonymised> =>
  anonymised_at === null ? Result.void : Result.fail(new CandidateAnonymised({ anonymised_at }))
