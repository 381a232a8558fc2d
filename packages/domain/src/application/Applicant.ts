/**
 * Applicants: the person that an application brings with it. It may be known already, and what it says of itself is taken as it
 * comes: what the candidate's record does not get is kept on the application.
 */
import { Option, Result, Schema } from "effect"
import type { AiProfile } from "../profile/AiProfile.ts"
import { maxProfiles } from "../profile/AiProfile.ts"
import type { CandidateAnonymised } from "../candidate/Anonymised.ts"
import * as Candidate from "../candidate/Candidate.ts"
import { filledFields } from "../candidate/CandidateMerge.ts"
import { LinkedInUrl } from "../candidate/LinkedInUrl.ts"
import { maxTags } from "../candidate/Tag.ts"
import { type DecisionContext, type DomainEvent } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { text, WebAddress } from "../Text.ts"

/** What is an address of each kind. */
const links = { linkedin_url: LinkedInUrl, website_url: WebAddress, github_url: WebAddress } as const
type Link = keyof typeof links

const link = (example: string) =>
  Schema.optionalKey(Schema.NullOr(text(2000))).pipe(described(
    "The address as the applicant gave it. One that cannot be understood is kept in `unapplied` of the application",
    example
  ))

/** The person that an application brings with it. */
export const ApplicantDraft = Schema.Struct({
  ...Candidate.CandidateDraft.fields,
  linkedin_url: link(example.candidate.linkedin_url),
  website_url: link(example.candidate.website_url),
  github_url: link(example.candidate.github_url)
}).pipe(named("ApplicantDraft", "The person who applies, as the application tells it"))
export interface ApplicantDraft extends Schema.Schema.Type<typeof ApplicantDraft> {}

/** Tells whether an application's candidate was known. */
export const CandidateMatch = Schema.Literals(["found", "new"])
export type CandidateMatch = typeof CandidateMatch.Type

/** What the application said of the person and the candidate's record did not get. */
export const Unapplied = Schema.Struct({
  field: Schema.Literals(["full_name", "primary_email", ...filledFields, "tags"]).pipe(
    described("The field of the candidate", "linkedin_url")
  ),
  value: Schema.String.pipe(described("The value that the application brought, as a text", "ask me for it")),
  reason: Schema.Literals(["unrecognized", "differs"]).pipe(described(
    "`unrecognized`: it is no such address. `differs`: the candidate was known, and has another value or no room for this one",
    "unrecognized"
  ))
}).pipe(named("UnappliedValue", "What an application said of its candidate and the candidate's record does not have"))
export interface Unapplied extends Schema.Schema.Type<typeof Unapplied> {}

/** A stored candidate who applies. */
export interface StoredCandidate extends Candidate.CandidateState {
  readonly ai_profiles: ReadonlyArray<AiProfile>
}

/** Tells whether a text has nothing that can be seen. */
const isBlank = (text: string): boolean => text.replace(/[\s\p{C}]/gu, "") === ""

/** Returns the request for a candidate, and the links that were not understood. */
export const understood = (
  draft: ApplicantDraft
): { readonly candidate: Candidate.CandidateDraft; readonly unapplied: ReadonlyArray<Unapplied> } => {
  const read = (Object.keys(links) as ReadonlyArray<Link>).flatMap((field) => {
    const value = draft[field]
    if (value === undefined) return []
    if (value === null || isBlank(value)) return [{ field, url: null, unapplied: [] }]
    const url = Option.getOrNull(Schema.decodeUnknownOption(links[field])(value))
    return [{ field, url, unapplied: url === null ? [{ field, value, reason: "unrecognized" } as const] : [] }]
  })
  return {
    candidate: { ...draft, ...Object.fromEntries(read.map(({ field, url }) => [field, url])) },
    unapplied: read.flatMap(({ unapplied }) => unapplied)
  }
}

/** A text as it is compared: in any case of letters and with any white space. */
const compared = (value: string | number): string => String(value).normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim()

/** A known candidate who got what was not known of it; `change` is null where that is nothing. */
export interface Recognised {
  readonly change: Candidate.CandidateChange | null
  readonly events: ReadonlyArray<DomainEvent>
  readonly unapplied: ReadonlyArray<Unapplied>
}

/**
 * Gives a known candidate the facts of the application that are not known of it. Facts that differ are not overwritten, but
 * returned. Without room for a further AI profile, a LinkedIn URL is returned too: an application is not refused for that.
 */
export const recognise = (
  { ai_profiles, ...stored }: StoredCandidate,
  draft: Candidate.CandidateDraft,
  context: DecisionContext
): Result.Result<Recognised, CandidateAnonymised> => {
  const differs = (field: Unapplied["field"], value: string | number): Unapplied => ({ field, value: String(value), reason: "differs" })
  const mayFill = (field: string) => field !== "linkedin_url" || ai_profiles.length < maxProfiles.limit
  const given = (["full_name", "primary_email", ...filledFields] as const).flatMap((field) => {
    const value = draft[field] ?? null
    return value === null ? [] : [{ field, value, present: stored[field] }]
  })
  const isNew = ({ field, present }: (typeof given)[number]) => present === null && mayFill(field)
  const tags = (draft.tags ?? []).filter((tag) => !stored.tags.includes(tag))
  const room = Math.max(0, maxTags - stored.tags.length)
  const patch: Candidate.CandidatePatch = {
    ...Object.fromEntries(given.filter(isNew).map(({ field, value }) => [field, value])),
    ...(tags.length === 0 ? {} : { tags: [...stored.tags, ...tags.slice(0, room)].toSorted() })
  }
  return Result.map(Candidate.update(stored, patch, context), ({ entity, events }) => ({
    change: events.length === 0 ? null : entity,
    events,
    unapplied: [
      ...given.filter((one) => !isNew(one) && (one.present === null || compared(one.present) !== compared(one.value)))
        .map(({ field, value }) => differs(field, value)),
      ...tags.slice(room).map((tag) => differs("tags", tag))
    ]
  }))
}
