/** Removes the rows of deleted jobs, a portion of applications at a time. */
import { DeletedJobs } from "@candor/domain/DeletedJobs"
import type { JobId, OrganizationId } from "@candor/domain/Id"
import type { Position } from "@candor/domain/Pagination"
import { Element, queue } from "@candor/sql/JobRemoval"
import { Duration, Effect, Layer } from "effect"
import { consume } from "./Consumer.ts"

/** Applications of the first portion, and at most of any. */
const first = 50
const most = 1000

/** How long a portion should take, in milliseconds. */
const wantedMillis = 100

/** The size of the portion after one of this size that took so long: at most twice as many. */
const nextSize = (size: number, millis: number): number =>
  Math.min(most, Math.max(1, Math.floor(size * Math.min(2, wantedMillis / Math.max(1, millis)))))

/** Removes the job with all that belongs to it. After each portion it pauses as long as the portion took. */
export const removeJob = Effect.fn("Deletions.removeJob")(function*(organization: OrganizationId, job: JobId) {
  const jobs = yield* DeletedJobs
  let limit = first
  let after: Position | undefined
  do {
    const [took, next] = yield* Effect.timed(jobs.removeApplications(organization, job, { limit, after }))
    limit = nextSize(limit, Duration.toMillis(took))
    after = next
    yield* Effect.sleep(took)
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
