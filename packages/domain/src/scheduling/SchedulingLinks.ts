/** The port to stored scheduling links. Each method works within one organization. */
import { Context, type Effect } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { ApplicationNotFound } from "../application/Application.ts"
import type { AnyContext, Decision, DecisionContext } from "../Decision.ts"
import type {
  ApplicationId,
  OrganizationId,
  PlannedInterviewId,
  SchedulingLinkId,
  ScorecardTemplateId,
  UserId
} from "../Id.ts"
import type { Page, PageRequest } from "../Pagination.ts"
import type { Schedulables } from "./Schedulable.ts"
import type { LinkState, SchedulingLink, SchedulingLinkNotFound } from "./SchedulingLink.ts"
import type { Linked } from "./LinkCreation.ts"
import type { Booking, LinkFacts } from "./SelfScheduling.ts"

/** Selects links. */
export interface LinkFilter {
  readonly application_id?: ApplicationId | undefined
}

/** The entities that a request for a link refers to. */
export interface NamedByMeetings {
  readonly members: ReadonlyArray<UserId>
  readonly planned: ReadonlyArray<PlannedInterviewId>
  readonly templates: ReadonlyArray<ScorecardTemplateId>
}

export class SchedulingLinks extends Context.Service<SchedulingLinks, {
  /** Returns a page, newest first. */
  readonly list: (
    organization: OrganizationId,
    filter: LinkFilter,
    page: PageRequest
  ) => Effect.Effect<Page<SchedulingLink>>
  readonly get: (
    organization: OrganizationId,
    id: SchedulingLinkId
  ) => Effect.Effect<SchedulingLink, SchedulingLinkNotFound>
  /** Returns the data that its free times depend on. */
  readonly facts: (
    organization: OrganizationId,
    id: SchedulingLinkId
  ) => Effect.Effect<LinkFacts, SchedulingLinkNotFound>
  /** Returns the data that members' free times for an interview of an application depend on. */
  readonly free: (
    organization: OrganizationId,
    application: ApplicationId,
    members: ReadonlyArray<UserId>
  ) => Effect.Effect<Schedulables & Pick<LinkFacts, "candidate_taken">, ApplicationNotFound>
  readonly create: <Failure>(
    actor: Actor,
    application: ApplicationId,
    requested: NamedByMeetings,
    decide: (linked: Linked, context: DecisionContext) => Decision<LinkState, Failure>
  ) => Effect.Effect<LinkState, Failure | ApplicationNotFound>
  /**
   * Stores the link and the interviews that `decide` returns, in one statement; decides again after a concurrent
   * booking of a member.
   */
  readonly change: <Failure>(
    by: Actor | Worker,
    id: SchedulingLinkId,
    decide: (facts: LinkFacts, context: AnyContext) => Decision<Booking, Failure>
  ) => Effect.Effect<Booking, Failure | SchedulingLinkNotFound>
}>()("@candor/domain/SchedulingLinks") {}
