/** The port to related records, and the erasure of a person with them. */
import { Context, Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { CandidateMerged, CandidateNotFound } from "../candidate/Candidate.ts"
import type { CandidateId, OrganizationId, ProspectId } from "../Id.ts"
import * as Prospect from "../sourcing/Prospect.ts"
import { Prospects } from "../sourcing/Prospects.ts"
import { type Related, TooManyRelated } from "./Related.ts"

/** The record whose related records are searched. */
export type Subject = { readonly candidate: CandidateId } | { readonly prospect: ProspectId }

export class RelatedRecords extends Context.Service<RelatedRecords, {
  /**
   * Returns the records of the same person: those that share an email address with the subject, those that share one
   * with these, and so on. Excludes the prospects that a candidate was converted from, which are part of the candidate.
   * Empty if the subject does not exist.
   */
  readonly find: (organization: OrganizationId, subject: Subject) => Effect.Effect<Related>
}>()("@candor/domain/RelatedRecords") {}

/**
 * Makes the function that returns the records related to a subject that is to be erased, and erases them if they are
 * included: candidates with `erase`, and prospects by deleting them, one after the other. The subject is erased last:
 * if the request ends in between, it still has the addresses by which the next attempt finds the rest.
 */
export const relatedErasure = Effect.gen(function*() {
  const [records, prospects] = [yield* RelatedRecords, yield* Prospects]
  return Effect.fnUntraced(function*<R = never>(
    actor: Actor,
    subject: Subject,
    isIncluded: boolean,
    erase: (id: CandidateId) => Effect.Effect<unknown, CandidateNotFound | CandidateMerged, R>
  ) {
    const related = yield* records.find(actor.organization_id, subject)
    if (!isIncluded) return related
    if (related.has_more) return yield* new TooManyRelated()
    // One may have been deleted or merged since it was found.
    yield* Effect.forEach(related.candidates, ({ id }) => Effect.ignore(erase(id)), { discard: true })
    yield* Effect.forEach(related.prospects, ({ id }) => Effect.ignore(prospects.remove(actor, id, Prospect.remove)), {
      discard: true
    })
    return related
  })
})
