/** The port to merges of candidates. Each method but the last works within one organization. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { CandidateMerged, CandidateNotFound, CandidateState } from "../candidate/Candidate.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { ExternalIdTaken } from "../ExternalId.ts"
import type { CandidateId, OrganizationId } from "../Id.ts"
import type { Page, PageRequest } from "../Pagination.ts"
import type {
  CandidateNotMerged,
  MergeContext,
  Merged,
  MergeListItem,
  MergePosition,
  UnmergeContext,
  Unmerged
} from "./CandidateMerge.ts"

export class CandidateMerges extends Context.Service<CandidateMerges, {
  /** Lists the merges into the candidate, or into the survivor that it was merged into: the last first. */
  readonly merges: (
    organization: OrganizationId,
    id: CandidateId,
    page: PageRequest<MergePosition>
  ) => Effect.Effect<Page<MergeListItem, MergePosition>, CandidateNotFound>
  /**
   * Stores the merge that `decide` returns: what belongs to the candidate is the survivor's from then on, and reads of
   * the candidate's id return the survivor. Decides again after a concurrent change of either.
   */
  readonly merge: <Failure>(
    actor: Actor,
    id: CandidateId,
    into: CandidateId,
    decide: (stored: MergeContext, context: DecisionContext) => Decision<Merged, Failure>
  ) => Effect.Effect<Merged, Failure | CandidateNotFound | CandidateMerged>
  /** Restores a merged candidate with what moved from it, as `decide` allows. */
  readonly unmerge: <Failure>(
    actor: Actor,
    id: CandidateId,
    decide: (stored: UnmergeContext, context: DecisionContext) => Decision<Unmerged, Failure>
  ) => Effect.Effect<CandidateState, Failure | CandidateNotFound | CandidateNotMerged | ExternalIdTaken>
  /** Deletes what undoing needs of merges that are too old for it, of all organizations. */
  readonly forgetMerges: Effect.Effect<void>
}>()("@candor/domain/CandidateMerges") {}
