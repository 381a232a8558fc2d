/** Sourcing searches: queries for people, with the number of prospects found. */
import { Schema } from "effect"
import { everything, nothing } from "../Where.ts"
import { named } from "../Described.ts"
import * as example from "../Example.ts"
import { SearchId } from "../Id.ts"
import { aggregated, id, nullable, required, time, version, without } from "../Field.ts"
import { declare, Deleted } from "../Noun.ts"
import { resource } from "../Resource.ts"
import { Line, orNull, shown, ShownLine, text } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

export const noun = declare({
  subject: "sourcing_search",
  description: "A search for people who have not applied",
  label: ["Sourcing project", "Sourcing-Projekt"],
  table: "sourcing_searches",
  sees: { open: everything, team: nothing },
  fields: {
    id: id(SearchId),
    name: required(ShownLine, Line, {
      description: "The name of the search",
      example: "Backend engineers in northern Germany",
      privacy: "kept"
    }),
    query: nullable(shown(2000, 0), orNull(text(2000)), {
      description: "The query used to find people elsewhere; null if not recorded",
      example: "(go OR golang) AND postgres AND hamburg",
      privacy: "kept"
    }),
    prospect_count: aggregated(Schema.Int, "How many prospects the search has", 23),
    created_at: time(Timestamp, "When the search was created", example.time.searchCreated),
    version: version.pipe(without("event"))
  },
  events: {
    created: { summary: "A sourcing search was created", example: { prospect_count: 0 } },
    updated: { summary: "A sourcing search was changed" },
    deleted: { summary: "A sourcing search was deleted with its prospects", data: Deleted }
  }
})

/** A sourcing search with the number of its prospects. */
export const SourcingSearch = noun.json
export interface SourcingSearch extends Schema.Schema.Type<typeof SourcingSearch> {}

export const SourcingSearchState = noun.row
export interface SourcingSearchState extends Schema.Schema.Type<typeof SourcingSearchState> {}

/** A request for a new search. */
export const SourcingSearchDraft = noun.create.pipe(named("SourcingSearchDraft", "A new sourcing search"))
export interface SourcingSearchDraft extends Schema.Schema.Type<typeof SourcingSearchDraft> {}

/** A request to change a search. Every field is optional; null clears the query. */
export const SourcingSearchPatch = noun.update.pipe(named(
  "SourcingSearchPatch",
  "Changes to a sourcing search. Omitted fields keep their values; null clears the query",
  { query: "(go OR golang) AND postgres" }
))
export interface SourcingSearchPatch extends Schema.Schema.Type<typeof SourcingSearchPatch> {}

/** Sourcing searches as a resource. Deleting a search deletes its prospects; changing it does not affect them. */
export const sourcingSearches = resource(noun, { initial: { prospect_count: 0 } })
