/** The port to stored interviews. Each method works within one organization. */
import { Context, type Effect, Schema } from "effect"
import type { Actor, Worker } from "../access/Actor.ts"
import type { ApplicationNotFound } from "../application/Application.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import { described } from "../Described.ts"
import type { ExternalIdTaken } from "../ExternalId.ts"
import { externalIdFilter } from "../Filter.ts"
import {
  ApplicationId,
  type InterviewId,
  type OrganizationId,
  type PlannedInterviewId,
  type ScorecardTemplateId,
  UserId
} from "../Id.ts"
import type { Page, PageRequest, Position, StartPosition } from "../Pagination.ts"
import { type Timestamp, TimestampFromText } from "../Timestamp.ts"
import type { Availability, KnownTimes } from "./Availability.ts"
import type { Interview, InterviewNotFound, InterviewState } from "./Interview.ts"
import type { InterviewTime } from "./InterviewTime.ts"
import type { Interviewed } from "./Scheduling.ts"

export const InterviewFilter = Schema.Struct({
  from: Schema.optionalKey(TimestampFromText).pipe(
    described("Only interviews that end after this time, earliest first", "2026-10-12T00:00:00Z")
  ),
  to: Schema.optionalKey(TimestampFromText).pipe(
    described("Only interviews that begin before this time, earliest first", "2026-10-19T00:00:00Z")
  ),
  member_id: Schema.optionalKey(UserId).pipe(described("Only interviews that this member conducts")),
  application_id: Schema.optionalKey(ApplicationId).pipe(described("Only interviews of this application")),
  ...externalIdFilter("interviews")
})
export interface InterviewFilter extends Schema.Schema.Type<typeof InterviewFilter> {}

/** Selects interviews that have a time. */
export interface InterviewSpan extends InterviewFilter {
  /**
   * Whether `member_id` selects only interviews that take the member's time: not canceled, and not declined by the
   * member.
   */
  readonly is_held?: boolean | undefined
  readonly ids?: ReadonlyArray<InterviewId> | undefined
}

/** The agreed local time of an interview, which reveals changes of time-zone law. */
export type Agreed = Pick<Interview, "id" | "local_start" | "starts_at" | "time_zone">

/**
 * What a change requests. The decision is given these members and their other interviews at this time; by default, the
 * interview's own.
 */
export interface Requested {
  readonly members?: ReadonlyArray<UserId> | undefined
  readonly time?: InterviewTime | null | undefined
  /** The requested scorecard template, if the template or its focus changes. */
  readonly template_id?: ScorecardTemplateId | null | undefined
  /** The planned interviews that the request names. */
  readonly planned?: ReadonlyArray<PlannedInterviewId> | undefined
}

export class Interviews extends Context.Service<Interviews, {
  /** Newest first. */
  readonly list: (
    organization: OrganizationId,
    filter: Omit<InterviewFilter, "from" | "to">,
    page: PageRequest<Position>
  ) => Effect.Effect<Page<Interview, Position>>
  /** Returns a page of interviews with a time, in chronological order. */
  readonly within: (
    organization: OrganizationId,
    span: InterviewSpan,
    page: PageRequest<StartPosition>
  ) => Effect.Effect<Page<Interview, StartPosition>>
  /**
   * Returns the interviews of an application that are neither over nor canceled, also those without a time, in
   * chronological order.
   */
  readonly toCome: (
    organization: OrganizationId,
    application: ApplicationId
  ) => Effect.Effect<ReadonlyArray<InterviewState>>
  /** Returns the times of scheduled interviews after a time, in chronological order. */
  readonly appointments: (
    organization: OrganizationId,
    from: Timestamp,
    page: PageRequest<StartPosition>
  ) => Effect.Effect<Page<Agreed, StartPosition>>
  readonly get: (organization: OrganizationId, id: InterviewId) => Effect.Effect<Interview, InterviewNotFound>
  /** Returns when members are busy within a span, without one of the interviews. */
  readonly times: (
    organization: OrganizationId,
    members: ReadonlyArray<UserId>,
    span: { readonly starts_at: Timestamp; readonly ends_at: Timestamp },
    except: InterviewId | null
  ) => Effect.Effect<KnownTimes>
  /**
   * Stores the new interview that `decide` returns; decides again after a concurrent booking of an interviewer's time.
   */
  readonly create: <Failure>(
    actor: Actor,
    application: ApplicationId,
    requested: Requested,
    decide: (
      application: Interviewed,
      availability: Availability,
      context: DecisionContext
    ) => Decision<InterviewState, Failure>
  ) => Effect.Effect<InterviewState, Failure | ApplicationNotFound | ExternalIdTaken>
  /** Stores the interview that `decide` returns; decides again after a concurrent change or booking. */
  readonly modify: <Failure, By extends Actor | Worker = Actor>(
    by: By,
    id: InterviewId,
    requested: (interview: InterviewState) => Requested,
    decide: (
      interview: InterviewState,
      availability: Availability,
      context: DecisionContext<By>
    ) => Decision<InterviewState, Failure>
  ) => Effect.Effect<InterviewState, Failure | ExternalIdTaken | InterviewNotFound>
}>()("@candor/domain/Interviews") {}
