/** Sourcing searches: a query for people, with the number of prospects found. */
import { Schema } from "effect"
import { type Decision, decided, type DecisionContext, differences, unchanged } from "../Decision.ts"
import { named } from "../Described.ts"
import * as example from "../Example.ts"
import { SearchId } from "../Id.ts"
import { id, managed, nullable, required, time, without } from "../Field.ts"
import { absent, declare, Deleted } from "../Noun.ts"
import { Line, orNull, shown, ShownLine, text } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

export const noun = declare({
  subject: "sourcing_search",
  description: "A search for people who have not applied",
  table: "sourcing_searches",
  fields: {
    id: id(SearchId),
    name: required(ShownLine, Line, {
      description: "The name of the search",
      example: "Backend engineers in northern Germany",
      privacy: "kept"
    }),
    query: nullable(shown(2000, 0), orNull(text(2000)), {
      description: "The words that were searched for, wherever that was; null where none were kept",
      example: "(go OR golang) AND postgres AND hamburg",
      privacy: "kept"
    }),
    prospect_count: managed(Schema.Int, {
      description: "How many prospects the search has",
      example: 23,
      privacy: "kept"
    }).pipe(without("row")),
    created_at: time(Timestamp, "When the search was created", example.time.searchCreated)
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

/** A request for a new search. */
export const SourcingSearchDraft = noun.create.pipe(named("SourcingSearchDraft", "A new sourcing search"))
export interface SourcingSearchDraft extends Schema.Schema.Type<typeof SourcingSearchDraft> {}

/** A request to change a search. Every field is optional; null clears the query. */
export const SourcingSearchPatch = noun.update.pipe(named(
  "SourcingSearchPatch",
  "Changes of a sourcing search. A field that is left out stays, and null clears the query",
  { query: "(go OR golang) AND postgres" }
))
export interface SourcingSearchPatch extends Schema.Schema.Type<typeof SourcingSearchPatch> {}

export class SearchNotFound extends Schema.TaggedError<SearchNotFound>()("SearchNotFound", { id: Schema.String }) {}

/** Creates a search without prospects. */
export const create = (draft: SourcingSearchDraft, context: DecisionContext): Decision<SourcingSearch, never> => {
  const search: SourcingSearch = {
    ...absent(noun),
    ...draft,
    id: SearchId.make(context.nextId()),
    prospect_count: 0,
    created_at: context.now
  }
  return decided(search, noun.event("created", search))
}

/** Applies a patch to a search. Its prospects stay as they are. */
export const update = (search: SourcingSearch, patch: SourcingSearchPatch): Decision<SourcingSearch, never> => {
  const changes = differences(search, patch)
  if (Object.keys(changes).length === 0) return unchanged(search)
  const after: SourcingSearch = { ...search, ...changes }
  return decided(after, noun.event("updated", after))
}

/** Deletes a search with its prospects. The event has the search's id alone. */
export const remove = (search: SourcingSearch): Decision<SourcingSearch, never> => decided(search, noun.event("deleted", search))
