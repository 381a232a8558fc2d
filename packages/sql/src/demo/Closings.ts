/**
 * The outcomes of the demo's applications: hired in the last stage, and most of the older ones rejected or withdrawn.
 */
import type { ApplicationStatus } from "@candor/domain/application/ApplicationStatus"
import { isHiredStage, type Stage } from "@candor/domain/job/Stage"
import type { Generator } from "./Generator.ts"
import type { DemoJob } from "./Jobs.ts"
import { day, timestamp, today } from "./Times.ts"

/** The rejection reasons of both organizations. */
const reasons = ["Not qualified", "Another candidate was chosen", "Salary expectations", "Position closed"] as const

/**
 * Returns the rejection reasons of an organization. Their ids are derived from the organization's id, so that they take
 * no number from the generator.
 */
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

/** Returns an application's columns about its outcome, chosen by its index, and the time of its last change. */
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
