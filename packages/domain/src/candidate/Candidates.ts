/** The port to stored candidates. Each method works within one organization. */
import { Context, type Effect, Schema } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { ExternalIdTaken } from "../ExternalId.ts"
import type { CandidateChange, CandidateMerged, CandidateNotFound, CandidateState } from "./Candidate.ts"
import type { CandidateDuplicate } from "./CandidateDuplicates.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import { Phone } from "./ContactDetails.ts"
import { described } from "../Described.ts"
import { externalIdFilter, updatedSince } from "../Filter.ts"
import { LinkedInUrl } from "./LinkedInUrl.ts"
import { type CandidateId, type OrganizationId, Uuid } from "../Id.ts"
import type { LimitReached } from "../Limit.ts"
import type { ChangePosition, Page, PageRequest, Position } from "../Pagination.ts"
import { EmailFilter, text } from "../Text.ts"
import { type TagCount, tagFilter } from "./Tag.ts"

/** The sort orders of the list that a client can choose: newest first, by name in lower case, or by family name. */
export const CandidateSort = Schema.Literals(["newest", "name", "family_name"])

/** The position of a candidate in the list that is ordered by name. */
export const NamePosition = Schema.Struct({ full_name: text(1000), id: Uuid })

/** The position of a candidate in the list that is ordered by family name. */
export const FamilyPosition = Schema.Struct({ family_name: Schema.NullOr(text(1000)), of: text(1000), id: Uuid })

/** The position of a candidate in a list. Its fields determine the order. */
export type CandidatePosition = Position | typeof NamePosition.Type | typeof FamilyPosition.Type | ChangePosition

/** Selects candidates by all conditions that are given, and their order. */
export const CandidateFilter = Schema.Struct({
  email: Schema.optionalKey(EmailFilter).pipe(
    described("Only candidates with this email address; case is ignored")
  ),
  phone: Schema.optionalKey(Phone).pipe(
    described(
      "Only candidates with this phone number, in any format, with or without its country code",
      "030 901820"
    )
  ),
  linkedin_url: Schema.optionalKey(LinkedInUrl).pipe(
    described("Only candidates with this LinkedIn profile, in any spelling of its URL")
  ),
  ...tagFilter,
  ...externalIdFilter("candidates"),
  ...updatedSince("candidates")
})
export interface CandidateFilter extends Schema.Schema.Type<typeof CandidateFilter> {
  /** Newest first where nothing is said. */
  readonly sort?: typeof CandidateSort.Type
}

/** The order of a list, named by the first field that it compares. */
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
  /** Returns a page. The position to start after has to match the order of the filter. */
  readonly list: (
    organization: OrganizationId,
    filter: CandidateFilter,
    page: PageRequest<CandidatePosition>
  ) => Effect.Effect<Page<CandidateState, CandidatePosition>>
  /** Returns the candidate, or the survivor that it was merged into. */
  readonly get: (organization: OrganizationId, id: CandidateId) => Effect.Effect<CandidateState, CandidateNotFound>
  /** Returns other candidates that may be the same person, the strongest reasons first: at most `maxDuplicates`. */
  readonly duplicates: (
    organization: OrganizationId,
    id: CandidateId
  ) => Effect.Effect<ReadonlyArray<CandidateDuplicate>, CandidateNotFound>
  /** Returns the most frequent tags, at most `maxListedTags`, counted over at most `maxTagged` candidates with tags. */
  readonly tags: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<TagCount>>
  /** Stores the new candidate that `decide` returns. */
  readonly create: <Failure>(
    actor: Actor,
    decide: (context: DecisionContext) => Decision<CandidateChange, Failure>
  ) => Effect.Effect<CandidateState, Failure | ExternalIdTaken>
  /**
   * Stores the candidate that `decide` returns, with at most `maxProfiles` profiles; decides again after a concurrent
   * change. `currentProfileFailed` tells whether the current profile of its LinkedIn URL has failed.
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
   * Stores the candidate that `decide` anonymises, and deletes its profiles and everything that belongs to its
   * applications, which stay. Ten minutes later, their data is erased from events. Rows that exceed one statement are
   * deleted in batches of applications before the candidate changes: if that fails midway, the candidate and the
   * remaining rows stay.
   */
  readonly anonymise: <Failure>(
    by: Actor | Worker,
    id: CandidateId,
    decide: (candidate: CandidateState, context: DecisionContext<Actor | Worker>) => Decision<CandidateState, Failure>
  ) => Effect.Effect<CandidateState, Failure | CandidateNotFound | CandidateMerged>
  /**
   * Deletes the candidate if `decide` allows it, with its profiles and their queued work, and its applications with
   * their notes, feedback, answers and attachments. Ten minutes later, their data is erased from events. Rows that
   * exceed one statement are deleted in batches before the candidate: if that fails midway, the candidate and the
   * remaining rows stay.
   */
  readonly remove: <Failure>(
    actor: Actor,
    id: CandidateId,
    decide: (candidate: CandidateState) => Decision<CandidateState, Failure>
  ) => Effect.Effect<void, Failure | CandidateNotFound | CandidateMerged>
}>()("@candor/domain/Candidates") {}
