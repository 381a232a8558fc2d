/** The search of candidates. */
import { maxYears } from "@candor/domain/candidate/YearsExperience"
import { isBlank } from "@candor/domain/CleanText"
import { because } from "@candor/domain/IssueReason"
import { described } from "@candor/domain/Described"
import * as Search from "@candor/domain/search/CandidateSearch"
import { parse } from "@candor/domain/search/SearchQuery"
import { Hash, Schema } from "effect"
import { HttpApiEndpoint, OpenApi } from "effect/http-api"
import { cursorOf, CursorPagination, NextCursor } from "./PageQuery.ts"
import { queryInteger } from "./QueryInteger.ts"

/** Results of a page of a search: fewer than of a list, because each has excerpts. */
const searchLimit = { minimum: 1, maximum: 50, default: 20, description: "Maximum number of results" }

/** A cursor of a search. It is valid for that search only, whose hash it contains. */
const SearchCursor = Schema.Struct({ ...Search.SearchPosition.fields, search: Schema.Int })

const searchParameters = Schema.Struct({
  q: Schema.optionalKey(Search.SearchQuery).pipe(
    described(
      `The words to search for, at most ${Search.maxWords}: \`"a phrase"\`, \`-excluded\`, \`java OR kotlin\`. ` +
        "Optional if a filter is given",
      "maya postgres"
    )
  ),
  years_min: Schema.optionalKey(queryInteger({
    minimum: 0,
    maximum: maxYears,
    isRounded: true,
    description: "Minimum experience, in whole years"
  })),
  ...Search.SearchFilter.fields,
  limit: Schema.optionalKey(queryInteger(searchLimit)),
  cursor: Schema.optionalKey(cursorOf(SearchCursor, () => true))
})

/** Returns a hash of a search's words and filters, without its page size. */
const hashOf = ({ cursor: _cursor, limit: _limit, q, ...filter }: typeof searchParameters.Type): number =>
  Hash.string(JSON.stringify([JSON.stringify(parse(q ?? "")).toLowerCase(), Object.entries(filter).toSorted()]))

const searchQuery = searchParameters.check(
  Schema.makeFilter((query) => {
    const { cursor, limit: _limit, q, ...filter } = query
    return [
      ...(Object.keys(filter).length > 0 || parse(q ?? "").forms[0].length > 0
        ? []
        : [{
          path: ["q"],
          issue: isBlank(q ?? "")
            ? "Expected words to search for, or a filter"
            : "Expected a word that is not excluded, or a filter"
        }]),
      ...(cursor === undefined || cursor.search === hashOf(query)
        ? []
        : [{ path: ["cursor"], issue: "Expected a cursor of a page with the same words and filters" }])
    ]
  }, because("not_search"))
)

/** Returns the cursor after a position of a search. */
export const searchCursor = (
  query: typeof searchQuery.Type,
  position: Search.SearchPosition
): typeof SearchCursor.Type => ({
  ...position,
  search: hashOf(query)
})

/** Converts the query of a search to its page. */
export const toSearchPage = ({ cursor, limit = searchLimit.default }: typeof searchQuery.Type): Search.SearchPage => ({
  limit,
  after: cursor
})

/** The tag of the search in the OpenAPI document, besides the tags of groups. */
export const searchTag = {
  name: "Search",
  description: "Search for candidates by words in their fields and texts, and by filters."
}

export const searchEndpoint = HttpApiEndpoint.get("search", "/candidates/search", {
  query: searchQuery,
  success: Schema.Struct({
    results: Schema.Array(Search.SearchResult).pipe(
      described("The matching candidates, best match first")
    ),
    pagination: CursorPagination,
    next_cursor: NextCursor
  })
}).annotate(OpenApi.Summary, "Search candidates")
  .annotate(OpenApi.Override, { tags: [searchTag.name] })
  .annotate(
    OpenApi.Description,
    `Finds candidates by 1 to ${Search.maxWords} words, whatever the case of letters, accents, apostrophes and ` +
      "invisible characters; a word also finds those that it begins. Of Chinese, Japanese, Korean and Thai, any " +
      `part of a name or a sentence is found. \`C++\`, \`C#\`, \`.NET\`, \`node.js\` and \`A/B\` are words. \`"a phrase"\` ` +
      `matches as a whole. \`OR\` requires only one of its two neighbours (\`java OR kotlin spring\`). \`-word\`, \`-"a ` +
      `phrase"\` or \`NOT word\` excludes candidates with that whole word or phrase in any field or text. Words ` +
      "written together or apart (`Mc Donald`, `CI/CD`, `node.js`), `Djordjevic` and `Đorđević`, and both kinds " +
      "of kana match each other. Order of results: first, candidates whose fields (name, email address, " +
      "university, location, tags) contain all words, names before other fields (`match` is `fields`); then " +
      "candidates with all words in one note, answer, file or AI summary (`text`), in fields and texts together " +
      "(`combined`), or with similar words in their fields, such as typing errors (`similar`). Without `q`, or " +
      "with only excluded words, returns all candidates that the filters select, newest first (`filters`). At " +
      `most ${Search.maxMatches} candidates and texts of each source are read for all words together, and as many ` +
      "for each of several words: if more contain a word, `combined` finds only some of the candidates. Filters " +
      `apply before these limits. At most ${Search.maxSimilar} candidates with similar words are ranked. ` +
      "`job_id`, `stage_id`, `status`, `source_type` and both times must match the same application. A North " +
      "American phone number in a text is found however its digits are grouped. A cursor is valid only for the " +
      "words and filters of its page."
  )
