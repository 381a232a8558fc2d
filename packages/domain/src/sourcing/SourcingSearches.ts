/**
 * The port to sourcing searches. All data is erased from the events of a deleted search and of its prospects ten
 * minutes later.
 */
import { Context } from "effect"
import type { StoreOf } from "../Resource.ts"
import type { sourcingSearches } from "./SourcingSearch.ts"

export class SourcingSearches extends Context.Service<SourcingSearches, StoreOf<typeof sourcingSearches>>()(
  "@candor/domain/SourcingSearches"
) {}
