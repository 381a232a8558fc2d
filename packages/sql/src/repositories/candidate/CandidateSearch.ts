/**
 * The search of candidates (decision 0041). A page has the candidates with the words as they are spelt, and then those with
 * similar words, by a statement that runs only if few were found.
 */
import type { CandidateDetail } from "@candor/domain/candidate/Candidate"
import {
  CandidateSearch,
  type Highlight,
  type MatchKind,
  type SearchFilter,
  type SearchPage,
  type SearchPosition,
  type SearchResult,
  wordsOf
} from "@candor/domain/candidate/CandidateSearch"
import { fieldHighlights, fold } from "@candor/domain/candidate/Highlighting"
import type { OrganizationId } from "@candor/domain/Id"
import { Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import type { Search, TextMatch } from "./SearchConditions.ts"
import { exactKinds, exactMatches } from "./SearchExact.ts"
import { excerpts } from "./SearchExcerpts.ts"
import { similarMatches } from "./SearchSimilar.ts"

/** A query that has found as many candidates is taken as it is spelt. */
const enough = 10

/** A match in the order of the search. */
interface Found {
  readonly candidate: CandidateDetail
  readonly match: MatchKind
  readonly score: number
  readonly text: TextMatch | null
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const excerptsOf = excerpts(sql)
  const exactOf = exactMatches(sql)
  const similarOf = similarMatches(sql)

  const found = (kinds: "direct" | "combined", search: Search, limit: number, after?: SearchPosition) =>
    Effect.map(exactOf(search, kinds, limit, after), (rows) =>
      rows.map(({ kind, score, text = null, ...candidate }): Found => ({ candidate, match: exactKinds[kind]!, score, text })))

  /** Matches with all words as they are spelt. Those that have them in one place are looked for first: often they fill the page. */
  const exact = Effect.fnUntraced(function*(search: Search, limit: number, after?: SearchPosition) {
    const direct = after?.match === "combined" ? [] : yield* found("direct", search, limit, after)
    return direct.length === limit || search.words.length === 1 ? direct : yield* found("combined", search, limit, after)
  })

  const similar = (search: Search, otherwise: ReadonlyArray<string>, limit: number, after?: SearchPosition) =>
    Effect.map(similarOf(search, otherwise, limit, after), (rows) =>
      rows.map(({ score, ...candidate }): Found => ({ candidate, match: "similar", score, text: null })))

  /** The first matches after a position, at most `limit`. */
  const matches = Effect.fnUntraced(function*(search: Search, limit: number, after: SearchPosition | undefined) {
    const isSimilar = after?.match === "similar"
    const page = isSimilar ? [] : yield* exact(search, limit, after)
    if (page.length === limit) return page
    const spelt = after === undefined ? page : yield* exact(search, enough)
    if (spelt.length >= enough) return page
    const otherwise = spelt.map(({ candidate }) => candidate.id)
    return [...page, ...yield* similar(search, otherwise, limit - page.length, isSimilar ? after : undefined)]
  })

  /** The matches as they are shown. */
  const shown = Effect.fnUntraced(function*(search: Search, found: ReadonlyArray<Found>) {
    const texts = yield* excerptsOf(search, found.flatMap(({ text }) => text ?? []))
    const folded = search.words.map(fold)
    return found.map(({ candidate, match, text }): SearchResult => {
      const excerpt: Highlight | undefined = texts.get(text?.id ?? "")
      return { candidate, match, highlights: [...fieldHighlights(candidate, folded, match), ...(excerpt === undefined ? [] : [excerpt])] }
    })
  })

  const search = Effect.fnUntraced(function*(
    organization: OrganizationId,
    query: string,
    filter: SearchFilter,
    { after, limit }: SearchPage
  ): Effect.fn.Return<{ items: ReadonlyArray<SearchResult>; next: SearchPosition | undefined }, SqlError.SqlError> {
    const search = { organization, words: [...new Set(wordsOf(query))], filter }
    const found = yield* matches(search, limit + 1, after)
    const ofPage = found.slice(0, limit)
    const last = ofPage.at(-1)
    return {
      items: yield* shown(search, ofPage),
      next: found.length > limit && last !== undefined ? { match: last.match, score: last.score, id: last.candidate.id } : undefined
    }
  })

  return CandidateSearch.of({
    search: (organization, query, filter, page) => Effect.orDie(search(organization, query, filter, page))
  })
})

export const layer = Layer.effect(CandidateSearch, make)
