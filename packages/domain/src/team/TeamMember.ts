/** The team of a job: the members who hire for it, each with a role. */
import { Result, Schema } from "effect"
import { type Decision, decided, type DecisionContext, unchanged } from "../Decision.ts"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { embedded, id, reference, required, time } from "../Field.ts"
import { JobId, TeamMemberId, UserId } from "../Id.ts"
import { Job } from "../job/Job.ts"
import { type Limit, type LimitReached, withinLimit } from "../Limit.ts"
import { declare } from "../Noun.ts"
import { Author } from "../organization/Author.ts"
import { MemberDeactivated, MemberNotFound } from "../organization/Member.ts"
import type { MemberStatus } from "../organization/MemberStatus.ts"
import { spelled } from "../Spelling.ts"
import { Timestamp } from "../Timestamp.ts"

export const maxTeam: Limit = { what: "members of a job's team", limit: 100 }

export const TeamRole = Schema.Literals(["hiring_manager", "recruiter", "coordinator", "interviewer", "sourcer"])
export type TeamRole = typeof TeamRole.Type

const TeamRoleFromText = spelled(TeamRole, { hiring_manager: ["manager"], coordinator: ["recruiting_coordinator"] })

/** The team roles that let a member with the role `limited` change the job's applications. */
export const decidingRoles: ReadonlyArray<TeamRole> = ["hiring_manager", "recruiter"]

export const noun = declare({
  subject: "team_member",
  label: ["Hiring team member", "Mitglied des Hiring-Teams"],
  description: "A member in the team of a job",
  table: "team_members",
  partOf: "job",
  sees: "owner",
  isCopied: true,
  fields: {
    id: id(TeamMemberId),
    job_id: reference(JobId),
    job: embedded(
      Schema.Struct({ id: JobId, title: Job.fields.title, status: Job.fields.status }).pipe(
        described("The job", { id: example.id.job, title: example.job.title, status: "published" })
      )
    ),
    member_id: reference(UserId),
    member: embedded(Author.pipe(named("TeamMemberName", "The member, with the current name"))),
    role: required(TeamRole, TeamRoleFromText, {
      description: "The member's role for the job",
      example: "interviewer",
      privacy: "kept"
    }),
    created_at: time(Timestamp, "When the member joined the team", example.time.jobCreated)
  },
  events: {
    added: { summary: "A member came into the team of a job" },
    role_changed: { summary: "The role of a member in the team of a job was changed" },
    removed: { summary: "A member left the team of a job" }
  }
})

/** A member of a team as the interface shows it. */
export const TeamMember = noun.json
export interface TeamMember extends Schema.Schema.Type<typeof TeamMember> {}

export const TeamMemberState = noun.row
export interface TeamMemberState extends Schema.Schema.Type<typeof TeamMemberState> {}

/** A request for a member's role in a team. */
export const TeamMemberDraft = Schema.Struct({
  ...noun.create.fields,
  from_role: Schema.optionalKey(Schema.NullOr(TeamRoleFromText)).pipe(
    described(
      "The role that the member is expected to have in the team, null for none; if somebody has changed it " +
        "meanwhile, it is not changed",
      null
    )
  )
}).pipe(named("TeamMemberDraft", "A member's role for a job", { role: "interviewer" }))
export interface TeamMemberDraft extends Schema.Schema.Type<typeof TeamMemberDraft> {}

/**
 * The context of joining a team: the member's status (null if there is no such member), the member's present entry in
 * the team (null if there is none), and the size of the team.
 */
export interface Joining {
  readonly member_status: MemberStatus | null
  readonly present: TeamMemberState | null
  readonly team_counted: number
}

/** The member is not in the job's team. */
export class NotInTeam extends Schema.TaggedError<NotInTeam>()("NotInTeam", { id: Schema.String }) {}

/** The member's role in the team is not the expected one; null for none. */
export class TeamRoleChanged extends Schema.TaggedError<TeamRoleChanged>()("TeamRoleChanged", {
  role: Schema.NullOr(TeamRole)
}) {}

/** Adds an active member to the team of a job, or changes their role in it. */
export const put = (
  job_id: JobId,
  member_id: UserId,
  { role }: Pick<TeamMemberDraft, "role">,
  { member_status, present, team_counted }: Joining,
  { nextId, now }: DecisionContext
): Decision<TeamMemberState, LimitReached | MemberDeactivated | MemberNotFound> =>
  Result.gen(function*() {
    if (member_status === null) return yield* Result.fail(new MemberNotFound({ id: member_id }))
    if (present?.role === role) return yield* unchanged(present)
    if (present !== null) {
      const after: TeamMemberState = { ...present, role }
      return yield* decided(after, noun.event("role_changed", after))
    }
    if (member_status === "deactivated") return yield* Result.fail(new MemberDeactivated({ member_id }))
    yield* withinLimit(maxTeam, team_counted, 1)
    const added: TeamMemberState = { id: TeamMemberId.make(nextId()), job_id, member_id, role, created_at: now }
    return yield* decided(added, noun.event("added", added))
  })

/** Does the same, unless the member's present role is not the expected one. */
export const putFrom = (
  job_id: JobId,
  member_id: UserId,
  { from_role, role }: TeamMemberDraft,
  joining: Joining,
  context: DecisionContext
): Decision<TeamMemberState, LimitReached | MemberDeactivated | MemberNotFound | TeamRoleChanged> => {
  const present = joining.present?.role ?? null
  return from_role === undefined || present === from_role || present === role
    ? put(job_id, member_id, { role }, joining, context)
    : Result.fail(new TeamRoleChanged({ role: present }))
}

/** Adds a member to the team as a recruiter, unless they are already in it. */
export const join = (job_id: JobId, member_id: UserId, joining: Joining, context: DecisionContext) =>
  joining.present === null
    ? put(job_id, member_id, { role: "recruiter" }, joining, context)
    : unchanged(joining.present)

/** Removes a member from the team. */
export const remove = (member: TeamMemberState): Decision<TeamMemberState, never> =>
  decided(member, noun.event("removed", member))
