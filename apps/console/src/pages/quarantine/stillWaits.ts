/** Distinguishes a decision on a submission that came too late from one that failed. */
import { InvalidRequest, NotFound } from "@candor/client"

/**
 * Resolves to true if a release or deletion succeeded, to false if somebody else has decided before. Rejects with other
 * failures.
 */
export const stillWaits = (decision: Promise<unknown>): Promise<boolean> =>
  decision.then(() => true, (error: unknown) => {
    // A closed job also fails as an invalid state, but without the events that the submission accepts.
    if (error instanceof NotFound || (error instanceof InvalidRequest && "accepted" in error.details)) return false
    throw error
  })
