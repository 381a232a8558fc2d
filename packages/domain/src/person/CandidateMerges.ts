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
  /** Returns the merges into the candidate, or into the survivor that it was merged into, last first. */
  readonly merges: (
    organization: OrganizationId,
    id: CandidateId,
    page: PageRequest<MergePosition>
  ) => Effect.Effect<Page<MergeListItem, MergePosition>, CandidateNotFound>
  /**
   * Stores the merge that `decide` returns: the candidate's records become the survivor's, and reads by the candidate's
   * id return the survivor. Decides again after a concurrent change of either.
   */
  readonly merge: <Failure>(
    actor: Actor,
    id: CandidateId,
    into: CandidateId,
    decide: (stored: MergeContext, context: DecisionContext) => Decision<Merged, Failure>
  ) => Effect.Effect<Merged, Failure | CandidateNotFound | CandidateMerged>
  /** Restores a merged candidate with its moved records, if `decide` allows it. */
  readonly unmerge: <Failure>(
    actor: Actor,
    id: CandidateId,
    decide: (stored: UnmergeContext, context: DecisionContext) => Decision<Unmerged, Failure>
  ) => Effect.Effect<CandidateState, Failure | CandidateNotFound | CandidateNotMerged | ExternalIdTaken>
  /** Deletes the undo data of merges that can no longer be undone, in all organizations. */
  readonly forgetMerges: Effect.Effect<void>
}>()("@candor/domain/CandidateMerges") {}
