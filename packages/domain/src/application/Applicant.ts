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
import { maxTags, Tag } from "../candidate/Tag.ts"
import { isBlank } from "../CleanText.ts"
import { type DecisionContext, type DomainEvent } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { personText, text } from "../Text.ts"

/** The fields that do not have to be understood. */
const fields = filledFields
type Field = (typeof fields)[number]

/** The most characters of a field in a request. */
const maxGiven = 20_000

/** The most tags in a request. */
const maxGivenTags = 100

/** The most characters of a value that is kept in `unapplied`, and of a tag. */
const [maxKept, maxKeptTag] = [2000, 200]

const asGiven = (description: string, example: Schema.Json) =>
  described(`${description}. As the applicant gave it: what cannot be understood, or is too long, is kept in \`unapplied\` of the application`, example)

const Given = personText(maxGiven)
const GivenNumber = Schema.Union([Schema.Finite, Given])

/** Each of these fields as a text, or as a number where it is one. */
const given = Object.fromEntries(fields.map((name) => {
  const { description, example } = Candidate.noun.fields[name]
  return [name, Schema.optionalKey(Schema.NullOr(typeof example === "number" ? GivenNumber : Given)).pipe(asGiven(description, example))]
})) as { readonly [Name in Field]: Schema.optionalKey<Schema.NullOr<Name extends "years_experience" ? typeof GivenNumber : typeof Given>> }

/** The person that an application brings with it. */
export const ApplicantDraft = Schema.Struct({
  ...Candidate.CandidateDraft.fields,
  ...given,
  tags: Schema.optionalKey(
    Schema.Array(text(maxGiven)).check(Schema.isMaxLength(maxGivenTags, { expected: `at most ${maxGivenTags} tags` }))
  ).pipe(asGiven(Candidate.noun.fields.tags.description, example.candidate.tags))
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
  value: Schema.String.pipe(described("The value that the application brought, as a text; of a long one the beginning", "ask me for it")),
  reason: Schema.Literals(["unrecognized", "differs"]).pipe(described(
    "`unrecognized`: it could not be understood, or is too long. `differs`: the candidate has another value, or no room for this one",
    "unrecognized"
  ))
}).pipe(named("UnappliedValue", "What an application said of its candidate and the candidate's record does not have"))
export interface Unapplied extends Schema.Schema.Type<typeof Unapplied> {}

/** A stored candidate who applies. */
export interface StoredCandidate extends Candidate.CandidateState {
  readonly ai_profiles: ReadonlyArray<AiProfile>
}

/** Returns a value as it is kept: of a long text its beginning, and without what no database keeps. */
const kept = (value: string | number, max = maxKept): string => {
  const characters = Array.from(String(value).replaceAll("\u0000", "").slice(0, 2 * max + 1))
  return characters.length <= max ? characters.join("") : `${characters.slice(0, max - 1).join("")}…`
}

/** Returns a number that was given as a text as the number, and all else as it is. */
const withoutQuotes = (field: Field, value: string | number): string | number =>
  field === "years_experience" && typeof value === "string" && /^\s*\d{1,3}\s*$/.test(value) ? Number(value) : value

/** Returns the tags that are understood, as many as a candidate can have, and the others. Empty ones are left out. */
const understoodTags = (given: ReadonlyArray<string>) => {
  const unapplied = (value: string, reason: Unapplied["reason"]): Unapplied => ({ field: "tags", value: kept(value, maxKeptTag), reason })
  const filled = given.filter((tag) => !isBlank(tag)).map((tag) => ({ tag, read: Option.getOrNull(Schema.decodeUnknownOption(Tag)(tag)) }))
  const tags = [...new Set(filled.flatMap(({ read }) => read === null ? [] : [read]))]
  return {
    tags: tags.slice(0, maxTags).toSorted(),
    unapplied: [
      ...filled.flatMap(({ read, tag }) => read === null ? [unapplied(tag, "unrecognized")] : []),
      ...tags.slice(maxTags).map((tag) => unapplied(tag, "differs"))
    ]
  }
}

/** Returns the request for a candidate, and what was not understood of it. */
export const understood = (
  draft: ApplicantDraft
): { readonly candidate: Candidate.CandidateDraft; readonly unapplied: ReadonlyArray<Unapplied> } => {
  const read = fields.flatMap((field) => {
    const value = draft[field]
    if (value === undefined) return []
    if (value === null || isBlank(String(value))) return [{ field, value: null, unapplied: [] }]
    const applied = Option.getOrNull<string | number | null>(Schema.decodeUnknownOption(Candidate.noun.create.fields[field])(withoutQuotes(field, value)))
    const unapplied: ReadonlyArray<Unapplied> = applied === null ? [{ field, value: kept(value), reason: "unrecognized" }] : []
    return [{ field, value: applied, unapplied }]
  })
  const { full_name, primary_email } = draft
  const tags = draft.tags === undefined ? undefined : understoodTags(draft.tags)
  const values: Pick<Candidate.CandidateDraft, Field> = Object.fromEntries(read.map(({ field, value }) => [field, value]))
  return {
    candidate: { full_name, primary_email, ...values, ...(tags === undefined ? {} : { tags: tags.tags }) },
    unapplied: [...read.flatMap(({ unapplied }) => unapplied), ...tags?.unapplied ?? []]
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
