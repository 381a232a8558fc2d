/** Merging a candidate into another one that is the same person, and undoing it (decision 0042). */
import { Result, Schema } from "effect"
import { isFurtherOn, type Rival } from "../application/ApplicationRemoval.ts"
import { type Decision, decided, type DecisionContext, differences } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { externalIdsOf, idsMissingFrom } from "../ExternalId.ts"
import { ApplicationId, CandidateId } from "../Id.ts"
import { type Limit, type LimitReached, withinLimit } from "../Limit.ts"
import { namesOf } from "../Noun.ts"
import { later, Timestamp } from "../Timestamp.ts"
import { type CandidateAnonymised, notAnonymised } from "../Anonymised.ts"
import { type CandidateState, filledFields, noun, withEmails } from "../candidate/Candidate.ts"
import { requestOfBoth } from "../candidate/ErasureRequest.ts"
import { fits, type OwnSize } from "./OwnSize.ts"
import { inOrder, maxContacts, missingFrom } from "../candidate/ContactDetails.ts"
import { tagsOfCandidate } from "../candidate/Tag.ts"

/** A request to merge a candidate into another one, the survivor. */
export const MergeRequest = Schema.Struct({
  into: CandidateId.pipe(
    described("The candidate that is kept and gets the data of the other one", example.id.candidate)
  )
}).pipe(named("MergeRequest", "A request to merge a candidate into another one of the same person"))

/** How many days a merge can be undone. */
export const undoDays = 30

/** The most applications that a merge moves: one statement moves them. */
export const maxMoved: Limit = { what: "applications of a candidate that is merged", limit: 1000 }

const emailsOfCandidate: Limit = { what: "email addresses of a candidate", limit: maxContacts }
const phonesOfCandidate: Limit = { what: "phone numbers of a candidate", limit: maxContacts }

/** The lists to which the survivor adds what it lacks. */
const lists = namesOf(noun, "list")

/** The items of the lists that the survivor took. */
export type Taken = Pick<CandidateState, (typeof lists)[number]>

/** Some of the fields that a merge fills, with their values. */
type Filled = Partial<Pick<CandidateState, (typeof filledFields)[number]>>

/** The survivor before the merge, and the fields that the merge changed, with their new values. */
interface Survivor {
  readonly before: CandidateState
  readonly after: Partial<CandidateState>
}

/** The context of the decision on a merge. */
export interface MergeContext {
  readonly candidate: CandidateState
  readonly into: CandidateState
  /** The number of applications of the candidate. */
  readonly applications: number
  /** The candidate's own records, without an application, and the survivor's. */
  readonly own: { readonly moved: OwnSize; readonly present: OwnSize }
  /** Pairs of applications on the same job: the candidate's, then the survivor's. */
  readonly rivals: ReadonlyArray<readonly [Rival, Rival]>
  /** The largest `sequence` of earlier merges into either candidate. */
  readonly sequence: number
}

/** A duplicate: an application that stays beside another one of the same person on the same job. */
export const DuplicateApplication = Schema.Struct({
  id: ApplicationId.pipe(
    described("The less advanced application", "01a019c6-0a17-7c55-8e2d-94f1b06a7d3c")
  ),
  duplicate_of: ApplicationId.pipe(described("The more advanced application", example.id.application))
})

/** The changes of a merge, besides moved records. */
export const Merge = Schema.Struct({
  candidate_id: CandidateId.pipe(described("The candidate that was merged", example.id.duplicate)),
  into: CandidateId.pipe(described("The candidate that is kept (the survivor)", example.id.candidate)),
  merged_at: Timestamp.pipe(described("When the candidates were merged", example.time.merged)),
  filled: Schema.Array(Schema.Literals([...filledFields, ...lists])).pipe(
    described(
      "The fields that the survivor took from the merged candidate, including lists that grew",
      ["github_url", "tags"]
    )
  ),
  duplicate_applications: Schema.Array(DuplicateApplication).pipe(
    described("Two applications of the same person on the same job, both kept")
  )
}).pipe(named("CandidateMerge", "What a merge of two candidates changed, besides what it moved"))

/** A merge in the list of a survivor's merges. */
export const MergeListItem = Schema.Struct({
  candidate_id: CandidateId.pipe(
    described("The merged candidate, which `POST /candidates/{candidateId}/unmerge` restores", example.id.duplicate)
  ),
  into: CandidateId.pipe(
    described(
      "The candidate named in the request, which may have been merged into another one since",
      example.id.candidate
    )
  ),
  merged_at: Timestamp.pipe(described("When the candidates were merged", example.time.merged)),
  undo_until: Schema.NullOr(Timestamp).pipe(
    described("Until when the merge can be undone; null once it no longer can", example.time.mergeUndoableUntil)
  )
}).pipe(named("CandidateMergeListItem", "A merge of a candidate into another one"))
export interface MergeListItem extends Schema.Schema.Type<typeof MergeListItem> {}

/** The position of a merge in the list of a survivor's merges, which begins with the last. */
export const MergePosition = Schema.Struct({
  sequence: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 })),
  id: CandidateId
})
export interface MergePosition extends Schema.Schema.Type<typeof MergePosition> {}

/** The result of deciding on a merge. */
export interface Merged extends Taken {
  readonly candidate: CandidateState
  readonly into: CandidateState
  readonly filled: Filled
  readonly survivor: Survivor
  readonly duplicates: ReadonlyArray<
    Pick<Rival, "id" | "version" | "is_hidden"> & { readonly duplicate_of: ApplicationId }
  >
  /** The number of this merge among those into one survivor, so that the last one is known. */
  readonly sequence: number
  readonly merged_at: Timestamp
}

/**
 * The data for undoing a merge: the candidate's former state, what the survivor took, and the ids of the moved rows.
 */
export interface Undo extends Pick<Taken, "tags">, Partial<Omit<Taken, "tags">> {
  readonly candidate: CandidateState
  /** Absent if stored by a version that restored filled fields and lists only. */
  readonly survivor?: Survivor
  readonly filled: Filled
  readonly duplicates: ReadonlyArray<string>
  readonly applications: ReadonlyArray<string>
  readonly profiles: ReadonlyArray<string>
  /** Absent if stored by a version without candidates' own notes. */
  readonly notes?: ReadonlyArray<string>
  readonly attachments?: ReadonlyArray<string>
  /** The prospects that were converted into the candidate. */
  readonly prospects: ReadonlyArray<string>
  /** The candidates that had been merged into this one. */
  readonly merges: ReadonlyArray<string>
}

/** The context of the decision on an undo. */
export interface UnmergeContext {
  readonly id: CandidateId
  readonly merged_at: Timestamp
  /** Null once the merge can no longer be undone. */
  readonly undo: Undo | null
  readonly into: CandidateState
  /** The candidate of the last merge into the survivor. */
  readonly latest_id: CandidateId
  /** Whether the survivor's erasure request came by an application that moves back. */
  readonly request_moves: boolean
}

/** The result of deciding on an undo: the restored candidate, and the survivor without what it took. */
export interface Unmerged {
  readonly candidate: CandidateState
  readonly into: CandidateState
}

/** A candidate cannot be merged into itself. */
export class MergedWithItself extends Schema.TaggedError<MergedWithItself>()("MergedWithItself", {}) {}

/** The candidate is not merged, so there is nothing to undo. */
export class CandidateNotMerged extends Schema.TaggedError<CandidateNotMerged>()("CandidateNotMerged", {}) {}

/** The merge is too old to be undone, or its survivor was anonymised. */
export class MergePermanent extends Schema.TaggedError<MergePermanent>()("MergePermanent", { merged_at: Timestamp }) {}

/** A later merge into the same survivor has to be undone first. */
export class LaterMerge extends Schema.TaggedError<LaterMerge>()("LaterMerge", { candidate_id: CandidateId }) {}

/** Returns the last moment at which a merge can be undone. */
export const undoEnd = (merged_at: Timestamp): Timestamp => later(merged_at, undoDays * 24 * 60 * 60 * 1000)

/**
 * Returns until when a merge can be undone; null if it no longer can. `is_kept` tells whether the data for undoing is
 * stored.
 */
export const undoableUntil = (merged_at: Timestamp, is_kept: boolean, now: Timestamp): Timestamp | null =>
  is_kept && now <= undoEnd(merged_at) ? undoEnd(merged_at) : null

const fillable = (candidate: CandidateState, into: CandidateState): Filled =>
  Object.fromEntries(
    filledFields.filter((field) => into[field] === null && candidate[field] !== null).map((
      field
    ) => [field, candidate[field]])
  )

/**
 * Merges a candidate into the survivor. The survivor keeps its values, and takes those that it lacks, and the other's
 * tags. Two applications on the same job both stay, and the one that is less far along becomes a duplicate of the
 * other.
 */
export const merge = (
  { applications, candidate, into, own, rivals, sequence }: MergeContext,
  { now }: DecisionContext
): Decision<Merged, MergedWithItself | CandidateAnonymised | LimitReached> =>
  Result.gen(function*() {
    if (candidate.id === into.id) return yield* Result.fail(new MergedWithItself())
    yield* notAnonymised(candidate)
    yield* notAnonymised(into)
    yield* withinLimit(maxMoved, 0, applications)
    yield* fits(own)
    const taken: Taken = {
      tags: candidate.tags.filter((tag) => !into.tags.includes(tag)),
      email_addresses: missingFrom(into.email_addresses, candidate.email_addresses),
      phone_numbers: missingFrom(into.phone_numbers, candidate.phone_numbers),
      external_ids: idsMissingFrom(into.external_ids, candidate.external_ids)
    }
    yield* withinLimit(tagsOfCandidate, into.tags.length, taken.tags.length)
    yield* withinLimit(emailsOfCandidate, into.email_addresses.length, taken.email_addresses.length)
    yield* withinLimit(phonesOfCandidate, into.phone_numbers.length, taken.phone_numbers.length)
    yield* withinLimit(externalIdsOf("a candidate"), into.external_ids.length, taken.external_ids.length)
    const filled = fillable(candidate, into)
    const after: CandidateState = {
      ...into,
      ...filled,
      tags: [...into.tags, ...taken.tags].toSorted(),
      ...withEmails(inOrder([...into.email_addresses, ...taken.email_addresses])),
      phone_numbers: inOrder([...into.phone_numbers, ...taken.phone_numbers]),
      external_ids: [...into.external_ids, ...taken.external_ids],
      erasure_request: requestOfBoth(candidate, into)
    }
    const merged: Merged = {
      candidate,
      into: { ...after, updated_at: now, version: into.version + 1 },
      survivor: { before: into, after: differences<CandidateState>(into, after) },
      filled,
      ...taken,
      duplicates: rivals.map(([one, other]) => {
        const [first, second] = isFurtherOn(one, other) ? [one, other] : [other, one]
        return {
          id: second.id,
          version: second.version,
          duplicate_of: first.id,
          ...(one.is_hidden ? { is_hidden: true } : {})
        }
      }),
      sequence: sequence + 1,
      merged_at: now
    }
    return yield* decided(merged, noun.event("merged", { ...merged.into, candidate_id: candidate.id }))
  })

/** Returns the changes of a merge that the member who merged may see. */
export const mergeOf = ({ candidate, duplicates, filled, into, merged_at, ...taken }: Merged): typeof Merge.Type => ({
  candidate_id: candidate.id,
  into: into.id,
  merged_at,
  filled: [...filledFields.filter((field) => field in filled), ...lists.filter((list) => taken[list].length > 0)],
  duplicate_applications: duplicates.filter(({ is_hidden }) => !is_hidden).map(({ duplicate_of, id }) => ({
    id,
    duplicate_of
  }))
})
