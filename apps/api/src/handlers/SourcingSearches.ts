import { Api } from "@candor/contract/Api"
import { names } from "@candor/contract/SourcingSearches"
import { SourcingSearches } from "@candor/domain/sourcing/SourcingSearches"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { resourceHandlers } from "../response/ResourceHandlers.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "SourcingSearches",
  (handlers) => Effect.map(SourcingSearches, (searches) => handlers.handleAll(resourceHandlers(names, searches)))
)
