/** Sourcing searches (spec, part 4, "Other operations"). */
import { described } from "@candor/domain/Described"
import { SearchId } from "@candor/domain/Id"
import { Pagination } from "@candor/domain/Pagination"
import { SourcingSearch, SourcingSearchDraft, SourcingSearchPatch } from "@candor/domain/sourcing/SourcingSearch"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import { bodyErrors, Deleted, documented, noQuery, resourceErrors, ResponseExample } from "./Endpoint.ts"
import { NextCursor, pageQuery } from "./PageQuery.ts"
import { pathId } from "./PathId.ts"

const OneSearch = Schema.Struct({ search: SourcingSearch })

export class SourcingSearches extends HttpApiGroup.make("SourcingSearches")
  .add(
    HttpApiEndpoint.get("list", "/sourcing/searches", {
      query: pageQuery,
      success: Schema.Struct({
        searches: Schema.Array(SourcingSearch).pipe(described("The sourcing searches of the page, newest first")),
        pagination: Pagination,
        next_cursor: NextCursor
      })
    }).annotateMerge(documented("List sourcing searches", "Newest first, each with the number of its prospects.")),
    HttpApiEndpoint.post("create", "/sourcing/searches", {
      query: noQuery,
      payload: SourcingSearchDraft,
      success: OneSearch.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).middleware(WriteScope).annotateMerge(documented("Create a sourcing search",
      "Candor does not search by itself: people who were found elsewhere are added to the search as prospects."
    )),
    HttpApiEndpoint.get("get", "/sourcing/searches/:searchId", {
      params: { searchId: pathId(SearchId) },
      query: noQuery,
      success: OneSearch,
      error: resourceErrors
    }).annotateMerge(documented("Get a sourcing search", "`GET /sourcing/searches/{searchId}/prospects` has its prospects.")),
    HttpApiEndpoint.patch("update", "/sourcing/searches/:searchId", {
      params: { searchId: pathId(SearchId) },
      query: noQuery,
      payload: SourcingSearchPatch,
      success: OneSearch,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope)
      .annotate(ResponseExample, { search: { query: "(go OR golang) AND postgres" } })
      .annotateMerge(documented("Update a sourcing search", "Changes the given fields; null clears the query.")),
    HttpApiEndpoint.delete("delete", "/sourcing/searches/:searchId", {
      params: { searchId: pathId(SearchId) },
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    }).middleware(WriteScope).annotateMerge(documented("Delete a sourcing search with its prospects",
      "All data is erased from the events of the search and its prospects ten minutes later."
    ))
  )
  .annotate(OpenApi.Title, "Sourcing")
  .annotate(OpenApi.Description, "Searches for people who have not applied, and their prospects.")
{}
