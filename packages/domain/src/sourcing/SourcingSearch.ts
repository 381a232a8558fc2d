/** Sourcing searches: a query for people, with the number of prospects found. */
import { Schema } from "effect"
import { type Decision, decided, type DecisionContext, differences, unchanged } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { SearchId } from "../Id.ts"
import { Line, orNull, shown, ShownLine, text } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

const nameOfSearch = described("The name of the search", "Backend engineers in northern Germany")
const queryOfSearch = described(
  "The words that were searched for, wherever that was; null where none were kept",
  "(go OR golang) AND postgres AND hamburg"
)

export const SourcingSearch = Schema.Struct({
  id: SearchId,
  name: ShownLine.pipe(nameOfSearch),
  query: Schema.NullOr(shown(2000, 0)).pipe(queryOfSearch),
  prospect_count: Schema.Int.pipe(described("How many prospects the search has", 23)),
  created_at: Timestamp.pipe(described("When the search was created", example.time.searchCreated))
}).pipe(named("SourcingSearch", "A search for people who have not applied"))
export interface SourcingSearch extends Schema.Schema.Type<typeof SourcingSearch> {}

/** A request for a new search. */
export const SourcingSearchDraft = Schema.Struct({
  name: Line.pipe(nameOfSearch),
  query: Schema.optionalKey(orNull(text(2000))).pipe(queryOfSearch)
}).pipe(named("SourcingSearchDraft", "A new sourcing search"))
export interface SourcingSearchDraft extends Schema.Schema.Type<typeof SourcingSearchDraft> {}

/** A request to change a search. Every field is optional; null clears the query. */
export const SourcingSearchPatch = Schema.Struct({
  name: Schema.optionalKey(Line).pipe(nameOfSearch),
  query: Schema.optionalKey(orNull(text(2000))).pipe(queryOfSearch)
}).pipe(named(
  "SourcingSearchPatch",
  "Changes of a sourcing search. A field that is left out stays, and null clears the query",
  { query: "(go OR golang) AND postgres" }
))
export interface SourcingSearchPatch extends Schema.Schema.Type<typeof SourcingSearchPatch> {}

export class SearchNotFound extends Schema.TaggedError<SearchNotFound>()("SearchNotFound", { id: Schema.String }) {}

/** Creates a search without prospects. */
export const create = (draft: SourcingSearchDraft, context: DecisionContext): Decision<SourcingSearch, never> => {
  const search: SourcingSearch = {
    query: null,
    ...draft,
    id: SearchId.make(context.nextId()),
    prospect_count: 0,
    created_at: context.now
  }
  return decided(search, { type: "sourcing_search.created", subject_id: search.id, data: { ...search } })
}

/** Applies a patch to a search. Its prospects stay as they are. */
export const update = (search: SourcingSearch, patch: SourcingSearchPatch): Decision<SourcingSearch, never> => {
  const changes = differences(search, patch)
  if (Object.keys(changes).length === 0) return unchanged(search)
  const after: SourcingSearch = { ...search, ...changes }
  return decided(after, { type: "sourcing_search.updated", subject_id: search.id, data: { ...after } })
}

/** Deletes a search with its prospects. The event has the search's id alone. */
export const remove = (search: SourcingSearch): Decision<SourcingSearch, never> =>
  decided(search, { type: "sourcing_search.deleted", subject_id: search.id, data: { id: search.id } })
