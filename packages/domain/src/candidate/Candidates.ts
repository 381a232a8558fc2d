/** The port to stored candidates. Each method works within one organization. */
import { Context, type Effect, Schema } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { ExternalId, ExternalIdTaken } from "../ExternalId.ts"
import type { CandidateChange, CandidateMerged, CandidateNotFound, CandidateState } from "./Candidate.ts"
import type { CandidateDuplicate } from "./CandidateDuplicates.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import { type CandidateId, type OrganizationId, Uuid } from "../Id.ts"
import type { LimitReached } from "../Limit.ts"
import type { ChangePosition, Page, PageRequest, Position } from "../Pagination.ts"
import { text } from "../Text.ts"
import type { TagCount } from "./Tag.ts"
import type { Timestamp } from "../Timestamp.ts"

/** The order of the list that a client can choose: newest first, by name in lower case, or by family name. */
export const CandidateSort = Schema.Literals(["newest", "name", "family_name"])

/** The position of a candidate in the list that is ordered by name. */
export const NamePosition = Schema.Struct({ full_name: text(1000), id: Uuid })

/** The position of a candidate in the list that is ordered by family name. */
export const FamilyPosition = Schema.Struct({ family_name: Schema.NullOr(text(1000)), of: text(1000), id: Uuid })

/** The position of a candidate in a list, which tells the order of the list. */
export type CandidatePosition = Position | typeof NamePosition.Type | typeof FamilyPosition.Type | ChangePosition

/** Selects candidates by all conditions that are given, and their order. */
export interface CandidateFilter {
  /** The primary email address, in any case of letters. */
  readonly email?: string | undefined
  readonly phone?: string | undefined
  /** The address of the LinkedIn profile, in its one form. */
  readonly linkedin_url?: string | undefined
  readonly tag?: string | undefined
  readonly external_id?: ExternalId | undefined
  /** Candidates that were changed at this time or later, the oldest change first. */
  readonly updated_since?: Timestamp | undefined
  /** Newest first where nothing is said. */
  readonly sort?: typeof CandidateSort.Type | undefined
}

/** The order of a list, by the field that it compares first. */
export type CandidateOrder = "created_at" | "family_name" | "full_name" | "updated_at"

/** Returns the order of a list with this filter. */
export const orderOf = ({ sort, updated_since }: CandidateFilter): CandidateOrder =>
  updated_since !== undefined
    ? "updated_at"
    : sort === "name"
    ? "full_name"
    : sort === "family_name"
    ? "family_name"
    : "created_at"

export class Candidates extends Context.Service<Candidates, {
  /** A position that the page starts after is one of the order of the filter. */
  readonly list: (
    organization: OrganizationId,
    filter: CandidateFilter,
    page: PageRequest<CandidatePosition>
  ) => Effect.Effect<Page<CandidateState, CandidatePosition>>
  /** Returns the candidate, or the survivor that it was merged into. */
  readonly get: (organization: OrganizationId, id: CandidateId) => Effect.Effect<CandidateState, CandidateNotFound>
  /**
   * Returns other candidates that may be the same person, those with the strongest reasons first: at most
   * `maxDuplicates`.
   */
  readonly duplicates: (
    organization: OrganizationId,
    id: CandidateId
  ) => Effect.Effect<ReadonlyArray<CandidateDuplicate>, CandidateNotFound>
  /**
   * Returns at most `maxListedTags` tags of the candidates with tags, of whom `maxTagged` are counted, the most
   * frequent first.
   */
  readonly tags: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<TagCount>>
  /** Stores the new candidate that `decide` returns. */
  readonly create: <Failure>(
    actor: Actor,
    decide: (context: DecisionContext) => Decision<CandidateChange, Failure>
  ) => Effect.Effect<CandidateState, Failure | ExternalIdTaken>
  /**
   * Stores the candidate that `decide` returns, with at most `maxProfiles` profiles; decides again after a concurrent
   * change.
   * `currentProfileFailed` tells whether the current profile of its LinkedIn URL has failed.
   */
  readonly modify: <Failure, By extends Actor | Worker>(
    by: By,
    id: CandidateId,
    decide: (
      candidate: CandidateState,
      context: DecisionContext<By>,
      currentProfileFailed: boolean
    ) => Decision<CandidateChange, Failure>
  ) => Effect.Effect<CandidateState, Failure | CandidateNotFound | CandidateMerged | ExternalIdTaken | LimitReached>
  /**
   * Stores the candidate that `decide` anonymises, and deletes its profiles and all that belongs to its applications,
   * which stay. Its data and theirs is erased from their events ten minutes later. More rows than one statement deletes
   * go in portions of applications before the candidate: if it fails in between, the candidate stays as it is with the
   * rest.
   */
  readonly anonymise: <Failure>(
    by: Actor | Worker,
    id: CandidateId,
    decide: (candidate: CandidateState, context: DecisionContext<Actor | Worker>) => Decision<CandidateState, Failure>
  ) => Effect.Effect<CandidateState, Failure | CandidateNotFound | CandidateMerged>
  /**
   * Deletes the candidate if `decide` allows it, with its profiles and their queued work, its applications, and their
   * notes, feedback, answers and attachments. Its data and theirs is erased from their events ten minutes later. More
   * rows than one statement deletes go in portions before the candidate: if it fails in between, the candidate stays
   * with the rest.
   */
  readonly remove: <Failure>(
    actor: Actor,
    id: CandidateId,
    decide: (candidate: CandidateState) => Decision<CandidateState, Failure>
  ) => Effect.Effect<void, Failure | CandidateNotFound | CandidateMerged>
}>()("@candor/domain/Candidates") {}
