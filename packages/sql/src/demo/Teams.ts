/**
 * Rows of job teams, and of requests for feedback. Their ids are derived from other ids, so that they take no number
 * from the generator.
 */
import type { DemoApplication } from "./Applications.ts"
import type { DemoJob } from "./Jobs.ts"
import { hour, timestamp, today } from "./Times.ts"

interface User {
  readonly id: string
}

/**
 * Makes the teams: the first member is the recruiter of every job, the second one the hiring manager of every other
 * job.
 */
export const teams = (jobs: ReadonlyArray<DemoJob>, users: ReadonlyArray<User>) =>
  jobs.flatMap(({ row }, index) =>
    users.slice(0, index % 2 === 0 ? 2 : 1).map(({ id }, place) => ({
      organization_id: row.organization_id,
      id: `${row.id.slice(0, -1)}${place}`,
      job_id: row.id,
      member_id: id,
      role: place === 0 ? "recruiter" : "hiring_manager",
      created_at: row.created_at
    }))
  )

const messages = [
  "How steady are they when something breaks?",
  null,
  "You know their last employer: would you hire them again?"
]

/** Makes the requests for feedback: the second member asks the first one about applications that recently got far. */
export const requests = (applications: ReadonlyArray<DemoApplication>, [asked, author]: ReadonlyArray<User>) =>
  asked === undefined || author === undefined ? [] : applications
    .filter(({ row, stage }) => row.status === "active" && stage.order_index >= 2).slice(-messages.length)
    .map(({ row, updated }, index) => {
      const created_at = timestamp(Math.min(today, updated + hour))
      return {
        organization_id: row.organization_id,
        id: row.id,
        application_id: row.id,
        member_id: asked.id,
        message: messages[index]!,
        status: "asked",
        author_id: author.id,
        created_at,
        updated_at: created_at,
        version: 1
      }
    })
