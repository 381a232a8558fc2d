/** How the demo's applications ended: hired in the last stage, and most of the older ones rejected or withdrawn. */
import type { ApplicationStatus } from "@candor/domain/application/ApplicationStatus"
import { isHiredStage, type Stage } from "@candor/domain/job/Stage"
import { day, timestamp, today } from "./Generator.ts"

/** The rejection reasons of both organizations. */
const reasons = ["Not qualified", "Another candidate was chosen", "Salary expectations", "Position closed"] as const

/** The reasons of an organization. Their ids are made of its own, so that they take nothing from the generator. */
export const reasonsOf = (organization_id: string) =>
  reasons.map((name, index) => ({ id: `${organization_id.slice(0, -1)}${index + 1}`, name }))

/** An application without a change for this long has usually ended. */
const quiet = 30 * day

const statusOf = (stage: Pick<Stage, "type">, index: number, updated: number): ApplicationStatus => {
  if (isHiredStage(stage)) return "hired"
  if (updated > today - quiet || index % 6 === 0) return "active"
  return index % 6 === 1 ? "withdrawn" : "rejected"
}

/** The columns of an application that tell how it ended, by its position among the others. */
export const of = (stage: Pick<Stage, "type">, index: number, updated: number) => {
  const status = statusOf(stage, index, updated)
  return {
    status,
    rejection_reason: status === "rejected" ? reasons[index % reasons.length]! : null,
    closed_at: status === "active" ? null : timestamp(updated)
  }
}
