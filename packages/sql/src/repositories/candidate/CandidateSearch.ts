/**
 * The search of candidates (decision 0041). First come candidates with the exact words, then, if there are few, those
 * with similar words.
 */
import type { CandidateDetail } from "@candor/domain/candidate/Candidate"
import type { OrganizationId } from "@candor/domain/Id"
import {
  CandidateSearch,
  type Highlight,
  type MatchKind,
  type SearchFilter,
  type SearchPage,
  type SearchPosition,
  type SearchResult
} from "@candor/domain/search/CandidateSearch"
import { fieldHighlights, type FoundTerm, type Pieces, termOf } from "@candor/domain/search/Highlighting"
import { parse } from "@candor/domain/search/SearchQuery"
import { Effect, Layer } from "effect"
import { SqlClient, type SqlError } from "effect/sql"
import { type Highlighted, type Search, termsOf, type TextMatch } from "./SearchConditions.ts"
import { combinedMatches, type ExactMatch, directMatches, maxDirect } from "./SearchExact.ts"
import { excerpts } from "./SearchExcerpts.ts"
import { listedMatches } from "./SearchListed.ts"
import { similarMatches } from "./SearchSimilar.ts"

/** From this many exact matches on, similar words are not searched. */
const enough = 10

/** Splits the pieces of a candidate into fields, at U+0002. */
const fieldsOf = ({ folded, written }: Pieces): ReadonlyArray<Pieces> => {
  const forms = folded.split("\u0002")
  return written.split("\u0002").map((written, at) => ({ written, folded: forms[at] ?? "" }))
}

/** A match in the order of the search. */
interface Found {
  readonly candidate: CandidateDetail
  readonly match: MatchKind
  readonly score: number
  readonly text: TextMatch | null
  /** The source of its highlights; undefined if no words were searched. */
  readonly pieces?: Highlighted
}

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const excerptsOf = excerpts(sql)
  const directOf = directMatches(sql)
  const selectCombined = combinedMatches(sql)
  const selectSimilar = similarMatches(sql)
  const selectListed = listedMatches(sql)

  const found =
    (match?: MatchKind) =>
    ({ folded, in_fields, score, sequences, text = null, written, ...candidate }: ExactMatch): Found => ({
      candidate,
      match: match ?? (in_fields ? "fields" : "text"),
      score,
      text,
      pieces: { folded, sequences, written }
    })

  const combinedOf = (search: Search, direct: ReadonlyArray<ExactMatch>, limit: number, after?: SearchPosition) =>
    search.query.forms[0].length === 1 || limit <= 0
      ? Effect.succeed([])
      : Effect.map(
        selectCombined(search, direct.map(({ id }) => id), limit, after),
        (rows) => rows.map(found("combined"))
      )
  const similarOf = (search: Search, otherwise: ReadonlyArray<string>, limit: number, after?: SearchPosition) =>
    Effect.map(
      selectSimilar(search, otherwise, limit, after),
      (rows) =>
        rows.map(({ folded, score, sequences, written, ...candidate }): Found => ({
          candidate,
          match: "similar",
          score,
          text: null,
          pieces: { folded, sequences, written }
        }))
    )

  /**
   * Finds the first matches. Those with all words in one place are searched first, because they often fill the page.
   * The other kinds are then searched concurrently, because the similar ones are usually needed, too.
   */
  const first = Effect.fnUntraced(function*(search: Search, limit: number) {
    const direct = yield* directOf(search, limit)
    const left = limit - direct.length
    if (left === 0) return direct.map(found())
    const [combined, similar] = yield* Effect.all([
      combinedOf(search, direct, left),
      direct.length >= enough ? Effect.succeed([]) : similarOf(search, direct.map(({ id }) => id), left + enough)
    ], { concurrency: 2 })
    const exact = [...direct.map(found()), ...combined]
    if (exact.length >= enough) return exact
    const known = new Set(combined.map(({ candidate }) => candidate.id))
    return [...exact, ...similar.filter(({ candidate }) => !known.has(candidate.id))].slice(0, limit)
  })

  /** Finds the next matches after a position, in the same order. */
  const behind = Effect.fnUntraced(function*(search: Search, limit: number, after: SearchPosition) {
    const direct = after.match === "fields" || after.match === "text" ? yield* directOf(search, limit, after) : []
    if (direct.length === limit) return direct.map(found())
    const all = yield* directOf(search, maxDirect)
    const combined = after.match === "similar"
      ? []
      : yield* combinedOf(search, all, limit - direct.length, after.match === "combined" ? after : undefined)
    const page = [...direct.map(found()), ...combined]
    if (page.length === limit) return page
    const others = yield* combinedOf(search, all, enough - all.length)
    if (all.length + others.length >= enough) return page
    const otherwise = [...all.map(({ id }) => id), ...others.map(({ candidate }) => candidate.id)]
    return [
      ...page,
      ...yield* similarOf(search, otherwise, limit - page.length, after.match === "similar" ? after : undefined)
    ]
  })

  /** Lists all candidates that meet the filter, if no words are searched. */
  const listed = (search: Search, limit: number, after?: SearchPosition) =>
    Effect.map(
      selectListed(search, limit, after),
      (rows) => rows.map((candidate): Found => ({ candidate, match: "filters", score: 0, text: null }))
    )

  /** Returns the matches with their highlights and excerpts. */
  const shown = Effect.fnUntraced(function*(search: Search, found: ReadonlyArray<Found>) {
    const searched = termsOf(search)
    const sequences = found.find(({ pieces }) => pieces !== undefined)?.pieces?.sequences ?? []
    const terms = searched.map(({ whole }, at): FoundTerm => termOf(sequences[at] ?? "", whole))
    const texts = yield* excerptsOf(search, found.flatMap(({ text }) => text ?? []), terms)
    return found.map(({ candidate, match, pieces, text }): SearchResult => {
      const excerpt: Highlight | undefined = texts.get(text?.id ?? "")
      const fields = pieces === undefined ? [] : fieldHighlights(fieldsOf(pieces), terms, match, candidate)
      return { candidate, match, highlights: [...fields, ...(excerpt === undefined ? [] : [excerpt])] }
    })
  })

  const search = Effect.fnUntraced(function*(
    organization: OrganizationId,
    query: string | undefined,
    filter: SearchFilter,
    { after, limit }: SearchPage
  ): Effect.fn.Return<{ items: ReadonlyArray<SearchResult>; next: SearchPosition | undefined }, SqlError.SqlError> {
    const search = { organization, query: parse(query ?? ""), filter }
    const found = yield* search.query.forms[0].length === 0
      ? listed(search, limit + 1, after)
      : after === undefined
      ? first(search, limit + 1)
      : behind(search, limit + 1, after)
    const ofPage = found.slice(0, limit)
    const last = ofPage.at(-1)
    return {
      items: yield* shown(search, ofPage),
      next: found.length > limit && last !== undefined
        ? { match: last.match, score: last.score, id: last.candidate.id }
        : undefined
    }
  })

  return CandidateSearch.of({
    search: (organization, query, filter, page) => Effect.orDie(search(organization, query, filter, page))
  })
})

export const layer = Layer.effect(CandidateSearch, make)
