/** The stages of a job in their editor, and how changes are saved. */
import { changesOf } from "../../api/changesOf.ts"
import { candor } from "../../api/Client.ts"
import type { Job } from "./loadBoard.ts"
import { stageTypes } from "./stageTypes.ts"

/** A stage in the editor. */
export interface StageRow {
  readonly key: string
  /** Undefined for a new stage. */
  readonly id?: string
  readonly name: string
  /** Empty if it follows from the name. */
  readonly type: string
  /** The text that applicants see; empty for “in review”. */
  readonly candidate_label: string
  /** The number of applications in the stage, which can be deleted only if it has none. */
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

/** Saves the differences, each by a request of its own: deletions first, to make room under the limit. */
export const saveStages = async ({ id: job, stages }: Job, rows: ReadonlyArray<StageRow>): Promise<void> => {
  const removed = stages.filter(({ id }) => rows.every((row) => row.id !== id))
  for (const { id } of removed) await candor.jobs.deleteStage(job, id)
  // The order that the server has at this point.
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
