/** Sourcing searches (spec, part 4, "Other operations"). */
import { SearchId } from "@candor/domain/Id"
import { SourcingSearch, SourcingSearchDraft, SourcingSearchPatch } from "@candor/domain/sourcing/SourcingSearch"
import { HttpApiGroup, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import { documented, ResponseExample } from "./Endpoint.ts"
import { resourceOperations } from "./ResourceOperations.ts"

/** The names of sourcing searches in responses and paths. */
export const names = { one: "search", many: "searches", param: "searchId" } as const

const searches = resourceOperations({
  names,
  path: "/sourcing/searches",
  id: SearchId,
  item: SourcingSearch,
  draft: SourcingSearchDraft,
  patch: SourcingSearchPatch
})

export class SourcingSearches extends HttpApiGroup.make("SourcingSearches")
  .add(
    searches.list.annotateMerge(
      documented("List sourcing searches", "Returns searches newest first, each with its number of prospects.")
    ),
    searches.create.middleware(WriteScope).annotateMerge(
      documented(
        "Create a sourcing search",
        "Candor does not search by itself: add people found elsewhere to the search as prospects."
      )
    ),
    searches.get.annotateMerge(
      documented("Get a sourcing search", "`GET /sourcing/searches/{searchId}/prospects` lists its prospects.")
    ),
    searches.update.middleware(WriteScope)
      .annotate(ResponseExample, { search: { query: "(go OR golang) AND postgres" } })
      .annotateMerge(documented("Update a sourcing search", "Updates the given fields; null clears the query.")),
    searches.delete.middleware(WriteScope).annotateMerge(
      documented(
        "Delete a sourcing search with its prospects",
        "Ten minutes later, all data is also erased from the events of the search and its prospects."
      )
    )
  )
  .annotate(OpenApi.Title, "Sourcing")
  .annotate(OpenApi.Description, "Searches for people who have not applied, and their prospects.")
{}
