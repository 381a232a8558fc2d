/** Candidates and their changes. */
import { Schema } from "effect"
import * as AiProfile from "../profile/AiProfile.ts"
import { type Decision, decided, differences, type DomainEvent, type DecisionContext, unchanged } from "../Decision.ts"
import { CandidateId } from "../Id.ts"
import { LinkedInUrl } from "./LinkedInUrl.ts"
import { Email, Line, WebAddress } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { YearsExperience } from "./YearsExperience.ts"

/** A candidate (spec, part 2). Unknown fields are null. */
export const Candidate = Schema.Struct({
  id: CandidateId,
  full_name: Line,
  primary_email: Email,
  linkedin_url: Schema.NullOr(Schema.String),
  website_url: Schema.NullOr(WebAddress),
  github_url: Schema.NullOr(WebAddress),
  years_experience: Schema.NullOr(YearsExperience),
  university: Schema.NullOr(Line)
}).annotate({ identifier: "Candidate" })
export interface Candidate extends Schema.Schema.Type<typeof Candidate> {}

/** A candidate with the fields that decisions and pages need. */
export const CandidateState = Schema.Struct({
  ...Candidate.fields,
  created_at: Timestamp,
  version: Schema.Int
})
export interface CandidateState extends Schema.Schema.Type<typeof CandidateState> {}

const optionalFields = {
  linkedin_url: Schema.optionalKey(Schema.NullOr(LinkedInUrl)),
  website_url: Schema.optionalKey(Candidate.fields.website_url),
  github_url: Schema.optionalKey(Candidate.fields.github_url),
  years_experience: Schema.optionalKey(Candidate.fields.years_experience),
  university: Schema.optionalKey(Candidate.fields.university)
}

/** A request for a new candidate. */
export const CandidateDraft = Schema.Struct({
  full_name: Line,
  primary_email: Email,
  ...optionalFields
}).annotate({ identifier: "CandidateDraft" })
export interface CandidateDraft extends Schema.Schema.Type<typeof CandidateDraft> {}

/** A request to change a candidate. Every field is optional; null clears a field. */
export const CandidatePatch = Schema.Struct({
  full_name: Schema.optionalKey(Line),
  primary_email: Schema.optionalKey(Email),
  ...optionalFields
}).annotate({ identifier: "CandidatePatch" })
export interface CandidatePatch extends Schema.Schema.Type<typeof CandidatePatch> {}

/** A candidate after a decision, with the profile that is to be processed if the decision requested one. */
export interface CandidateChange {
  readonly candidate: CandidateState
  readonly requested: AiProfile.RequestedProfile | null
}

export class CandidateNotFound
  extends Schema.TaggedError<CandidateNotFound>()("CandidateNotFound", { id: Schema.String })
{}

/** Creates a candidate; a LinkedIn URL requests a profile. */
export const create = (draft: CandidateDraft, { nextId, now }: DecisionContext): Decision<CandidateChange, never> => {
  const candidate: CandidateState = {
    linkedin_url: null,
    website_url: null,
    github_url: null,
    years_experience: null,
    university: null,
    ...draft,
    id: CandidateId.make(nextId()),
    created_at: now,
    version: 1
  }
  const requested = candidate.linkedin_url === null ? null : AiProfile.request(candidate.linkedin_url, nextId(), now)
  return decided({ candidate, requested }, event("candidate.created", candidate), ...profileRequested(candidate, requested))
}

/** Applies a patch to a candidate. A new LinkedIn URL requests a profile (spec, part 4). */
export const update = (
  candidate: CandidateState,
  patch: CandidatePatch,
  { nextId, now }: DecisionContext
): Decision<CandidateChange, never> => {
  const changes = differences(candidate, patch)
  if (Object.keys(changes).length === 0) return unchanged({ candidate, requested: null })
  const after: CandidateState = { ...candidate, ...changes, version: candidate.version + 1 }
  const requested = typeof changes.linkedin_url === "string"
    ? AiProfile.request(changes.linkedin_url, nextId(), now)
    : null
  return decided({ candidate: after, requested }, event("candidate.updated", after), ...profileRequested(after, requested))
}

const event = (type: DomainEvent["type"], candidate: CandidateState): DomainEvent => ({
  type,
  subject_id: candidate.id,
  data: { ...candidate }
})

const profileRequested = (candidate: CandidateState, profile: AiProfile.RequestedProfile | null) =>
  profile === null ? [] : [AiProfile.requested(profile, candidate.id)]
