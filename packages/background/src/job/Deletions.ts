/** Removes the rows of deleted jobs, a portion of applications at a time. */
import { DeletedJobs } from "@candor/domain/job/DeletedJobs"
import type { JobId, OrganizationId } from "@candor/domain/Id"
import type { Position } from "@candor/domain/Pagination"
import { queue } from "@candor/sql/queue/JobRemovalWork"
import { Element } from "@candor/sql/repositories/job/JobRemoval"
import { Effect, Layer } from "effect"
import { consume } from "../queue/Consumer.ts"

/** Rows per portion: about 50 ms of database time. */
const maxRows = 2000

/** Removes a job with its applications. Pauses after each portion for as long as the portion took. */
const removeJob = Effect.fn("Deletions.removeJob")(function*(organization: OrganizationId, job: JobId) {
  const jobs = yield* DeletedJobs
  let after: Position | undefined
  do {
    const [took, last] = yield* Effect.timed(jobs.removeApplications(organization, job, { maxRows, after }))
    yield* Effect.sleep(took)
    after = last
  } while (after !== undefined)
  yield* jobs.remove(organization, job)
})

export const layer = Layer.effectDiscard(consume({
  queue,
  element: Element,
  concurrency: 1,
  maxAttempts: 100,
  handle: ({ job_id, organization_id }) => removeJob(organization_id, job_id)
}))
