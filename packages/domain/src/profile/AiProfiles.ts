/** The port to stored profiles, for the worker that processes them. Each method works within one organization. */
import { Context, type Effect } from "effect"
import type { Worker } from "../access/Actor.ts"
import type { AiProfileNotFound, AiProfileState } from "./AiProfile.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { AiProfileId, OrganizationId } from "../Id.ts"
import type { ExtractionInput } from "./ProfileExtractor.ts"
import type { Timestamp } from "../Timestamp.ts"

export class AiProfiles extends Context.Service<AiProfiles, {
  /** Returns the stored input of the extractor. */
  readonly input: (
    organization: OrganizationId,
    id: AiProfileId
  ) => Effect.Effect<ExtractionInput, AiProfileNotFound>
  /**
   * Stores the profile that `decide` returns, and updates its queued work in the same statement. The work of a completed
   * profile is acknowledged, the work of a failed one becomes a dead letter, and the work of a pending one waits until
   * `resume_at`, if given.
   */
  readonly modify: <Failure>(
    worker: Worker,
    id: AiProfileId,
    decide: (profile: AiProfileState, context: DecisionContext<Worker>) => Decision<AiProfileState, Failure>,
    options?: { readonly resume_at?: Timestamp }
  ) => Effect.Effect<AiProfileState, Failure | AiProfileNotFound>
}>()("@candor/domain/AiProfiles") {}
