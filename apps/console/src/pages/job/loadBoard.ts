/** Loads the cards of a board: for each stage the newest applications. */
import type { ApplicationListItem, JobDetail } from "@candor/client"
import { candor } from "../../api/Client.ts"
import type { viewsOfBoard } from "../views.ts"

export type Job = JobDetail

/** An application as a board shows it. */
export type Card = ApplicationListItem

export type Columns = Map<string, { readonly cards: ReadonlyArray<Card>; readonly has_more: boolean }>

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
