/** The port to stored profiles, for the worker that processes them. Everything is asked within one organization. */
import { Context, type Effect } from "effect"
import type { Worker } from "../access/Actor.ts"
import type { AiProfileNotFound, AiProfileState } from "./AiProfile.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { AiProfileId, OrganizationId } from "../Id.ts"
import type { ExtractionInput } from "./ProfileExtractor.ts"
import type { Timestamp } from "../Timestamp.ts"

export class AiProfiles extends Context.Service<AiProfiles, {
  /** All that the database has for the extractor, as it is now. */
  readonly input: (
    organization: OrganizationId,
    id: AiProfileId
  ) => Effect.Effect<ExtractionInput, AiProfileNotFound>
  /**
   * Stores what `decide` makes of a profile, and settles its work in the same statement: of a
   * completed profile it is done, of a failed one it is a dead letter, and of one that waits it is
   * put off until `resume_at`, where that is given.
   */
  readonly modify: <Failure>(
    worker: Worker,
    id: AiProfileId,
    decide: (profile: AiProfileState, context: DecisionContext<Worker>) => Decision<AiProfileState, Failure>,
    options?: { readonly resume_at?: Timestamp }
  ) => Effect.Effect<AiProfileState, Failure | AiProfileNotFound>
}>()("@candor/domain/AiProfiles") {}
