/** Possible duplicates of a candidate: other candidates that may be the same person. */
import { Schema } from "effect"
import { CandidateDetail, type CandidateState } from "./Candidate.ts"
import { described, named } from "../Described.ts"

/** The reasons why two candidates may be one person, the strongest first. */
export const duplicateReasons = ["linkedin_url", "email", "phone", "name_and_university", "name"] as const

export const DuplicateReason = Schema.Literals(duplicateReasons)
export type DuplicateReason = typeof DuplicateReason.Type

/** The most duplicates in a response, and the most that are read for each reason. */
export const maxDuplicates = 20

/** A candidate that may be the same person, with the reasons, the strongest first. */
export const CandidateDuplicate = Schema.Struct({
  candidate: CandidateDetail.pipe(described("The possible duplicate")),
  reasons: Schema.Array(DuplicateReason).pipe(
    described("Why it may be the same person, strongest reason first", ["email", "name_and_university"])
  )
}).pipe(named("CandidateDuplicate", "A candidate that may be the same person as another one"))
export interface CandidateDuplicate extends Schema.Schema.Type<typeof CandidateDuplicate> {}

/** A candidate that was found for one reason. */
export interface DuplicateMatch {
  readonly candidate: CandidateState
  readonly reason: DuplicateReason
}

/** Returns the reasons as a number: a stronger reason outweighs all weaker ones together. */
const strength = (reasons: ReadonlyArray<DuplicateReason>): number =>
  reasons.reduce((sum, reason) => sum + 2 ** (duplicateReasons.length - duplicateReasons.indexOf(reason)), 0)

/** Returns each candidate once with all of its reasons: strongest first, then oldest first. */
export const rank = (matches: ReadonlyArray<DuplicateMatch>): ReadonlyArray<CandidateDuplicate> =>
  Object.values(Object.groupBy(matches, ({ candidate }) => candidate.id)).map((found) => ({
    candidate: found![0]!.candidate,
    reasons: duplicateReasons.filter((reason) => found!.some((one) => one.reason === reason))
  })).toSorted((one, other) => {
    const difference = strength(other.reasons) - strength(one.reasons)
    return difference !== 0 ? difference : one.candidate.id < other.candidate.id ? -1 : 1
  }).slice(0, maxDuplicates)
