/** How the demo's applications ended: hired in the last stage, and most of the older ones rejected or withdrawn. */
import type { ApplicationStatus } from "@candor/domain/application/ApplicationStatus"
import { isHiredStage, type Stage } from "@candor/domain/job/Stage"
import type { Generator } from "./Generator.ts"
import type { DemoJob } from "./Jobs.ts"
import { day, timestamp, today } from "./Times.ts"

/** The rejection reasons of both organizations. */
const reasons = ["Not qualified", "Another candidate was chosen", "Salary expectations", "Position closed"] as const

/** The reasons of an organization. Their ids are made of its own, so that they take nothing from the generator. */
export const reasonsOf = (organization_id: string) =>
  reasons.map((name, index) => ({ id: `${organization_id.slice(0, -1)}${index + 1}`, name }))

/**
 * Whether an application to an open job is still active: most that moved in the last days (more days in later stages),
 * and some that have been waiting for long.
 */
const isActive = (stage: Pick<Stage, "order_index">, index: number, quiet: number): boolean =>
  quiet < (10 + 3 * stage.order_index) * day ? index % 7 !== 2 : quiet < 24 * day && index % 4 === 0

const statusOf = (
  { row }: DemoJob,
  stage: Pick<Stage, "type" | "order_index">,
  index: number,
  moved: number
): ApplicationStatus => {
  if (isHiredStage(stage)) return "hired"
  if (row.status !== "closed" && isActive(stage, index, today - moved)) return "active"
  return index % 6 === 1 ? "withdrawn" : "rejected"
}

/**
 * The columns of an application that tell how it ended, by its position among the others, and when it was changed last.
 */
export const of = (
  generator: Generator,
  job: DemoJob,
  stage: Pick<Stage, "type" | "order_index">,
  index: number,
  moved: number
) => {
  const status = statusOf(job, stage, index, moved)
  const updated = status === "rejected" || status === "withdrawn" ? generator.after(moved, 6 * day) : moved
  return {
    status,
    rejection_reason: status === "rejected" ? reasons[index % reasons.length]! : null,
    closed_at: status === "active" ? null : timestamp(updated),
    updated
  }
}
