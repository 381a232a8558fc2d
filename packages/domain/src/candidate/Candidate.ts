/** Candidates and their changes. */
import { Result, Schema } from "effect"
import * as AiProfile from "./AiProfile.ts"
import { type CandidateAnonymised, notAnonymised } from "../Anonymised.ts"
import { type AnyContext, type Decision, decided, differences, type DecisionContext, unchanged } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { externalIds } from "../ExternalId.ts"
import { CandidateId } from "../Id.ts"
import {
  addedLater,
  id,
  labelled,
  list,
  managed,
  nullable,
  searchedAs,
  time,
  unsearched,
  version,
  without
} from "../Field.ts"
import { absent, anonymous, declare, Deleted, namesOf } from "../Noun.ts"
import { type LimitReached, withinLimit } from "../Limit.ts"
import { contactFields, emailIsSaid, emailsAfter, saysEmail } from "./ContactDetails.ts"
import { asksErasure, ErasureNotRequested, type ErasureRefusal, ErasureRequest } from "./ErasureRequest.ts"
import { LinkedInUrl } from "./LinkedInUrl.ts"
import { nameFields } from "./NameFields.ts"
import { sees } from "./SeenCandidates.ts"
import { ShownTags, Tags, tagsOfCandidate } from "./Tag.ts"
import { Email, numberOrNull, orNull, PersonLine, ShownEmail, ShownLine, ShownWebAddress, WebAddress } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { YearsExperience, YearsFromRequest } from "./YearsExperience.ts"

/** An address that cannot exist, because the domain is reserved (RFC 6761, section 6.4). */
const noEmail = "anonymised@candor.invalid"

export const noun = declare({
  subject: "candidate",
  description: "A person who can apply for jobs of the organization",
  table: "candidates",
  sees,
  fields: {
    id: id(CandidateId),
    ...nameFields,
    primary_email: nullable(ShownEmail, orNull(Email), {
      description:
        "The person's primary email address, with its domain in ASCII; null if there is none. Letters before " +
        "the `@` can be of any script. Several candidates can have the same address",
      example: example.candidate.primary_email,
      privacy: { replacedBy: noEmail }
    }).pipe(labelled("Email address", "E-Mail-Adresse", { widget: "own" }), searchedAs("primary_email")),
    linkedin_url: nullable(Schema.String, orNull(LinkedInUrl), {
      description:
        "The URL of the person's LinkedIn profile, normalised to `https://www.linkedin.com/in/<handle>`. Setting " +
        "a new URL requests an AI profile; so does setting the same URL if the last profile failed",
      example: example.candidate.linkedin_url,
      privacy: { replacedBy: null }
    }).pipe(
      labelled("LinkedIn", "LinkedIn", { widget: "link", spoken: ["LinkedIn URL", "LinkedIn-URL"] }),
      unsearched
    ),
    website_url: nullable(ShownWebAddress, orNull(WebAddress), {
      description: "The person's website; null if unknown",
      example: example.candidate.website_url,
      privacy: { replacedBy: null }
    }).pipe(labelled("Website", "Website", { widget: "link" }), unsearched),
    github_url: nullable(ShownWebAddress, orNull(WebAddress), {
      description: "The person's GitHub page; null if unknown",
      example: example.candidate.github_url,
      privacy: { replacedBy: null }
    }).pipe(labelled("GitHub", "GitHub", { widget: "link", spoken: ["GitHub URL", "GitHub-URL"] }), unsearched),
    years_experience: nullable(YearsExperience, numberOrNull(YearsFromRequest), {
      description: "Work experience in whole years; a request's value is rounded down. Null if unknown",
      example: example.candidate.years_experience,
      privacy: { replacedBy: null }
    }).pipe(
      labelled("Experience", "Erfahrung", { widget: "years", spoken: ["number of years", "Zahl der Jahre"] }),
      unsearched
    ),
    university: nullable(ShownLine, orNull(PersonLine), {
      description: "The university that the person attended; null if unknown",
      example: example.candidate.university,
      privacy: { replacedBy: null }
    }).pipe(labelled("University", "Hochschule"), searchedAs("university")),
    location: nullable(ShownLine, orNull(PersonLine), {
      description: "Where the person lives, as free text; null if unknown",
      example: "Hamburg, Germany",
      privacy: { replacedBy: null }
    }).pipe(labelled("Location", "Ort"), searchedAs("location"), without("listed"), addedLater),
    tags: list(ShownTags, Tags, {
      description: "The organization's tags for the candidate: unique, in alphabetical order, converted to lower case",
      example: example.candidate.tags,
      privacy: { replacedBy: [] }
    }).pipe(labelled("Tags", "Tags", { widget: "own", spoken: ["tag", "Tag"] }), searchedAs("tag"), without("listed")),
    ...contactFields,
    external_ids: externalIds({ replacedBy: [] }).pipe(without("listed")),
    erasure_request: managed(Schema.NullOr(ErasureRequest), {
      description: "The person's request to be erased; null where there is none",
      example: null,
      privacy: { replacedBy: null }
    }).pipe(addedLater),
    created_at: time(Timestamp, "When the candidate was added", example.time.applied),
    updated_at: time(
      Timestamp,
      "The time of the last change; a request for an AI profile counts as one",
      example.time.applied
    ),
    anonymised_at: time(
      Schema.NullOr(Timestamp),
      "When the person's data was removed; null if it was not",
      null
    ),
    version
  },
  events: {
    created: { summary: "A candidate was added", example: { version: 1 } },
    updated: {
      summary: "A candidate was changed",
      news: ["{actor} changed the candidate.", "{actor} die Angaben zur Person geändert."]
    },
    merged: {
      summary: "Another candidate was merged into this one",
      also: {
        identifier: "MergedCandidateEventData",
        description: "The candidate that is kept in a merge",
        fields: {
          candidate_id: CandidateId.pipe(described("The candidate that was merged into this one", example.id.duplicate))
        }
      }
    },
    unmerged: {
      summary: "The merge of a candidate was undone",
      also: {
        identifier: "UnmergedCandidateEventData",
        description: "The candidate that is restored",
        fields: {
          into: CandidateId.pipe(described("The candidate that this one was merged into", example.id.duplicate))
        }
      }
    },
    erasure_requested: {
      summary: "A person asks to be erased",
      reads: ["deletion requested", "Löschung angefragt"],
      ...aboutErasure("RequestedErasureEventData", "A candidate who asks to be erased")
    },
    erasure_declined: {
      summary: "A person's request to be erased was declined",
      reads: ["deletion declined", "Löschung abgelehnt"],
      ...aboutErasure(
        "DeclinedErasureEventData",
        "A candidate whose request to be erased was declined, with the reason"
      )
    },
    anonymised: {
      summary: "The data of a candidate's person was removed",
      reads: ["anonymized", "anonymisiert"],
      data: Schema.Struct({
        id: CandidateId,
        anonymised_at: Timestamp.pipe(described("When the data of the person was removed", example.time.closed))
      }).pipe(named("AnonymisedCandidateEventData", "An anonymised candidate"))
    },
    deleted: { summary: "A candidate was deleted", data: Deleted }
  }
})

/** Makes the data of an event the erasure request. */
function aboutErasure(identifier: string, description: string) {
  return { only: { identifier, description, fields: ["id", "erasure_request"] as const } } as const
}

/** A candidate (spec, part 2). Unknown fields are null. */
export const Candidate = noun.listed.pipe(
  named("Candidate", "A person who can apply for jobs, as an application shows it")
)
export interface Candidate extends Schema.Schema.Type<typeof Candidate> {}

/** A candidate as the operations on candidates show it. */
export const CandidateDetail = noun.json.pipe(named("CandidateDetail", noun.description))
export interface CandidateDetail extends Schema.Schema.Type<typeof CandidateDetail> {}

export const CandidateState = noun.row
export interface CandidateState extends Schema.Schema.Type<typeof CandidateState> {}

/** The fields that a merge takes from the other candidate if the survivor has no value. */
export const filledFields = namesOf(noun, "nullable")

/** A request for a new candidate. */
export const CandidateDraft = noun.create.check(saysEmail).pipe(
  named("CandidateDraft", `A new candidate. ${emailIsSaid}`)
)
export interface CandidateDraft extends Schema.Schema.Type<typeof CandidateDraft> {}

/** A request to change a candidate. Every field is optional; null clears a field. Tags replace all tags. */
export const CandidatePatch = noun.update.pipe(named(
  "CandidatePatch",
  "Changes to a candidate. Omitted fields keep their values, null clears a field, and tags replace all tags",
  { university: example.candidate.university, tags: example.candidate.tags }
))
export interface CandidatePatch extends Schema.Schema.Type<typeof CandidatePatch> {}

/** A candidate after a decision, with the profile that is to be processed if the decision requested one. */
export interface CandidateChange {
  readonly candidate: CandidateState
  readonly requested: AiProfile.AiProfileState | null
}

export class CandidateNotFound
  extends Schema.TaggedError<CandidateNotFound>()("CandidateNotFound", { id: Schema.String })
{}

/** The candidate was merged into another one, which replaces it. */
export class CandidateMerged extends Schema.TaggedError<CandidateMerged>()("CandidateMerged", {
  id: CandidateId,
  into: CandidateId
}) {}

/** Creates a candidate, as of `created_at` if given; a LinkedIn URL requests a profile. */
export const create = (
  draft: CandidateDraft,
  context: AnyContext,
  created_at = context.now
): Decision<CandidateChange, never> => {
  const { nextId, now } = context
  const candidate: CandidateState = {
    ...absent(noun),
    ...draft,
    ...withEmails(emailsAfter([], draft)),
    id: CandidateId.make(nextId()),
    erasure_request: null,
    created_at,
    updated_at: now,
    anonymised_at: null,
    version: 1
  }
  const requested = requestOf(candidate, candidate.linkedin_url, context)
  return decided({ candidate, requested }, noun.event("created", candidate), ...profileRequested(requested))
}

/**
 * Applies a patch to a candidate. A new LinkedIn URL requests a profile (spec, part 4), and so does sending the stored
 * one if the current profile has failed.
 */
export const update = (
  candidate: CandidateState,
  patch: CandidatePatch,
  context: AnyContext,
  currentProfileFailed = false
): Decision<CandidateChange, CandidateAnonymised> => {
  const changes = differences(candidate, { ...patch, ...emailsOf(candidate, patch) })
  const isChanged = Object.keys(changes).length > 0
  const url = changes.linkedin_url ??
    (currentProfileFailed && patch.linkedin_url === candidate.linkedin_url ? patch.linkedin_url : null)
  if (!isChanged && url === null) return unchanged({ candidate, requested: null })
  return Result.flatMap(notAnonymised(candidate), () => {
    const after: CandidateState = { ...candidate, ...changes, updated_at: context.now, version: candidate.version + 1 }
    const requested = requestOf(candidate, url, context)
    return decided(
      { candidate: after, requested },
      ...(isChanged ? [noun.event("updated", after)] : []),
      ...profileRequested(requested)
    )
  })
}

/** Adds tags to a candidate. */
export const addTags = (
  candidate: CandidateState,
  tags: CandidateState["tags"],
  context: DecisionContext
): Decision<CandidateChange, CandidateAnonymised | LimitReached> => {
  const added = tags.filter((tag) => !candidate.tags.includes(tag))
  return Result.flatMap(
    withinLimit(tagsOfCandidate, candidate.tags.length, added.length),
    () => update(candidate, { tags: [...candidate.tags, ...added].toSorted() }, context)
  )
}

/** Removes tags from a candidate. */
export const removeTags = (
  candidate: CandidateState,
  tags: CandidateState["tags"],
  context: DecisionContext
): Decision<CandidateChange, CandidateAnonymised> =>
  update(candidate, { tags: candidate.tags.filter((tag) => !tags.includes(tag)) }, context)

/**
 * Anonymises a candidate: replaces its personal fields. The event has the candidate's id without personal data. A
 * candidate that is already anonymised is not changed.
 */
export const anonymise = (
  candidate: CandidateState,
  { now }: Pick<DecisionContext, "now">
): Decision<CandidateState, never> => {
  if (candidate.anonymised_at !== null) return unchanged(candidate)
  const after = {
    ...candidate,
    ...anonymous(noun),
    anonymised_at: now,
    updated_at: now,
    version: candidate.version + 1
  }
  return decided(after, noun.event("anonymised", after))
}

/**
 * Records that the person asks to be erased. A pending request is not changed; after a declined one the person may ask
 * again.
 */
export const requestErasure = (
  candidate: CandidateState,
  submission_id: ErasureRequest["submission_id"],
  { now }: AnyContext
): Decision<CandidateChange, CandidateAnonymised> =>
  asksErasure(candidate)
    ? unchanged({ candidate, requested: null })
    : Result.flatMap(notAnonymised(candidate), () =>
      withErasure(
        candidate,
        "erasure_requested",
        { requested_at: now, submission_id, declined_at: null, reason: null },
        now
      ))

/** Declines the person's request to be erased. A request that was already declined is not changed. */
export const declineErasure = (
  candidate: CandidateState,
  { reason }: ErasureRefusal,
  { now }: AnyContext
): Decision<CandidateChange, ErasureNotRequested> => {
  const { erasure_request } = candidate
  if (erasure_request === null) return Result.fail(new ErasureNotRequested())
  if (!asksErasure(candidate)) return unchanged({ candidate, requested: null })
  return withErasure(candidate, "erasure_declined", { ...erasure_request, declined_at: now, reason }, now)
}

const withErasure = (
  candidate: CandidateState,
  verb: "erasure_requested" | "erasure_declined",
  erasure_request: ErasureRequest,
  now: Timestamp
): Decision<CandidateChange, never> => {
  const after: CandidateState = { ...candidate, erasure_request, updated_at: now, version: candidate.version + 1 }
  return decided({ candidate: after, requested: null }, noun.event(verb, after))
}

/** Deletes a candidate permanently. The event has the candidate's id without personal data. */
export const remove = (candidate: CandidateState): Decision<CandidateState, never> =>
  decided(candidate, noun.event("deleted", candidate))

/** Returns the change that a patch makes to the email addresses. */
const emailsOf = ({ email_addresses }: CandidateState, patch: CandidatePatch) =>
  patch.primary_email === undefined && patch.email_addresses === undefined
    ? {}
    : withEmails(emailsAfter(email_addresses, patch))

/** Returns the fields for these addresses, the first of which is the primary one. */
export const withEmails = (email_addresses: CandidateState["email_addresses"]) => ({
  primary_email: email_addresses[0]?.address ?? null,
  email_addresses
})

/** Returns the profile that a LinkedIn URL requests; none without a URL. */
const requestOf = (
  { id }: CandidateState,
  url: CandidateState["linkedin_url"],
  { nextId, now, requestsProfiles }: AnyContext
) => url === null || requestsProfiles === false ? null : AiProfile.request(id, url, nextId(), now)

const profileRequested = (profile: AiProfile.AiProfileState | null) =>
  profile === null ? [] : [AiProfile.noun.event("requested", profile)]
