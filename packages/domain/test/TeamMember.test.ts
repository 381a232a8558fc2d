import { JobId, TeamMemberId, UserId } from "@candor/domain/Id"
import { putFrom, type TeamRole, TeamRoleChanged } from "@candor/domain/team/TeamMember"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"
import { contextAt, id } from "./context.ts"

const [job, member] = [JobId.make(id(1)), UserId.make(id(2))]

describe("who takes a change of a team back", () => {
  type Case = readonly [
    present: TeamRole | null,
    from: TeamRole | null | undefined,
    to: TeamRole,
    events: ReadonlyArray<string> | "refused"
  ]
  test.each<Case>([
    [null, null, "recruiter", ["team_member.added"]],
    [null, undefined, "recruiter", ["team_member.added"]],
    [null, "sourcer", "recruiter", "refused"],
    ["interviewer", null, "recruiter", "refused"],
    ["interviewer", undefined, "recruiter", ["team_member.role_changed"]],
    ["interviewer", "interviewer", "recruiter", ["team_member.role_changed"]],
    ["interviewer", "sourcer", "recruiter", "refused"],
    ["recruiter", null, "recruiter", []]
  ])("finds %p where %p is expected, and asks for %p: %p", (role, from_role, to, events) => {
    const context = contextAt()
    const present = role === null
      ? null
      : { id: TeamMemberId.make(id(3)), job_id: job, member_id: member, role, created_at: context.now }
    const decision = putFrom(
      job,
      member,
      { role: to, ...(from_role === undefined ? {} : { from_role }) },
      { member_status: "active", present, team_counted: 1 },
      context
    )
    expect(Result.map(decision, ({ events }) => events.map(({ type }) => type))).toEqual(
      events === "refused" ? Result.fail(new TeamRoleChanged({ role })) : Result.succeed([...events])
    )
  })
})
