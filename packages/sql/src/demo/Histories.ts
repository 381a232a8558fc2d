/** Rows of the history of applications: stage after stage up to the current one, and the outcome. */
import type { HistoryChange } from "@candor/domain/application/ApplicationHistory"
import type { DemoApplication } from "./Applications.ts"
import { timestamp } from "./Times.ts"

interface Author {
  readonly id: string
}

/**
 * Makes the history of an application, at equal intervals up to its last move. The ids are derived from the
 * application's id, so that they take no number from the generator.
 */
const entriesOf = ({ at, moved, row, stage, stages, updated }: DemoApplication, author: Author) => {
  const passed = stages.slice(0, stage.order_index + 1)
  const isClosedInStage = row.status === "rejected" || row.status === "withdrawn"
  const steps = [
    ...passed.map(({ id, name }, index) => ({
      stage_id: id,
      stage_name: name,
      change: index === 0 ? "applied" as const : "moved" as const
    })),
    ...(isClosedInStage ? [{ stage_id: stage.id, stage_name: stage.name, change: row.status as HistoryChange }] : [])
  ]
  return steps.map(({ change, stage_id, stage_name }, index) => {
    const isLast = index === steps.length - 1
    return {
      organization_id: row.organization_id,
      application_id: row.id,
      entered_at: timestamp(
        index >= passed.length ? updated : at + Math.floor((moved - at) * index / Math.max(1, passed.length - 1))
      ),
      id: `${row.id.slice(0, -2)}${index.toString(16).padStart(2, "0")}`,
      change: isLast && row.status === "hired" ? "hired" as const : change,
      stage_id,
      stage_name,
      status: isLast ? row.status : "active" as const,
      rejection_reason: isLast ? row.rejection_reason : null,
      user_id: author.id
    }
  })
}

export const make = (applications: ReadonlyArray<DemoApplication>, [author]: ReadonlyArray<Author>) =>
  applications.flatMap((application) => entriesOf(application, author!))
