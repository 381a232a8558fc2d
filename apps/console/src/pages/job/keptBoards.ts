/** Changes the boards that are kept, by what an event or an answer says of an application. */
import { changeKept, queries } from "../../api/queries.ts"
import { stringifySearch } from "../../router/search.ts"
import type { BoardFilter } from "./boardFilter.ts"
import { type Card, type Column, type Columns, loadCards, loadMore, type Shown, statusesOf } from "./loadBoard.ts"

/** What an event or an answer tells of an application. */
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

/** Whether the server alone says which cards a board has. */
const isFiltered = ([, , , , filter]: BoardKey): boolean => filter !== ""

/**
 * The boards of a job, or of all, to load anew after a change that they cannot place: those with a filter or an order.
 */
export const filteredBoards = (job?: string): ReadonlyArray<BoardKey> => boards(job).filter(isFiltered)

/** Changes the boards of a job, or all. */
const changeBoards = (
  job: string | undefined,
  change: (columns: Columns, shown: string, isFiltered: boolean) => Columns
): void => {
  for (
    const { queryKey } of queries.getQueryCache().findAll({ queryKey: ["board", ...(job === undefined ? [] : [job])] })
  ) {
    changeKept<Columns>(queryKey, (columns) => change(columns, String(queryKey[2]), isFiltered(queryKey as BoardKey)))
  }
}

const find = (columns: Columns, id: string): Card | undefined => {
  for (const { cards } of columns.values()) {
    const found = cards.find((card) => card.id === id)
    if (found !== undefined) return found
  }
  return undefined
}

/** Replaces the cards of one column. */
const inColumn = (columns: Columns, stage: string, change: (cards: Column["cards"]) => Column["cards"]): Columns => {
  const column = columns.get(stage)
  return column === undefined ? columns : new Map(columns).set(stage, { ...column, cards: change(column.cards) })
}

const without = (columns: Columns, { id, stage_id }: Card): Columns =>
  inColumn(columns, stage_id, (cards) => cards.filter((card) => card.id !== id))

/** The columns with a card: it stays where it is, or comes first in another column. */
const withCard = (columns: Columns, card: Card, present: Card | undefined): Columns => {
  if (present?.stage_id === card.stage_id)
    return inColumn(columns, card.stage_id, (cards) => cards.map((other) => other.id === card.id ? card : other))
  return inColumn(
    present === undefined ? columns : without(columns, present),
    card.stage_id,
    (cards) => [card, ...cards]
  )
}

/** The ids of cards to load: their boards got them by an event, or an event has changed what it does not tell. */
const stale = new Set<string>()

/** What is not known of a new card until it is loaded. */
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

const cardOf = (
  { candidate, created_at, id, rejection_reason, source_type, stage_id, status, updated_at }: ApplicationState,
  present: Card | undefined
): Card => {
  const isMoved = present !== undefined && (present.stage_id !== stage_id || present.status !== status)
  return {
    ...unknown,
    ...present,
    candidate: {
      primary_email: null,
      linkedin_url: null,
      ...present?.candidate,
      id: candidate.id,
      full_name: candidate.full_name
    },
    created_at,
    id,
    rejection_reason,
    source_type,
    stage_id,
    status,
    updated_at,
    // A change that is shown before the server has confirmed it has no time of its own yet.
    entered_at: !isMoved
      ? present?.entered_at ?? updated_at
      : updated_at > present.updated_at
      ? updated_at
      : new Date().toISOString()
  }
}

/**
 * Puts an application on the boards of its job, where it is by now. A board that has it in a later state keeps that.
 */
export const putCard = (state: ApplicationState): void =>
  changeBoards(state.job.id, (columns, shown, isFiltered) => {
    const present = find(columns, state.id)
    if (present === undefined && isFiltered) return columns
    if (present === undefined && !statusesOf(shown).includes(state.status)) return columns
    if (present !== undefined && present.updated_at > state.updated_at) return columns
    if (present === undefined) stale.add(state.id)
    return withCard(columns, cardOf(state, present), present)
  })

/** Changes cards of a job in place, as before the server has confirmed it. */
export const changeCards = (job: string, ids: ReadonlySet<string>, change: (card: Card) => Card): void =>
  changeBoards(job, (columns) =>
    [...columns.values()].flatMap(({ cards }) => cards.filter(({ id }) => ids.has(id)))
      .reduce((columns, present) => {
        const after = change(present)
        const isMoved = (after.stage_id !== present.stage_id || after.status !== present.status) &&
          after.entered_at === present.entered_at
        return withCard(columns, isMoved ? { ...after, entered_at: new Date().toISOString() } : after, present)
      }, columns))

/** The cards of a job on the boards that are kept. */
export const cardsOf = (job: string): ReadonlyMap<string, Card> =>
  new Map(
    queries.getQueriesData<Columns>({ queryKey: ["board", job] }).flatMap(([, columns]) => [...columns?.values() ?? []])
      .flatMap(({ cards }) => cards).map((card) => [card.id, card])
  )

interface CardOnBoard {
  readonly job: string
  readonly card: Card
}

/** The cards on the boards that are shown. */
const shownCards = (): ReadonlyArray<CardOnBoard> =>
  queries.getQueriesData<Columns>({ queryKey: ["board"], type: "active" }).flatMap(([[, job], columns]) =>
    [...columns?.values() ?? []].flatMap(({ cards }) => cards.map((card) => ({ job: String(job), card })))
  )

/** Has the card of an application loaded with the next ones. */
export const markStale = (id: string): void => void stale.add(id)

/** Has the cards of a person loaded with the next ones. */
export const markPersonStale = (id: string): void => {
  for (const { card } of shownCards()) if (card.candidate.id === id) stale.add(card.id)
}

/** Returns the cards to load that are shown. A board loads all of its cards when it is shown again. */
export const takeStaleCards = (): ReadonlyArray<CardOnBoard> => {
  const taken = stale.size === 0 ? [] : shownCards().filter(({ card }) => stale.has(card.id))
  if (stale.size > 0) void queries.invalidateQueries({ queryKey: ["board"], type: "inactive", refetchType: "none" })
  stale.clear()
  return taken
}

/** A loaded card; one that was moved meanwhile stays where it is. */
const merged = ({ entered_at, rejection_reason, stage_id, status, updated_at }: Card, loaded: Card): Card =>
  stage_id === loaded.stage_id && status === loaded.status
    ? loaded
    : { ...loaded, entered_at, rejection_reason, stage_id, status, updated_at }

/** Loads cards anew: at most three requests for each of their columns, however many they are. */
export const reloadCards = async (cards: ReadonlyArray<CardOnBoard>): Promise<void> => {
  const groups = Map.groupBy(cards, ({ card, job }) => `${job} ${card.stage_id} ${card.status}`)
  await Promise.all([...groups.values()].map(async (group) => {
    const [{ card: { stage_id, status }, job }] = group as [CardOnBoard]
    const loaded = await loadCards(job, stage_id, status, new Set(group.map(({ card }) => card.id)))
    const byId = new Map(loaded.map((card) => [card.id, card]))
    changeCards(job, new Set(byId.keys()), (present) => merged(present, byId.get(present.id)!))
  }))
}

/** Takes the card of a deleted application from all boards. */
export const removeCard = (id: string): void =>
  changeBoards(undefined, (columns) => {
    const present = find(columns, id)
    return present === undefined ? columns : without(columns, present)
  })

/** Loads the next page of a column of a board that is kept. */
export const addPage = async (
  key: BoardKey,
  stage: string,
  filter: BoardFilter,
  signal: AbortSignal
): Promise<void> => {
  const [, job, shown] = key
  const column = queries.getQueryData<Columns>(key)?.get(stage)
  if (column?.next === undefined) return
  const page = await loadMore(job, stage, shown, filter, column.next, signal)
  changeKept<Columns>(key, (columns) => {
    const present = columns.get(stage)
    // It was loaded anew meanwhile.
    if (present === undefined || present.next !== column.next) return columns
    const added = new Map(page.cards.map((card) => [card.id, card]))
    // Those that have moved since are there already.
    for (const { cards } of columns.values()) for (const { id } of cards) added.delete(id)
    return new Map(columns).set(stage, { cards: [...present.cards, ...added.values()], next: page.next })
  })
}
