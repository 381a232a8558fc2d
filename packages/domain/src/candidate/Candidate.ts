/** Candidates and their changes. */
import { Result, Schema } from "effect"
import * as AiProfile from "../profile/AiProfile.ts"
import { type CandidateAnonymised, nobody, notAnonymised } from "./Anonymised.ts"
import { type Decision, decided, differences, type DomainEvent, type DecisionContext, unchanged } from "../Decision.ts"
import { CandidateId } from "../Id.ts"
import { LinkedInUrl } from "./LinkedInUrl.ts"
import { Tags } from "./Tag.ts"
import { Email, Line, ShownLine, WebAddress } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { YearsExperience } from "./YearsExperience.ts"

/** A candidate (spec, part 2). Unknown fields are null. */
export const Candidate = Schema.Struct({
  id: CandidateId,
  full_name: ShownLine,
  primary_email: Email,
  linkedin_url: Schema.NullOr(Schema.String),
  website_url: Schema.NullOr(WebAddress),
  github_url: Schema.NullOr(WebAddress),
  years_experience: Schema.NullOr(YearsExperience),
  university: Schema.NullOr(ShownLine)
}).annotate({ identifier: "Candidate" })
export interface Candidate extends Schema.Schema.Type<typeof Candidate> {}

/** A candidate as the operations on candidates show it. */
export const CandidateDetail = Schema.Struct({
  ...Candidate.fields,
  tags: Tags,
  created_at: Timestamp,
  /** The time of the last change; a request for a profile counts as one. */
  updated_at: Timestamp,
  anonymised_at: Schema.NullOr(Timestamp)
}).annotate({ identifier: "CandidateDetail" })
export interface CandidateDetail extends Schema.Schema.Type<typeof CandidateDetail> {}

/** A candidate with the fields that decisions need. */
export const CandidateState = Schema.Struct({
  ...CandidateDetail.fields,
  version: Schema.Int
})
export interface CandidateState extends Schema.Schema.Type<typeof CandidateState> {}

const optionalFields = {
  linkedin_url: Schema.optionalKey(Schema.NullOr(LinkedInUrl)),
  website_url: Schema.optionalKey(Candidate.fields.website_url),
  github_url: Schema.optionalKey(Candidate.fields.github_url),
  years_experience: Schema.optionalKey(Candidate.fields.years_experience),
  university: Schema.optionalKey(Schema.NullOr(Line)),
  tags: Schema.optionalKey(Tags)
}

/** A request for a new candidate. */
export const CandidateDraft = Schema.Struct({
  full_name: Line,
  primary_email: Email,
  ...optionalFields
}).annotate({ identifier: "CandidateDraft" })
export interface CandidateDraft extends Schema.Schema.Type<typeof CandidateDraft> {}

/** A request to change a candidate. Every field is optional; null clears a field. Tags replace all tags. */
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
    tags: [],
    ...draft,
    id: CandidateId.make(nextId()),
    created_at: now,
    updated_at: now,
    anonymised_at: null,
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
): Decision<CandidateChange, CandidateAnonymised> => {
  const changes = differences(candidate, patch)
  if (Object.keys(changes).length === 0) return unchanged({ candidate, requested: null })
  return Result.flatMap(notAnonymised(candidate), () => {
    const after: CandidateState = { ...candidate, ...changes, updated_at: now, version: candidate.version + 1 }
    const requested = typeof changes.linkedin_url === "string"
      ? AiProfile.request(changes.linkedin_url, nextId(), now)
      : null
    return decided({ candidate: after, requested }, event("candidate.updated", after), ...profileRequested(after, requested))
  })
}

/**
 * Anonymises a candidate: its personal fields are those of nobody. The event has the candidate's id without personal data.
 * A candidate that was anonymised stays as it is.
 */
export const anonymise = (
  candidate: CandidateState,
  { now }: Pick<DecisionContext, "now">
): Decision<CandidateState, never> => {
  if (candidate.anonymised_at !== null) return unchanged(candidate)
  const { id, version } = candidate
  const after: CandidateState = { ...candidate, ...nobody, anonymised_at: now, updated_at: now, version: version + 1 }
  return decided(after, { type: "candidate.anonymised", subject_id: id, data: { id, anonymised_at: now } })
}

/** Deletes a candidate permanently. The event has the candidate's id without personal data. */
export const remove = (candidate: CandidateState): Decision<CandidateState, never> =>
  decided(candidate, { type: "candidate.deleted", subject_id: candidate.id, data: { id: candidate.id } })

const event = (type: DomainEvent["type"], candidate: CandidateState): DomainEvent => ({
  type,
  subject_id: candidate.id,
  data: { ...candidate }
})

const profileRequested = (candidate: CandidateState, profile: AiProfile.RequestedProfile | null) =>
  profile === null ? [] : [AiProfile.requested(profile, candidate.id)]
