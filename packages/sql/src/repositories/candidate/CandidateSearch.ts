/**
 * The search of candidates (decision 0041). A page has the matches of one kind after the other, each kind by a statement that
 * runs only if those before it do not fill the page.
 */
import type { CandidateDetail } from "@candor/domain/candidate/Candidate"
import {
  CandidateSearch,
  type Highlight,
  type MatchKind,
  matchKinds,
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
import { columnsOf } from "../../statements/Rows.ts"
import { candidateColumns } from "./CandidateRows.ts"
import type { Scored, Search } from "./SearchConditions.ts"
import { fieldMatches, similarMatches } from "./SearchFields.ts"
import { combinedMatches, excerpts, textMatches } from "./SearchTexts.ts"

/** A query that has found as many candidates is taken as it is spelt. */
const enough = 10

/** A match in the order of the search. */
type Found = Scored & { readonly match: MatchKind }

/** Returns the matches of a kind in their order, without the candidates that earlier kinds have found. */
type Matches = (search: Search, earlier: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<Scored>, SqlError.SqlError>

const isAfter = (after: SearchPosition | undefined) => ({ id, score }: { readonly id: string; readonly score: number }): boolean =>
  after === undefined || score < after.score || (score === after.score && id < after.id)

const make = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const excerptsOf = excerpts(sql)

  const columns = sql.literal(`c.id, ${columnsOf("c", candidateColumns)}, c.created_at, c.updated_at, c.anonymised_at`)

  /** The matches of each kind in order, without those that earlier kinds have. */
  const kinds: { readonly [Kind in MatchKind]: Matches } = {
    fields: fieldMatches(sql),
    text: textMatches(sql),
    combined: combinedMatches(sql),
    similar: similarMatches(sql)
  }

  /** The first matches of the page, at most `limit`. The kinds before that of the position are searched for what they leave out. */
  const matches = Effect.fnUntraced(function*(search: Search, { after }: SearchPage, limit: number) {
    const found: Array<Found> = []
    const earlier: Array<string> = []
    const begin = matchKinds.indexOf(after?.match ?? "fields")
    for (const [at, match] of matchKinds.entries()) {
      if (match === "similar" && earlier.length >= enough) break
      const some = yield* kinds[match](search, earlier)
      earlier.push(...some.map(({ id }) => id))
      if (at < begin) continue
      const behind = isAfter(at === begin ? after : undefined)
      found.push(...some.filter(behind).slice(0, limit - found.length).map((one) => ({ ...one, match })))
      if (found.length === limit) break
    }
    return found
  })

  const candidatesOf = (organization: OrganizationId, ids: ReadonlyArray<string>) =>
    sql<CandidateDetail>`
      SELECT ${columns} FROM candidates c WHERE c.organization_id = ${organization} AND c.id = ANY (${ids}::uuid[])
    `.pipe(Effect.map((rows) => new Map(rows.map((row) => [row.id as string, row]))))

  /** The matches as they are shown. A candidate that was deleted meanwhile is left out. */
  const shown = Effect.fnUntraced(function*(search: Search, found: ReadonlyArray<Found>) {
    const candidates = yield* candidatesOf(search.organization, found.map(({ id }) => id))
    const texts = yield* excerptsOf(search, found.flatMap(({ text }) => text ?? []))
    const folded = search.words.map(fold)
    return found.flatMap(({ id, match, text }): ReadonlyArray<SearchResult> => {
      const candidate = candidates.get(id)
      if (candidate === undefined) return []
      const excerpt: Highlight | undefined = texts.get(text?.id ?? "")
      const highlights = [...fieldHighlights(candidate, folded, match), ...(excerpt === undefined ? [] : [excerpt])]
      return [{ candidate, match, highlights }]
    })
  })

  const search = Effect.fnUntraced(function*(
    organization: OrganizationId,
    query: string,
    filter: SearchFilter,
    page: SearchPage
  ): Effect.fn.Return<{ items: ReadonlyArray<SearchResult>; next: SearchPosition | undefined }, SqlError.SqlError> {
    const words = [...new Set(wordsOf(query))]
    const search = { organization, words, filter }
    const found = yield* matches(search, page, page.limit + 1)
    const ofPage = found.slice(0, page.limit)
    const last = ofPage.at(-1)
    return {
      items: ofPage.length === 0 ? [] : yield* shown(search, ofPage),
      next: found.length > page.limit && last !== undefined ? { match: last.match, score: last.score, id: last.id } : undefined
    }
  })

  return CandidateSearch.of({
    search: (organization, query, filter, page) => Effect.orDie(search(organization, query, filter, page))
  })
})

export const layer = Layer.effect(CandidateSearch, make)
