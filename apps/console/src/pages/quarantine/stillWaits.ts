/** Tells a decision on a submission that came too late from one that failed. */
import { InvalidRequest, NotFound } from "@candor/client"

/**
 * Resolves to whether a release or a deletion was made; false where somebody else has decided before. Rejects with
 * other failures.
 */
export const stillWaits = (decision: Promise<unknown>): Promise<boolean> =>
  decision.then(() => true, (error: unknown) => {
    // A closed job is an invalid state, too, and says no events that its submission accepts.
    if (error instanceof NotFound || (error instanceof InvalidRequest && "accepted" in error.details)) return false
    throw error
  })
