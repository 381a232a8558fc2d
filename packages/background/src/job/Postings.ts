/** Reports once for each published job that its application deadline has passed. */
import type { Worker } from "@candor/domain/access/Actor"
import { expire } from "@candor/domain/job/Job"
import { Jobs } from "@candor/domain/job/Jobs"
import * as Timestamp from "@candor/domain/Timestamp"
import { Effect, Layer } from "effect"
import { repeating } from "../Repeating.ts"

/** The name of the worker in events and in the audit log. */
const worker = "ends of postings"

/**
 * Makes the function that reports the postings which have ended by now. Jobs that are deleted meanwhile are skipped.
 */
export const make = Effect.map(Jobs, (jobs) =>
  Effect.gen(function*() {
    const now = yield* Timestamp.now
    yield* Effect.forEach(yield* jobs.ended(now), ({ id, organization_id }) => {
      const by: Worker = { organization_id, worker, request_id: "postings" }
      return jobs.modify(by, id, (job) => expire(job, now)).pipe(
        Effect.catchTag(["ExternalIdTaken", "JobNotFound", "UnknownPlace"], () => Effect.void)
      )
    }, { discard: true })
  }))

/** Candidates see at once that a posting has ended; only the event waits for this. */
export const layer = Layer.unwrap(
  Effect.map(make, (tell) => repeating("10 minutes", "Ends of postings could not be told", tell))
)
