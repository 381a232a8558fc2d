/** The port to copies of jobs. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { JobId } from "../Id.ts"
import type { LimitReached } from "../Limit.ts"
import type { JobNotFound, JobState } from "./Job.ts"
import type { JobCopyDraft } from "./JobCopy.ts"
import type { RangeInverted } from "./Money.ts"
import type { UnknownPlace } from "./Placement.ts"

export class JobCopies extends Context.Service<
  JobCopies,
  {
    /**
     * Stores a copy of a job with its copied parts (`isCopied` in the declarations of their nouns), or nothing.
     * Deactivated members are left out of its team and plans.
     */
    readonly create: (
      actor: Actor,
      job: JobId,
      draft: JobCopyDraft
    ) => Effect.Effect<JobState, JobNotFound | LimitReached | RangeInverted | UnknownPlace>
  }
>()("@candor/domain/JobCopies") {}
