/** Related records: the other candidates and prospects of the organization that are the same person (decision 0036). */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { CandidateId, ProspectId, SearchId } from "../Id.ts"
import { Candidate } from "../candidate/Candidate.ts"
import { Prospect } from "../sourcing/Prospect.ts"

/**
 * Why a record is related to another one, the strongest reason first. `conversion`: the prospect became the candidate.
 */
export const relatedReasons = ["linkedin_url", "email", "conversion"] as const
export type RelatedReason = (typeof relatedReasons)[number]

/** The most related records in a response, and the most that one request erases. */
export const maxRelated = 100

const reasons = Schema.Array(Schema.Literals(relatedReasons)).pipe(
  described(
    "Why it is the same person, strongest reason first: the same LinkedIn URL or email address, or the prospect " +
      "became the candidate",
    ["email"]
  )
)

const RelatedCandidate = Schema.Struct({
  id: CandidateId.pipe(described("The other candidate", example.id.duplicate)),
  full_name: Candidate.fields.full_name,
  reasons
})
const RelatedProspect = Schema.Struct({
  id: ProspectId,
  full_name: Prospect.fields.full_name,
  search_id: SearchId,
  reasons
})

export const Related = Schema.Struct({
  candidates: Schema.Array(RelatedCandidate).pipe(described("The other candidates, the oldest first")),
  prospects: Schema.Array(RelatedProspect).pipe(described("The prospects, the oldest first")),
  has_more: Schema.Boolean.pipe(described(`Whether there are more than these ${maxRelated}`, false))
}).pipe(
  named(
    "RelatedRecords",
    "The other candidates and prospects of the same person: those with the same email address (ignoring case) " +
      "or LinkedIn URL, those that share an address with these, and so on"
  )
)
export interface Related extends Schema.Schema.Type<typeof Related> {}

/** A record with the reasons for which it was found. */
export interface Match {
  readonly id: string
  readonly full_name: string
  /** The search of a prospect; null for a candidate. */
  readonly search_id: SearchId | null
  readonly reasons: ReadonlyArray<RelatedReason>
}

/** Returns the first of these records, ordered by id. */
export const relatedOf = (matches: ReadonlyArray<Match>): Related => {
  const found = matches.toSorted((one, other) => one.id < other.id ? -1 : 1).slice(0, maxRelated)
  const shown = ({ full_name, reasons }: Match) => ({
    full_name,
    reasons: relatedReasons.filter((reason) => reasons.includes(reason))
  })
  return {
    candidates: found.flatMap((match) =>
      match.search_id === null ? [{ id: CandidateId.make(match.id), ...shown(match) }] : []
    ),
    prospects: found.flatMap((match) =>
      match.search_id === null ? [] : [{ id: ProspectId.make(match.id), search_id: match.search_id, ...shown(match) }]
    ),
    has_more: matches.length > maxRelated
  }
}

/** More records are related than one request erases: an address that so many share is hardly a person's own. */
export class TooManyRelated extends Schema.TaggedError<TooManyRelated>()("TooManyRelated", {}) {}
