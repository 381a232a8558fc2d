/** Updates the cached boards from events and answers about applications. */
import type { QueryKey } from "@tanstack/react-query"
import { queries } from "../../api/queries.ts"
import { type Apply, asking, changeKept, keepState, wish, withFields } from "../../api/store.ts"
import { stringifySearch } from "../../router/search.ts"
import type { BoardFilter } from "./boardFilter.ts"
import { type Card, type Columns, loadCards, loadMore, type Shown, statusesOf } from "./loadBoard.ts"

/** The fields of an application that events and answers carry. */
export type ApplicationState =
  & Pick<Card, "id" | "stage_id" | "status" | "source_type" | "rejection_reason" | "created_at" | "updated_at">
  & {
    readonly candidate: Pick<Card["candidate"], "id" | "full_name">
    readonly job: { readonly id: string; readonly title: string }
    readonly stage: { readonly id: string; readonly name: string }
  }

export const keyOfBoard = (job: string, shown: Shown, stages: string, filter: BoardFilter) =>
  ["board", job, shown, stages, stringifySearch(filter)] as const

type BoardKey = ReturnType<typeof keyOfBoard>

const boards = (job: string | undefined) =>
  queries.getQueryCache().findAll({ queryKey: ["board", ...(job === undefined ? [] : [job])] }).map(({ queryKey }) =>
    queryKey as BoardKey
  )

/** Returns whether the board has a filter or an order, so that only the server knows its cards. */
const isFiltered = ([, , , , filter]: BoardKey): boolean => filter !== ""

/**
 * Returns the boards of a job, or of all jobs, that a change cannot update: those with a filter or an order, which have
 * to be reloaded.
 */
export const filteredBoards = (job?: string): ReadonlyArray<BoardKey> => boards(job).filter(isFiltered)

/** Returns the card after a change; undefined if it leaves the board. */
type Change = (card: Card) => Card | undefined

/**
 * Returns the columns after changes of cards by id: a card keeps its position, or becomes the first in another column.
 */
const changed = (columns: Columns, changes: ReadonlyMap<string, Change>): Columns => {
  const moved: Array<Card> = []
  const after = [...columns].map(([stage, column]) => {
    if (!column.cards.some(({ id }) => changes.has(id))) return [stage, column] as const
    const cards = column.cards.flatMap((card) => {
      const next = changes.get(card.id)?.(card)
      if (next === undefined) return changes.has(card.id) ? [] : [card]
      if (next.stage_id === stage) return [next]
      moved.push(next)
      return []
    })
    const isSame = cards.length === column.cards.length && cards.every((card, index) => card === column.cards[index])
    return [stage, isSame ? column : { ...column, cards }] as const
  })
  return after.every(([stage, column]) => column === columns.get(stage)) ? columns : withFirst(new Map(after), moved)
}

/** Returns the columns with these cards added on top. */
const withFirst = (columns: Columns, cards: ReadonlyArray<Card>): Columns =>
  new Map([...columns].map(([stage, column]) => {
    const first = cards.filter(({ stage_id }) => stage_id === stage)
    return [stage, first.length === 0 ? column : { ...column, cards: [...first, ...column.cards] }]
  }))

/** Makes the store's change from a change of cards. */
const onBoard = (ids: Iterable<string>, change: Change): Apply => {
  const changes = new Map([...ids].map((id) => [id, change]))
  return (columns) => changed(columns as Columns, changes)
}

/**
 * The ids of cards to reload: cards that an event put on a board, or of which it changed something that it does not
 * contain.
 */
const stale = new Set<string>()

/** The placeholder values of a new card until it is loaded. */
const unknown = {
  headline: null,
  current_company: null,
  tags: [],
  ratings: [],
  asked: 0,
  scorecards_due: 0,
  applied_again_at: null,
  replied_at: null,
  next_interview_at: null,
  signals: [],
  similar: null
}

/** Sets when a card entered its new stage or status, if the answer does not say so yet. */
const entered = (present: Card, after: Card): Card =>
  after.entered_at !== present.entered_at || after.stage_id === present.stage_id && after.status === present.status
    ? after
    : {
      ...after,
      entered_at: after.updated_at > present.updated_at ? after.updated_at : new Date().toISOString()
    }

/** Returns the fields of an application that its card shows. */
const toldOf = (
  { candidate, created_at, id, rejection_reason, source_type, stage_id, status, updated_at }: ApplicationState
) => ({
  candidate: { id: candidate.id, full_name: candidate.full_name },
  created_at,
  id,
  rejection_reason,
  source_type,
  stage_id,
  status,
  updated_at
})

const newCard = (state: ApplicationState): Card => {
  const { candidate, ...told } = toldOf(state)
  const unknownOfCandidate = { primary_email: null, linkedin_url: null }
  return { ...unknown, ...told, candidate: { ...unknownOfCandidate, ...candidate }, entered_at: told.updated_at }
}

/**
 * Puts applications on the boards of their jobs, in their present stages. A board with a later state of an application
 * keeps that.
 */
export const putCards = (states: ReadonlyArray<ApplicationState>): void => {
  for (const [job, ofJob] of Map.groupBy(states, (state) => state.job.id)) {
    const changes = new Map(
      ofJob.map((state) => [state.id, (present: Card) => entered(present, withFields(present, toldOf(state)))])
    )
    keepState(["board", job], (value, key) => {
      const columns = value as Columns
      const after = changed(columns, changes)
      if (isFiltered(key as BoardKey)) return after
      const there = new Set([...columns.values()].flatMap(({ cards }) => cards.map(({ id }) => id)))
      const added = ofJob.filter(({ id, status }) => !there.has(id) && statusesOf(String(key[2])).includes(status))
      for (const { id } of added) stale.add(id)
      return added.length === 0 ? after : withFirst(after, added.map(newCard))
    })
  }
}

/**
 * Changes cards of a job in place before the server answers. Returns a function that ends this, given the ids that the
 * server refused, and the change times of the others, by which later changes stay.
 */
export const wishCards = (job: string, ids: ReadonlySet<string>, change: (card: Card) => Card) => {
  const before = new Map(cardsOfBoards(["board", job]).map(({ card }) => [card.id, card]))
  const applyTo = (ids: ReadonlySet<string>, times: ReadonlyMap<string, string>) =>
    onBoard(ids, (card) => {
      const updated_at = times.get(card.id) ?? card.updated_at
      return card.updated_at > updated_at ? card : entered(card, { ...change(card), updated_at })
    })
  const none = new Map<string, string>()
  const { end } = wish(["board", job], applyTo(ids, none))
  return (refused: ReadonlySet<string> = new Set(), times: ReadonlyMap<string, string> = none): void => {
    end(applyTo(ids.difference(refused), times))
    // A refused card goes back to its former state, unless somebody else has changed it meanwhile.
    const isLater = (card: Card) => card.updated_at > (before.get(card.id)?.updated_at ?? "")
    keepState(["board", job], onBoard(refused, (card) => isLater(card) ? card : before.get(card.id) ?? card))
  }
}

interface CardOnBoard {
  readonly job: string
  readonly card: Card
}

const cardsOfBoards = (queryKey: QueryKey, type?: "active"): ReadonlyArray<CardOnBoard> =>
  queries.getQueriesData<Columns>({ queryKey, ...(type === undefined ? {} : { type }) }).flatMap((
    [[, job], columns]
  ) => [...columns?.values() ?? []].flatMap(({ cards }) => cards.map((card) => ({ job: String(job), card }))))

/** The cards on visible boards. */
const shownCards = () => cardsOfBoards(["board"], "active")

/** Marks the card of an application for the next reload. */
export const markStale = (id: string): void => void stale.add(id)

/** Marks the cards of a person for the next reload. */
export const markPersonStale = (id: string): void => {
  for (const { card } of shownCards()) if (card.candidate.id === id) stale.add(card.id)
}

/**
 * Returns the marked cards on visible boards, and clears the marks. Other boards reload all their cards when they are
 * shown.
 */
export const takeStaleCards = (): ReadonlyArray<CardOnBoard> => {
  const taken = stale.size === 0 ? [] : shownCards().filter(({ card }) => stale.has(card.id))
  if (stale.size > 0) void queries.invalidateQueries({ queryKey: ["board"], type: "inactive", refetchType: "none" })
  stale.clear()
  return taken
}

/** Returns the loaded card; one that has moved meanwhile stays where it is. */
const merged = ({ entered_at, rejection_reason, stage_id, status, updated_at }: Card, loaded: Card): Card =>
  stage_id === loaded.stage_id && status === loaded.status
    ? loaded
    : { ...loaded, entered_at, rejection_reason, stage_id, status, updated_at }

/** Reloads cards with at most three requests for each of their columns, regardless of their number. */
export const reloadCards = async (cards: ReadonlyArray<CardOnBoard>): Promise<void> => {
  const groups = Map.groupBy(cards, ({ card, job }) => `${job} ${card.stage_id} ${card.status}`)
  await Promise.all([...groups.values()].map(async (group) => {
    const [{ card: { stage_id, status }, job }] = group as [CardOnBoard]
    const ids = new Set(group.map(({ card }) => card.id))
    const loaded = await asking(["board", job], async () => {
      const cards = await loadCards(job, stage_id, status, ids)
      return new Map([[stage_id, { cards, next: undefined }]])
    })
    const byId = new Map(loaded.get(stage_id)!.cards.map((card) => [card.id, card]))
    keepState(["board", job], onBoard(byId.keys(), (present) => merged(present, byId.get(present.id)!)))
  }))
}

/** Removes the card of a deleted application from all boards. */
export const removeCard = (id: string): void => keepState(["board"], onBoard([id], () => undefined))

/** Loads the next page of a column of a cached board. */
export const addPage = async (
  key: BoardKey,
  stage: string,
  filter: BoardFilter,
  signal: AbortSignal
): Promise<void> => {
  const [, job, shown] = key
  const column = queries.getQueryData<Columns>(key)?.get(stage)
  if (column?.next === undefined) return
  const { next } = column
  const loaded = await asking(
    key,
    async () => new Map([[stage, await loadMore(job, stage, shown, filter, next, signal)]])
  )
  const page = loaded.get(stage)!
  changeKept<Columns>(key, (columns) => {
    const present = columns.get(stage)
    // The column was reloaded meanwhile, and ends at another position.
    if (present?.next?.cursor !== next.cursor || present?.next?.status !== next.status) return columns
    const added = new Map(page.cards.map((card) => [card.id, card]))
    // A card that has moved since is already on the board.
    for (const { cards } of columns.values()) for (const { id } of cards) added.delete(id)
    return new Map(columns).set(stage, { cards: [...present.cards, ...added.values()], next: page.next })
  })
}
