/**
 * The port to sourcing searches. Ten minutes after a search is deleted, all data is erased from its events and those of
 * its prospects.
 */
import { Context } from "effect"
import type { StoreOf } from "../Resource.ts"
import type { sourcingSearches } from "./SourcingSearch.ts"

export class SourcingSearches extends Context.Service<SourcingSearches, StoreOf<typeof sourcingSearches>>()(
  "@candor/domain/SourcingSearches"
) {}
