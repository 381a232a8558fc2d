/** The port to stored profiles, also for the worker that makes them. Each method works within one organization. */
import { Context, type Effect } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { AiProfileDetail, AiProfileNotFound, AiProfileState, RefreshContext } from "./AiProfile.ts"
import type { CandidateMerged, CandidateNotFound } from "./Candidate.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { Encoded } from "../Encoded.ts"
import type { AiProfileId, CandidateId, OrganizationId } from "../Id.ts"
import type { LimitReached } from "../Limit.ts"
import type { ExtractionInput } from "./ProfileExtractor.ts"
import type { Timestamp } from "../Timestamp.ts"

export class AiProfiles extends Context.Service<AiProfiles, {
  /** Returns all profiles of the candidate, newest first. */
  readonly list: (
    organization: OrganizationId,
    candidate: CandidateId
  ) => Effect.Effect<Encoded<ReadonlyArray<AiProfileDetail>>, CandidateNotFound>
  /** Stores the profile that `decide` requests for the candidate, which has at most `maxProfiles`. */
  readonly request: <Failure>(
    actor: Actor,
    candidate: CandidateId,
    decide: (stored: RefreshContext, context: DecisionContext) => Decision<AiProfileState, Failure>
  ) => Effect.Effect<AiProfileState, Failure | CandidateNotFound | CandidateMerged | LimitReached>
  /**
   * Deletes the profile of the candidate with its queued work, and erases its content from events ten minutes later.
   */
  readonly remove: <Failure>(
    actor: Actor,
    candidate: CandidateId,
    id: AiProfileId,
    decide: (profile: AiProfileState) => Decision<AiProfileState, Failure>
  ) => Effect.Effect<void, Failure | CandidateNotFound | CandidateMerged | AiProfileNotFound>
  /** Returns the stored input of the extractor. */
  readonly input: (organization: OrganizationId, id: AiProfileId) => Effect.Effect<ExtractionInput, AiProfileNotFound>
  /**
   * Stores the profile that `decide` returns, and updates its queued work in the same statement. `decide` gets whether
   * the profile is its candidate's current one. The work of a completed or superseded profile is acknowledged, the work
   * of a failed one becomes a dead letter, and the work of a pending one waits until
   * `resume_at`, if given.
   */
  readonly modify: <Failure>(
    worker: Worker,
    id: AiProfileId,
    decide: (
      profile: AiProfileState,
      context: DecisionContext<Worker>,
      isCurrent: boolean
    ) => Decision<AiProfileState, Failure>,
    options?: { readonly resume_at?: Timestamp }
  ) => Effect.Effect<AiProfileState, Failure | AiProfileNotFound>
}>()("@candor/domain/AiProfiles") {}
