/** The stages of a job while they are edited, and how the changes are saved. */
import { changesOf } from "../../api/changesOf.ts"
import { candor } from "../../api/Client.ts"
import type { Job } from "./loadBoard.ts"
import { stageTypes } from "./stageTypes.ts"

/** A stage in the editor. */
export interface StageRow {
  readonly key: string
  /** Undefined of a new one. */
  readonly id?: string
  readonly name: string
  /** Empty where the name says it. */
  readonly type: string
  /** The text that applicants read; empty if they read “in review”. */
  readonly candidate_label: string
  /** Applications in it: one with some stays. */
  readonly count: number
}

export const rowsOf = ({ stages }: Job): ReadonlyArray<StageRow> =>
  stages.map(({ application_count, candidate_label, id, name, type }) => ({
    key: id,
    id,
    name,
    type,
    candidate_label: candidate_label ?? "",
    count: application_count
  }))

/** Saves what differs, each change by a request of its own: deletions first, so that there is room for the rest. */
export const saveStages = async ({ id: job, stages }: Job, rows: ReadonlyArray<StageRow>): Promise<void> => {
  const removed = stages.filter(({ id }) => rows.every((row) => row.id !== id))
  for (const { id } of removed) await candor.jobs.deleteStage(job, id)
  // The order as the server has it by now.
  const order = stages.filter((stage) => !removed.includes(stage)).map(({ id }) => id)
  for (const [at, { candidate_label: label, id, name, type: text }] of rows.entries()) {
    const type = stageTypes.of(text)
    const candidate_label = label.trim() || null
    if (id === undefined) {
      const { stage } = await candor.jobs.addStage(job, {
        name,
        candidate_label,
        order_index: at,
        ...(type === undefined ? {} : { type })
      })
      order.splice(at, 0, stage.id)
      continue
    }
    const before = stages.find((stage) => stage.id === id)
    const patch = changesOf({ name, type, candidate_label, order_index: at }, {
      ...before,
      order_index: order.indexOf(id)
    })
    if (Object.keys(patch).length === 0) continue
    await candor.jobs.updateStage(job, id, patch)
    order.splice(order.indexOf(id), 1)
    order.splice(at, 0, id)
  }
}
