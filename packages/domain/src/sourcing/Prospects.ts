/** The port to stored prospects. Each method works within one organization. */
import { Context, type Effect, Schema } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import { described } from "../Described.ts"
import type { ExternalIdTaken } from "../ExternalId.ts"
import { externalIdFilter } from "../Filter.ts"
import type { OrganizationId, ProspectId, SearchId } from "../Id.ts"
import type { Encoded } from "../Encoded.ts"
import type { LimitReached } from "../Limit.ts"
import type { Page, PageRequest } from "../Pagination.ts"
import { spelled } from "../Spelling.ts"
import { PipelineStage } from "./PipelineStage.ts"
import type { Conversion, ConversionContext, ConversionDraft } from "./Conversion.ts"
import type { KnownProspect, TakenByProspect } from "./Duplicates.ts"
import type { Prospect, ProspectDraft, ProspectListItem, ProspectNotFound, ProspectState } from "./Prospect.ts"
import { ProspectStatus } from "./ProspectStatus.ts"
import type { ResourceNotFound } from "../Resource.ts"

/** Filters of the prospects of one search or of all searches. */
export const ProspectFilter = Schema.Struct({
  status: Schema.optionalKey(spelled(ProspectStatus)).pipe(described("Only prospects with this status")),
  pipeline_stage: Schema.optionalKey(spelled(PipelineStage)).pipe(described("Only prospects in this pipeline stage")),
  ...externalIdFilter("prospects")
})
export interface ProspectFilter extends Schema.Schema.Type<typeof ProspectFilter> {}

export class Prospects extends Context.Service<Prospects, {
  /** Returns all prospects of a search that match the filter, in order of discovery. */
  readonly list: (
    organization: OrganizationId,
    search: SearchId,
    filter: ProspectFilter
  ) => Effect.Effect<Encoded<ReadonlyArray<Prospect>>, ResourceNotFound>
  /** Returns a page of the matching prospects of all searches, newest first. */
  readonly listAll: (
    organization: OrganizationId,
    filter: ProspectFilter,
    page: PageRequest
  ) => Effect.Effect<Page<ProspectListItem>>
  readonly get: (organization: OrganizationId, id: ProspectId) => Effect.Effect<Encoded<Prospect>, ProspectNotFound>
  /**
   * Stores all prospects that `decide` returns, or none, within the limits of a search. `known` are the search's
   * prospects with one of the drafts' LinkedIn URLs or email addresses.
   */
  readonly discover: <Failure>(
    actor: Actor,
    search: SearchId,
    drafts: ReadonlyArray<ProspectDraft>,
    decide: (
      known: ReadonlyArray<KnownProspect>,
      context: DecisionContext
    ) => Decision<ReadonlyArray<ProspectState>, Failure>
  ) => Effect.Effect<ReadonlyArray<ProspectState>, Failure | ExternalIdTaken | ResourceNotFound | LimitReached>
  /** Stores the prospect that `decide` returns, within the same limits; decides again after a concurrent change. */
  readonly modify: <Failure>(
    actor: Actor,
    id: ProspectId,
    decide: (prospect: ProspectState, context: DecisionContext) => Decision<ProspectState, Failure>
  ) => Effect.Effect<ProspectState, Failure | ExternalIdTaken | ProspectNotFound | TakenByProspect | LimitReached>
  /**
   * Loads the context of the conversion, and stores all of what `decide` returns, or nothing; decides again after a
   * concurrent change.
   */
  readonly convert: <Failure>(
    actor: Actor,
    id: ProspectId,
    draft: ConversionDraft,
    decide: (conversion: ConversionContext, context: DecisionContext) => Decision<Conversion, Failure>
  ) => Effect.Effect<ProspectState, Failure | ProspectNotFound>
  /**
   * Deletes the prospect if `decide` allows it, and returns its last state. It no longer counts toward the search's
   * limits. Ten minutes later, its personal data is erased from its events.
   */
  readonly remove: <Failure>(
    actor: Actor,
    id: ProspectId,
    decide: (prospect: ProspectState, context: DecisionContext) => Decision<ProspectState, Failure>
  ) => Effect.Effect<ProspectState, Failure | ProspectNotFound>
}>()("@candor/domain/Prospects") {}
