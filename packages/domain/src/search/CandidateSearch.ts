/** The candidate search (decision 0041): the query, the order of results, and the port. */
import { Context, type Effect, Schema } from "effect"
import { applicationFilters } from "../application/ApplicationFilter.ts"
import { described, named } from "../Described.ts"
import { ApplicationId, type OrganizationId, Uuid } from "../Id.ts"
import { searchedTexts } from "../nouns.ts"
import { CandidateDetail } from "../candidate/Candidate.ts"
import { fieldSources } from "./SearchedFields.ts"
import { misunderstood, wordsOf } from "./SearchQuery.ts"
import { isBlank } from "../CleanText.ts"
import { Line, text } from "../Text.ts"
import { tagFilter } from "../candidate/Tag.ts"
import { because } from "../IssueReason.ts"

/** The most characters of a query. */
export const maxQueryLength = 200

/** The most words of a query. */
export const maxWords = 8

/** The most candidates, and texts of each source, that a search reads for all words together, and for each word. */
export const maxMatches = 500

/** The most candidates with similar words that a search sorts. */
export const maxSimilar = 200

/**
 * The fewest letters of a word that is searched with typing errors: nearly every shorter word is one error away from
 * another one.
 */
export const minMisspelt = 3

/**
 * The most candidates, and texts of each source, with the words of a search that are checked against its phrases and
 * filters.
 */
export const maxFiltered = 10_000

/**
 * The most of them that are checked for visibility to a member with partial access, or compared with the ids that match
 * a filter.
 */
export const maxSought = 50_000

/** The most candidates whose words have the same beginning as one of the search that are compared with it. */
export const maxCompared = 2000

/** The text of a query: 1 to 8 words. A blank one, as from an empty input, means none. */
export const SearchQuery = text(maxQueryLength).check(
  Schema.makeFilter<string>((query) => {
    const { length } = wordsOf(query)
    return isBlank(query) || length > 0 && length <= maxWords
  }, { expected: `1 to ${maxWords} words of letters or digits`, ...because("not_search"), toJsonSchema: () => ({}) }),
  Schema.makeFilter<string>((query) => {
    const problem = misunderstood(query)
    return problem === undefined ? undefined : `Expected ${problem}`
  }, { ...because("not_search"), toJsonSchema: () => ({}) })
)

/** The filters on an application of a candidate. */
export const AppliedFilter = Schema.Struct(applicationFilters("candidates with an application"))

/**
 * Selects candidates by all conditions that are given. Those on applications have to hold for one application together.
 */
export const SearchFilter = Schema.Struct({
  university: Schema.optionalKey(Line).pipe(
    described(
      "Only candidates of this university; case, accents and punctuation are ignored",
      "University of Lagos"
    )
  ),
  location: Schema.optionalKey(Line).pipe(
    described("Only candidates whose location contains all of these words", "Frankfurt")
  ),
  ...tagFilter,
  ...AppliedFilter.fields
})
export interface SearchFilter extends Schema.Schema.Type<typeof SearchFilter> {
  readonly years_min?: number
}

/**
 * How a candidate matches, the best first: all words begin words of its fields; of one of its texts; of its fields and
 * texts together; or its fields have similar words. `filters`: there are no words, and the filters select it.
 */
export const matchKinds = ["fields", "text", "combined", "similar", "filters"] as const
export const MatchKind = Schema.Literals(matchKinds).pipe(
  described(
    "How the candidate matches, from best to worst: by its `fields`, a `text`, both `combined`, or `similar` " +
      "words; `filters` if the query has no words",
    "fields"
  )
)
export type MatchKind = typeof MatchKind.Type

/** The position of a match: its kind, its score within the kind, and the candidate's id. */
export const SearchPosition = Schema.Struct({
  match: MatchKind,
  score: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 2_147_483_647 })),
  id: Uuid
})
export interface SearchPosition extends Schema.Schema.Type<typeof SearchPosition> {}

/** Requests the matches after a position, or the first ones. */
export interface SearchPage {
  readonly limit: number
  readonly after?: SearchPosition | undefined
}

/** A segment of a text, and whether it matches. The segments of a highlight joined are the text. */
export const HighlightPart = Schema.Struct({
  text: Schema.String.pipe(described("A segment of the text. Joined, the segments are the text", "Maya")),
  is_match: Schema.Boolean.pipe(described("Whether the segment is a word that matches", true))
})
export interface HighlightPart extends Schema.Schema.Type<typeof HighlightPart> {}

/** The kinds of texts that are searched besides a candidate's fields. */
export const TextSource = Schema.Literals(searchedTexts.map(({ source }) => source))
export type TextSource = typeof TextSource.Type

/** A field of the candidate, or an excerpt of a text, with the words that match. */
export const Highlight = Schema.Struct({
  source: Schema.Literals([...fieldSources, ...TextSource.literals]).pipe(
    described("The field or kind of text that contains the words", "full_name")
  ),
  application_id: Schema.NullOr(ApplicationId).pipe(
    described("The application that the text belongs to; null if it belongs to the candidate", null)
  ),
  parts: Schema.Array(HighlightPart).pipe(
    described("The text in segments", [{ text: "Maya", is_match: true }, { text: " Okafor", is_match: false }])
  )
}).pipe(named("SearchHighlight", "A field of the candidate, or an excerpt of a text, with the words that match"))
export interface Highlight extends Schema.Schema.Type<typeof Highlight> {}

/** A candidate that the search found. */
export const SearchResult = Schema.Struct({
  candidate: CandidateDetail.pipe(described("The matching candidate")),
  match: MatchKind,
  highlights: Schema.Array(Highlight).pipe(described("Where the words of the query were found"))
}).pipe(named("SearchResult", "A candidate that a search found"))
export interface SearchResult extends Schema.Schema.Type<typeof SearchResult> {}

/** A page of matches. `next` is the position of its last one if there are more. */
export interface SearchResults {
  readonly items: ReadonlyArray<SearchResult>
  readonly next: SearchPosition | undefined
}

export class CandidateSearch extends Context.Service<CandidateSearch, {
  /**
   * Searches the organization's candidates, except anonymised ones. Without words, returns all that the filter selects,
   * newest first.
   */
  readonly search: (
    organization: OrganizationId,
    query: string | undefined,
    filter: SearchFilter,
    page: SearchPage
  ) => Effect.Effect<SearchResults>
}>()("@candor/domain/CandidateSearch") {}
