/** Candidates and their changes. */
import { Result, Schema } from "effect"
import * as AiProfile from "../profile/AiProfile.ts"
import { type CandidateAnonymised, nobody, notAnonymised } from "./Anonymised.ts"
import { type Decision, decided, differences, type DomainEvent, type DecisionContext, unchanged } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { CandidateId } from "../Id.ts"
import { LinkedInUrl } from "./LinkedInUrl.ts"
import { ShownTags, Tags } from "./Tag.ts"
import { Email, numberOrNull, orNull, PersonLine, ShownEmail, ShownLine, ShownWebAddress, WebAddress } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { YearsExperience } from "./YearsExperience.ts"

const fullName = described("The name of the person", example.candidate.full_name)
const primaryEmail = described(
  "The e-mail address of the person, with its domain in ASCII; letters before the `@` may be any. Several candidates may have the same",
  example.candidate.primary_email
)
const websiteUrl = described("The person's website; null where none is known", example.candidate.website_url)
const githubUrl = described("The person's GitHub page; null where none is known", example.candidate.github_url)
const tags = described(
  "The words by which the organization groups its candidates, each once, in alphabetical order. In lower case; other spellings are " +
    "converted",
  example.candidate.tags
)
const linkedInUrl = described(
  "The address of the person's LinkedIn profile, in one form: `https://www.linkedin.com/in/<handle>`. A new one requests an " +
    "AI profile, and so does the same one where the last profile has failed",
  example.candidate.linkedin_url
)
const yearsExperience = described("Years of work experience; null where they are not known", example.candidate.years_experience)
const university = described("The university that the person attended; null where it is not known", example.candidate.university)

/** A candidate (spec, part 2). Unknown fields are null. */
export const Candidate = Schema.Struct({
  id: CandidateId,
  full_name: ShownLine.pipe(fullName),
  primary_email: ShownEmail.pipe(primaryEmail),
  linkedin_url: Schema.NullOr(Schema.String).pipe(linkedInUrl),
  website_url: Schema.NullOr(ShownWebAddress).pipe(websiteUrl),
  github_url: Schema.NullOr(ShownWebAddress).pipe(githubUrl),
  years_experience: Schema.NullOr(YearsExperience).pipe(yearsExperience),
  university: Schema.NullOr(ShownLine).pipe(university)
}).pipe(named("Candidate", "A person who can apply for jobs, as an application shows it"))
export interface Candidate extends Schema.Schema.Type<typeof Candidate> {}

/** A candidate as the operations on candidates show it. */
export const CandidateDetail = Schema.Struct({
  ...Candidate.fields,
  tags: ShownTags.pipe(tags),
  created_at: Timestamp.pipe(described("When the candidate was added", example.time.applied)),
  updated_at: Timestamp.pipe(
    described("The time of the last change; a request for an AI profile counts as one", example.time.applied)
  ),
  anonymised_at: Schema.NullOr(Timestamp).pipe(
    described("When the data of the person was removed; null for a candidate who is known", null)
  )
}).pipe(named("CandidateDetail", "A person who can apply for jobs of the organization"))
export interface CandidateDetail extends Schema.Schema.Type<typeof CandidateDetail> {}

/** A candidate with the fields that decisions need. */
export const CandidateState = Schema.Struct({
  ...CandidateDetail.fields,
  version: Schema.Int
})
export interface CandidateState extends Schema.Schema.Type<typeof CandidateState> {}

const optionalFields = {
  linkedin_url: Schema.optionalKey(orNull(LinkedInUrl)).pipe(linkedInUrl),
  website_url: Schema.optionalKey(orNull(WebAddress)).pipe(websiteUrl),
  github_url: Schema.optionalKey(orNull(WebAddress)).pipe(githubUrl),
  years_experience: Schema.optionalKey(numberOrNull(YearsExperience)).pipe(yearsExperience),
  university: Schema.optionalKey(orNull(PersonLine)).pipe(university),
  tags: Schema.optionalKey(Tags).pipe(tags)
}

/** A request for a new candidate. */
export const CandidateDraft = Schema.Struct({
  full_name: PersonLine.pipe(fullName),
  primary_email: Email.pipe(primaryEmail),
  ...optionalFields
}).pipe(named("CandidateDraft", "A new candidate"))
export interface CandidateDraft extends Schema.Schema.Type<typeof CandidateDraft> {}

/** A request to change a candidate. Every field is optional; null clears a field. Tags replace all tags. */
export const CandidatePatch = Schema.Struct({
  full_name: Schema.optionalKey(PersonLine).pipe(fullName),
  primary_email: Schema.optionalKey(Email).pipe(primaryEmail),
  ...optionalFields
}).pipe(named(
  "CandidatePatch",
  "Changes of a candidate. A field that is left out stays, null clears a field, and tags replace all tags",
  { university: example.candidate.university, tags: example.candidate.tags }
))
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

/**
 * Applies a patch to a candidate. A new LinkedIn URL requests a profile (spec, part 4), and so does the stored one where the current
 * profile has failed.
 */
export const update = (
  candidate: CandidateState,
  patch: CandidatePatch,
  { nextId, now }: DecisionContext,
  currentProfileFailed = false
): Decision<CandidateChange, CandidateAnonymised> => {
  const changes = differences(candidate, patch)
  const isChanged = Object.keys(changes).length > 0
  const url = changes.linkedin_url ?? (currentProfileFailed && patch.linkedin_url === candidate.linkedin_url ? patch.linkedin_url : null)
  if (!isChanged && url === null) return unchanged({ candidate, requested: null })
  return Result.flatMap(notAnonymised(candidate), () => {
    const after: CandidateState = { ...candidate, ...changes, updated_at: now, version: candidate.version + 1 }
    const requested = url === null ? null : AiProfile.request(url, nextId(), now)
    return decided(
      { candidate: after, requested },
      ...(isChanged ? [event("candidate.updated", after)] : []),
      ...profileRequested(after, requested)
    )
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
