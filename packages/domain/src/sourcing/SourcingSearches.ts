/** The port to stored sourcing searches. Each method works within one organization. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { OrganizationId, SearchId } from "../Id.ts"
import type { Page, PageRequest } from "../Pagination.ts"
import type { SearchNotFound, SourcingSearch } from "./SourcingSearch.ts"

export class SourcingSearches extends Context.Service<SourcingSearches, {
  readonly list: (organization: OrganizationId, page: PageRequest) => Effect.Effect<Page<SourcingSearch>>
  readonly get: (organization: OrganizationId, id: SearchId) => Effect.Effect<SourcingSearch, SearchNotFound>
  /** Stores the new search that `decide` returns. */
  readonly create: <Failure>(
    actor: Actor,
    decide: (context: DecisionContext) => Decision<SourcingSearch, Failure>
  ) => Effect.Effect<SourcingSearch, Failure>
  /** Stores the search that `decide` returns; decides again after a concurrent change. */
  readonly modify: <Failure>(
    actor: Actor,
    id: SearchId,
    decide: (search: SourcingSearch, context: DecisionContext) => Decision<SourcingSearch, Failure>
  ) => Effect.Effect<SourcingSearch, Failure | SearchNotFound>
  /**
   * Deletes the search with its prospects if `decide` allows it, and returns its last state. All data is erased from the
   * events of the search and its prospects ten minutes later.
   */
  readonly remove: <Failure>(
    actor: Actor,
    id: SearchId,
    decide: (search: SourcingSearch, context: DecisionContext) => Decision<SourcingSearch, Failure>
  ) => Effect.Effect<SourcingSearch, Failure | SearchNotFound>
}>()("@candor/domain/SourcingSearches") {}
