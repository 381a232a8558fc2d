/**
 * Applicants: the person of a new application, who may already be a candidate. Data that does not fit into the
 * candidate's record is stored with the application.
 */
import { Option, Result, Schema } from "effect"
import type { AiProfile } from "../candidate/AiProfile.ts"
import { maxProfiles } from "../candidate/AiProfile.ts"
import type { CandidateAnonymised } from "../Anonymised.ts"
import * as Candidate from "../candidate/Candidate.ts"
import { maxTags, Tag } from "../candidate/Tag.ts"
import { yearsIn } from "../candidate/YearsExperience.ts"
import { isBlank } from "../CleanText.ts"
import type { AnyContext, DomainEvent } from "../Decision.ts"
import { described, named } from "../Described.ts"
import { orNull, personText, text } from "../Text.ts"
import { namesOf } from "../Noun.ts"
import {
  emailIsSaid,
  EmailAddresses,
  inOrder,
  maxContacts,
  missingFrom,
  PhoneNumbers,
  saysEmail,
  SeveralEmails
} from "../candidate/ContactDetails.ts"

/** The fields whose values may be unreadable. */
const fields = Candidate.filledFields.filter((field) => field !== "primary_email")
type Field = (typeof fields)[number]

/** The most characters of a field in a request. */
const maxGiven = 20_000

/** The most tags in a request. */
const maxGivenTags = 100

/** The most characters of a value that is stored in `unapplied`, and of a tag. */
const [maxKept, maxKeptTag] = [2000, 200]

const asGiven = (description: string, example: Schema.Json) =>
  described(
    `${description}. As the applicant gave it: unparseable or too long values are kept in \`unapplied\` of the application`,
    example
  )

const Given = personText(maxGiven)
const GivenNumber = Schema.Union([Schema.Finite, Given])

/** The schemas of these fields in a request: each accepts any text, or any number for a number. */
const given = Object.fromEntries(fields.map((name) => {
  const { description, example } = Candidate.noun.fields[name]
  return [
    name,
    Schema.optionalKey(Schema.NullOr(typeof example === "number" ? GivenNumber : Given)).pipe(
      asGiven(description, example)
    )
  ]
})) as {
  readonly [Name in Field]: Schema.optionalKey<
    Schema.NullOr<Name extends "years_experience" ? typeof GivenNumber : typeof Given>
  >
}

const { email_addresses, phone_numbers, primary_email, tags } = Candidate.noun.fields

const listOf = <S extends Schema.Top>(item: S, max: number, what: string) =>
  Schema.optionalKey(Schema.Array(item).check(Schema.isMaxLength(max, { expected: `at most ${max} ${what}` })))

/** Fields of an email address or phone number in a request, of any kind. */
const contact = {
  kind: Schema.optionalKey(Schema.NullOr(Given)).pipe(described("What it is used for", "mobile")),
  is_primary: Schema.optionalKey(Schema.Boolean).pipe(described("Whether it is the primary one", true))
}

/**
 * External ids of a person are accepted with candidates only: an application that brings a person does not come from
 * the system that knows the id.
 */
const { external_ids: _external, ...draft } = Candidate.CandidateDraft.fields

/** The person in a request for an application. */
export const ApplicantDraft = Schema.Struct({
  ...draft,
  ...given,
  primary_email: Schema.optionalKey(orNull(SeveralEmails)).pipe(
    described(
      `${primary_email.description}. One text can contain several addresses, separated by commas or semicolons`,
      primary_email.example
    )
  ),
  email_addresses: listOf(
    Schema.Struct({ address: Given.pipe(described("The email address", "maya.okafor@example.com")), ...contact }),
    maxContacts,
    "addresses"
  ).pipe(
    asGiven(email_addresses.description, email_addresses.example)
  ),
  phone_numbers: listOf(
    Schema.Struct({ number: Given.pipe(described("The phone number", "+49 30 901820")), ...contact }),
    maxContacts,
    "numbers"
  ).pipe(
    asGiven(phone_numbers.description, phone_numbers.example)
  ),
  tags: listOf(text(maxGiven), maxGivenTags, "tags").pipe(asGiven(tags.description, tags.example))
}).check(saysEmail).pipe(named("ApplicantDraft", `The person who applies, as given in the application. ${emailIsSaid}`))
export interface ApplicantDraft extends Schema.Schema.Type<typeof ApplicantDraft> {}

/** Whether an application's candidate existed before it. */
export const CandidateMatch = Schema.Literals(["found", "new"])
export type CandidateMatch = typeof CandidateMatch.Type

/** A value of the application that did not get into the candidate's record. */
export const Unapplied = Schema.Struct({
  field: Schema.Literals([
    ...namesOf(Candidate.noun, "required", "nullable"),
    "tags",
    "email_addresses",
    "phone_numbers"
  ]).pipe(
    described("The field of the candidate", "linkedin_url")
  ),
  value: Schema.String.pipe(
    described("The value from the application, as text, shortened if long", "ask me for it")
  ),
  reason: Schema.Literals(["unrecognized", "differs"]).pipe(described(
    "`unrecognized`: it could not be parsed or is too long. `differs`: the candidate has another value, or the limit is reached",
    "unrecognized"
  ))
}).pipe(named("UnappliedValue", "A value of an application that was not copied to its candidate"))
export interface Unapplied extends Schema.Schema.Type<typeof Unapplied> {}

/** A stored candidate who applies. */
export interface StoredCandidate extends Candidate.CandidateState {
  readonly ai_profiles: ReadonlyArray<AiProfile>
}

/** Returns a value as it is stored: shortened, and without characters that the database cannot store. */
const kept = (value: string | number, max = maxKept): string => {
  const characters = Array.from(String(value).replaceAll("\u0000", "").slice(0, 2 * max + 1))
  return characters.length <= max ? characters.join("") : `${characters.slice(0, max - 1).join("")}…`
}

/** Converts a number that was given as text; returns anything else unchanged. */
const withoutQuotes = (field: Field, value: string | number): string | number =>
  field === "years_experience" && typeof value === "string" ? yearsIn(value) ?? value : value

/** Splits tags into those that are valid, as many as a candidate can have, and the others. Empty ones are dropped. */
const understoodTags = (given: ReadonlyArray<string>) => {
  const unapplied = (value: string, reason: Unapplied["reason"]): Unapplied => ({
    field: "tags",
    value: kept(value, maxKeptTag),
    reason
  })
  const filled = given.filter((tag) => !isBlank(tag)).map((tag) => ({
    tag,
    read: Option.getOrNull(Schema.decodeUnknownOption(Tag)(tag))
  }))
  const tags = [...new Set(filled.flatMap(({ read }) => read === null ? [] : [read]))]
  return {
    tags: tags.slice(0, maxTags).toSorted(),
    unapplied: [
      ...filled.flatMap(({ read, tag }) => read === null ? [unapplied(tag, "unrecognized")] : []),
      ...tags.slice(maxTags).map((tag) => unapplied(tag, "differs"))
    ]
  }
}

/** Splits addresses or numbers into those that are valid and the others. An invalid kind is dropped. */
const understoodContacts = <Given extends { readonly kind?: string | null | undefined }, Contact>(
  field: "email_addresses" | "phone_numbers",
  contacts: ReadonlyArray<Given>,
  valueOf: (given: Given) => string,
  read: (given: ReadonlyArray<unknown>) => Option.Option<ReadonlyArray<Contact>>
) => {
  const each = contacts.filter((given) => !isBlank(valueOf(given))).map((given) => {
    const { kind: _, ...withoutKind } = given
    const found = Option.orElse(read([given]), () => read([withoutKind]))
    return { given, contacts: Option.getOrElse(found, () => []) }
  })
  return {
    contacts: each.flatMap(({ contacts }) => contacts),
    unapplied: each.flatMap(({ contacts, given }): ReadonlyArray<Unapplied> =>
      contacts.length > 0 ? [] : [{ field, value: kept(valueOf(given), maxKeptTag), reason: "unrecognized" }]
    )
  }
}

const readEmails = Schema.decodeUnknownOption(EmailAddresses)
const readPhones = Schema.decodeUnknownOption(PhoneNumbers)

/** Returns the candidate that a request describes, and the values that are not valid. */
export const readDraft = (
  draft: ApplicantDraft
): { readonly candidate: Candidate.CandidateDraft; readonly unapplied: ReadonlyArray<Unapplied> } => {
  const read = fields.flatMap((field) => {
    const value = draft[field]
    if (value === undefined) return []
    if (value === null || isBlank(String(value))) return [{ field, value: null, unapplied: [] }]
    const read = withoutQuotes(field, value)
    const applied = Option.getOrNull<string | number | null>(
      Schema.decodeUnknownOption(Candidate.noun.create.fields[field])(read)
    )
    const isRounded = typeof applied === "number" && applied !== read
    const reason = applied === null ? "unrecognized" : isRounded ? "differs" : undefined
    const unapplied: ReadonlyArray<Unapplied> = reason === undefined ? [] : [{ field, value: kept(value), reason }]
    return [{ field, value: applied, unapplied }]
  })
  const { full_name, primary_email } = draft
  const tags = draft.tags === undefined ? undefined : understoodTags(draft.tags)
  const emails = understoodContacts(
    "email_addresses",
    draft.email_addresses ?? [],
    ({ address }) => address,
    readEmails
  )
  const phones = understoodContacts("phone_numbers", draft.phone_numbers ?? [], ({ number }) => number, readPhones)
  const first = (primary_email?.split(",") ?? []).map((address) => ({ address, kind: null, is_primary: false }))
  // `primary_email` comes first.
  const addresses = inOrder([...first.map((email, at) => ({ ...email, is_primary: at === 0 })), ...emails.contacts])
  const values: Pick<Candidate.CandidateDraft, Field> = Object.fromEntries(
    read.map(({ field, value }) => [field, value])
  )
  return {
    candidate: {
      full_name,
      ...values,
      email_addresses: addresses.slice(0, maxContacts),
      ...(phones.contacts.length === 0 ? {} : { phone_numbers: inOrder(phones.contacts) }),
      ...(tags === undefined ? {} : { tags: tags.tags })
    },
    unapplied: [
      ...read.flatMap(({ unapplied }) => unapplied),
      ...emails.unapplied,
      ...addresses.slice(maxContacts).map(({ address }): Unapplied => ({
        field: "email_addresses",
        value: address,
        reason: "differs"
      })),
      ...phones.unapplied,
      ...tags?.unapplied ?? []
    ]
  }
}

/** Normalizes a value for comparison: ignores case and differences in white space. */
const compared = (value: string | number): string =>
  String(value).normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim()

/** A known candidate with the new data of an application; `change` is null if nothing is new. */
export interface Recognised {
  readonly change: Candidate.CandidateChange | null
  readonly events: ReadonlyArray<DomainEvent>
  readonly unapplied: ReadonlyArray<Unapplied>
}

/**
 * Adds to a known candidate what the application says and the candidate lacks. Differing values are returned instead of
 * overwritten. A LinkedIn URL is returned too if there is no room for a further AI profile, so that the application is
 * not refused.
 */
export const recognise = (
  { ai_profiles, ...stored }: StoredCandidate,
  draft: Candidate.CandidateDraft,
  context: AnyContext
): Result.Result<Recognised, CandidateAnonymised> => {
  const differs = (field: Unapplied["field"], value: string | number): Unapplied => ({
    field,
    value: String(value),
    reason: "differs"
  })
  const mayFill = (field: string) => field !== "linkedin_url" || ai_profiles.length < maxProfiles.limit
  const given = (["full_name", ...fields] as const).flatMap((field) => {
    const value = draft[field] ?? null
    return value === null ? [] : [{ field, value, present: stored[field] }]
  })
  const isNew = ({ field, present }: (typeof given)[number]) => present === null && mayFill(field)
  const tags = added(stored.tags, (draft.tags ?? []).filter((tag) => !stored.tags.includes(tag)), maxTags)
  const emails = added(
    stored.email_addresses,
    missingFrom(stored.email_addresses, draft.email_addresses ?? []),
    maxContacts
  )
  const phones = added(stored.phone_numbers, missingFrom(stored.phone_numbers, draft.phone_numbers ?? []), maxContacts)
  const patch: Candidate.CandidatePatch = {
    ...Object.fromEntries(given.filter(isNew).map(({ field, value }) => [field, value])),
    tags: tags.all.toSorted(),
    email_addresses: inOrder(emails.all),
    phone_numbers: inOrder(phones.all)
  }
  return Result.map(Candidate.update(stored, patch, context), ({ entity, events }) => ({
    change: events.length === 0 ? null : entity,
    events,
    unapplied: [
      ...given.filter((one) => !isNew(one) && (one.present === null || compared(one.present) !== compared(one.value)))
        .map(({ field, value }) => differs(field, value)),
      ...emails.rest.map(({ address }) => differs("email_addresses", address)),
      ...phones.rest.map(({ number }) => differs("phone_numbers", number)),
      ...tags.rest.map((tag) => differs("tags", tag))
    ]
  }))
}

/** Adds as many items to a list as it has room for, and returns the rest. */
const added = <Item>(stored: ReadonlyArray<Item>, more: ReadonlyArray<Item>, max: number) => {
  const room = Math.max(0, max - stored.length)
  return { all: [...stored, ...more.slice(0, room)], rest: more.slice(room) }
}
