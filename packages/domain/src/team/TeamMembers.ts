/** The port to the teams of jobs. Each method works within one organization. */
import { Context, type Effect } from "effect"
import type { Actor } from "../access/Actor.ts"
import type { Decision, DecisionContext } from "../Decision.ts"
import type { JobId, OrganizationId, UserId } from "../Id.ts"
import type { JobNotFound } from "../job/Job.ts"
import type { MemberNotFound } from "../organization/Member.ts"
import type { Page, PageRequest } from "../Pagination.ts"
import type { Joining, NotInTeam, TeamMember, TeamMemberState } from "./TeamMember.ts"

export class TeamMembers extends Context.Service<TeamMembers, {
  /** Returns the team of a job, in the order in which its members joined. */
  readonly ofJob: (organization: OrganizationId, job: JobId) => Effect.Effect<ReadonlyArray<TeamMember>, JobNotFound>
  /** Returns the teams of a member, newest first. */
  readonly ofMember: (
    organization: OrganizationId,
    member: UserId,
    page: PageRequest
  ) => Effect.Effect<Page<TeamMember>, MemberNotFound>
  /** Stores the team entry that `decide` returns; decides again after a concurrent change. */
  readonly put: <Failure>(
    actor: Actor,
    job: JobId,
    member: UserId,
    decide: (joining: Joining, context: DecisionContext) => Decision<TeamMemberState, Failure>
  ) => Effect.Effect<TeamMemberState, Failure | JobNotFound>
  /** Deletes the team entry if `decide` allows it. */
  readonly remove: <Failure>(
    actor: Actor,
    job: JobId,
    member: UserId,
    decide: (member: TeamMemberState) => Decision<TeamMemberState, Failure>
  ) => Effect.Effect<TeamMemberState, Failure | JobNotFound | NotInTeam>
}>()("@candor/domain/TeamMembers") {}
