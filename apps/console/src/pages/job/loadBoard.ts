/** Loads the cards of a board: for each stage the newest applications. */
import type { AnswerOf } from "../../api/Contract.ts"
import { call } from "../../api/Operations.ts"

export type Job = AnswerOf<"Jobs.get">["job"]

/** An application as a board shows it. */
export type Card = AnswerOf<"Applications.list">["applications"][number]

export type Columns = Map<string, { readonly cards: ReadonlyArray<Card>; readonly has_more: boolean }>

/** Applications of a column. */
const maxCards = 100

/** What a board shows: those under way with those hired, or those with one status. */
export type Shown = "open" | "rejected" | "withdrawn"

/** Stages of this name hold hired applications (decision 0034). */
const isHired = (name: string) => name.trim().toLowerCase() === "hired"

export const loadBoard = async ({ id: job_id, stages }: Job, shown: Shown, signal: AbortSignal): Promise<Columns> =>
  new Map(await Promise.all(stages.map(async ({ id: stage_id, name }) => {
    const status = shown === "open" ? isHired(name) ? "hired" : "active" : shown
    const { applications, pagination } = await call("Applications.list", {
      query: { job_id, stage_id, status, limit: maxCards },
      signal
    })
    return [stage_id, { cards: applications, has_more: pagination.has_more }] as const
  })))
