/** Anonymised candidates: the person is gone, and the candidate stays with its applications to be counted. */
import { Result, Schema } from "effect"
import { Timestamp } from "../Timestamp.ts"

/** The candidate was anonymised. It can only be deleted. */
export class CandidateAnonymised extends Schema.TaggedError<CandidateAnonymised>()("CandidateAnonymised", {
  anonymised_at: Timestamp
}) {}

/** Fails if a candidate, or an application's candidate, was anonymised. */
export const notAnonymised = (
  { anonymised_at }: { readonly anonymised_at: Timestamp | null }
): Result.Result<void, CandidateAnonymised> =>
  anonymised_at === null ? Result.void : Result.fail(new CandidateAnonymised({ anonymised_at }))

/** The personal fields of every anonymised candidate. The e-mail address is in a domain that never exists (RFC 6761, section 6.4). */
export const nobody = {
  full_name: "Anonymised candidate",
  primary_email: "anonymised@candor.invalid",
  linkedin_url: null,
  website_url: null,
  github_url: null,
  years_experience: null,
  university: null,
  tags: []
} as const
