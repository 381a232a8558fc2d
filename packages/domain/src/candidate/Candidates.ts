/** The port to stored candidates. Each method works within one organization. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { CandidateNotFound, CandidateState, CandidateChange } from "./Candidate.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { CandidateId, OrganizationId } from "../Id.ts"
import type { LimitReached } from "../Limit.ts"
import type { Page, PageRequest } from "../Pagination.ts"

export interface CandidateFilter {
  /** The primary e-mail address, in any case of letters. */
  readonly email?: string | undefined
}

export class Candidates extends Context.Service<Candidates, {
  readonly list: (
    organization: OrganizationId,
    filter: CandidateFilter,
    page: PageRequest
  ) => Effect.Effect<Page<CandidateState>>
  readonly get: (organization: OrganizationId, id: CandidateId) => Effect.Effect<CandidateState, CandidateNotFound>
  /** Stores the new candidate that `decide` returns. */
  readonly create: <Failure>(
    actor: Actor,
    decide: (context: DecisionContext) => Decision<CandidateChange, Failure>
  ) => Effect.Effect<CandidateState, Failure>
  /** Stores the candidate that `decide` returns, with at most `maxProfiles` profiles; decides again after a concurrent change. */
  readonly modify: <Failure>(
    actor: Actor,
    id: CandidateId,
    decide: (candidate: CandidateState, context: DecisionContext) => Decision<CandidateChange, Failure>
  ) => Effect.Effect<CandidateState, Failure | CandidateNotFound | LimitReached>
}>()("@candor/domain/Candidates") {}
