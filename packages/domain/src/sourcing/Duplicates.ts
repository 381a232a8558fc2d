/**
 * Duplicate prospects: within a search, each LinkedIn URL and each email address (in any case of letters) is unique.
 * Prospects with neither are never duplicates.
 */
import { Schema } from "effect"
import { ProspectId } from "../Id.ts"

/** The fields that identify prospects within a search. */
const fields = ["linkedin_url", "email"] as const
const Field = Schema.Literals(fields)
type Field = typeof Field.Type

export interface Identified {
  readonly linkedin_url?: string | null
  readonly email?: string | null
}

/** A prospect that is already in the search. The id is null if the viewer does not see it. */
export interface KnownProspect extends Identified {
  readonly id: ProspectId | null
}

/** Some drafts repeat prospects of the search, or each other. */
export class DuplicateProspects extends Schema.TaggedError<DuplicateProspects>()("DuplicateProspects", {
  duplicates: Schema.Array(Schema.Struct({
    /** The index in the list of drafts. */
    index: Schema.Int,
    field: Field,
    value: Schema.String,
    /** The index of the earlier draft with the same value; null if a stored prospect has it. */
    same_as: Schema.NullOr(Schema.Int),
    /** The prospect of the search with the same value; null if an earlier draft has it, or the viewer does not see it. */
    prospect_id: Schema.NullOr(ProspectId)
  }))
}) {}
type Duplicate = DuplicateProspects["duplicates"][number]

/** Another prospect of the search has the same value. */
export class TakenByProspect extends Schema.TaggedError<TakenByProspect>()("TakenByProspect", { field: Field }) {}

/** Returns the normal form of a value, for comparison. LinkedIn URLs are stored in it. */
const keyOf = (field: Field, value: string): string => field === "email" ? value.toLowerCase() : value

/** Returns the prospects that have the field, each with the field's normal form. */
const keyed = <Prospect extends Identified>(field: Field, prospects: ReadonlyArray<Prospect>) =>
  prospects.flatMap((prospect, index) => {
    const value = prospect[field]
    return value === undefined || value === null ? [] : [{ prospect, index, value, key: keyOf(field, value) }]
  })

const keysOf = (field: Field, prospects: ReadonlyArray<Identified>) => keyed(field, prospects).map(({ key }) => key)

/** Returns the LinkedIn URLs of prospects, and their email addresses in lower case. */
export const identitiesOf = (prospects: ReadonlyArray<Identified>) => ({
  linkedin_urls: keysOf("linkedin_url", prospects),
  emails: keysOf("email", prospects)
})

const duplicatesBy = (
  field: Field,
  drafts: ReadonlyArray<Identified>,
  known: ReadonlyArray<KnownProspect>
): ReadonlyArray<Duplicate> => {
  const stored = new Map(keyed(field, known).toReversed().map(({ key, prospect }) => [key, prospect.id]))
  const earlier = new Map<string, number>()
  return keyed(field, drafts).flatMap(({ index, key, value }): ReadonlyArray<Duplicate> => {
    const same_as = earlier.get(key) ?? null
    if (same_as === null) earlier.set(key, index)
    const prospect_id = stored.get(key)
    if (prospect_id !== undefined) return [{ index, field, value, same_as: null, prospect_id }]
    return same_as === null ? [] : [{ index, field, value, same_as, prospect_id: null }]
  })
}

/** Returns the drafts that repeat a known prospect or an earlier draft, in order. */
export const duplicatesIn = (
  drafts: ReadonlyArray<Identified>,
  known: ReadonlyArray<KnownProspect>
): ReadonlyArray<Duplicate> =>
  fields.flatMap((field) => duplicatesBy(field, drafts, known)).toSorted((one, other) => one.index - other.index)
