/** The cards of a board: for each stage the newest applications. */
import type { ApplicationListItem, JobDetail } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { changeKept, queries } from "../../api/queries.ts"
import type { viewsOfBoard } from "../views.ts"

export type Job = JobDetail

/** An application as a board shows it. */
export type Card =
  & Pick<ApplicationListItem, "id" | "stage_id" | "status" | "source_type" | "created_at" | "updated_at">
  & {
    readonly candidate: Pick<ApplicationListItem["candidate"], "id" | "full_name">
    readonly job: ApplicationListItem["job"]
    readonly stage: Pick<ApplicationListItem["stage"], "id" | "name">
  }

export type Columns = ReadonlyMap<string, { readonly cards: ReadonlyArray<Card>; readonly has_more: boolean }>

/** Applications of a column, and hired ones of a job. */
const maxCards = 100

export type Shown = (typeof viewsOfBoard)[number][0]

export const loadBoard = async ({ id: job_id, stages }: Job, shown: Shown, signal: AbortSignal): Promise<Columns> => {
  const list = (status: Card["status"], stage_id?: string) =>
    candor.applications.list({ job_id, stage_id, status, limit: maxCards }, { signal })
  const [hired, ...columns] = await Promise.all([
    shown === "" ? list("hired") : undefined,
    ...stages.map(({ id }) => list(shown || "active", id))
  ])
  return new Map(stages.map(({ id }, index) => {
    const { applications = [], pagination } = columns[index] ?? {}
    const hiredHere = hired?.applications.filter(({ stage_id }) => stage_id === id) ?? []
    const isCut = hiredHere.length > 0 && hired?.pagination.has_more === true
    return [id, { cards: [...applications, ...hiredHere], has_more: isCut || pagination?.has_more === true }] as const
  }))
}

/** Whether a view of a board has the applications with this status. */
const hasStatus = (shown: string | undefined, status: Card["status"]): boolean =>
  shown === "" ? status === "active" || status === "hired" : shown === status

/** The columns without a card. */
const without = (columns: Columns, id: string): Columns =>
  new Map([...columns].map(([stage, { cards, has_more }]) => [stage, { cards: cards.filter((card) => card.id !== id), has_more }]))

/** The columns with a card: it stays where it is, or comes first in another column. */
const withCard = (columns: Columns, card: Card): Columns => {
  const target = columns.get(card.stage_id)
  if (target === undefined) return without(columns, card.id)
  if (target.cards.some(({ id }) => id === card.id)) {
    return new Map(columns).set(card.stage_id, { ...target, cards: target.cards.map((other) => other.id === card.id ? card : other) })
  }
  return new Map(without(columns, card.id)).set(card.stage_id, { ...target, cards: [card, ...target.cards] })
}

/** Changes the boards that are kept. */
const changeBoards = (job: string | undefined, change: (columns: Columns, shown: string | undefined) => Columns): void => {
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: ["board", ...(job === undefined ? [] : [job])] })) {
    const shown = queryKey[2]
    changeKept<Columns>(queryKey, (columns) => change(columns, typeof shown === "string" ? shown : ""))
  }
}

/** Puts a card on the boards of its job, where it is by now. A board that has it in a later state keeps that. */
export const putCard = (card: Card): void =>
  changeBoards(card.job.id, (columns, shown) => {
    const present = [...columns.values()].flatMap(({ cards }) => cards).find(({ id }) => id === card.id)
    if (present !== undefined && present.updated_at > card.updated_at) return columns
    return hasStatus(shown, card.status) ? withCard(columns, card) : without(columns, card.id)
  })

/** Takes the card of a deleted application from all boards. */
export const removeCard = (id: string): void => changeBoards(undefined, (columns) => without(columns, id))
