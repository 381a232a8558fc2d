/** The teams of jobs: members with their roles. */
import { described } from "@candor/domain/Described"
import { JobId, UserId } from "@candor/domain/Id"
import { Pagination } from "@candor/domain/Pagination"
import { maxTeam, TeamMember, TeamMemberDraft } from "@candor/domain/team/TeamMember"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import { bodyErrors, Deleted, documented, noQuery, resourceErrors } from "./Endpoint.ts"
import { NextCursor, pageQuery } from "./PageQuery.ts"
import { pathId } from "./PathId.ts"

const jobParams = { jobId: pathId(JobId) }
const placeParams = { ...jobParams, memberId: pathId(UserId) }

export class TeamMembers extends HttpApiGroup.make("TeamMembers")
  .add(
    HttpApiEndpoint.get("list", "/jobs/:jobId/team", {
      params: jobParams,
      query: noQuery,
      success: Schema.Struct({
        team: Schema.Array(TeamMember).pipe(described("The team, in the order in which its members joined"))
      }),
      error: resourceErrors
    }).annotateMerge(documented("List the team of a job", "Returns all members of the team.")),
    HttpApiEndpoint.put("put", "/jobs/:jobId/team/:memberId", {
      params: placeParams,
      query: noQuery,
      payload: TeamMemberDraft,
      success: Schema.Struct({ team_member: TeamMember }),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotateMerge(
      documented(
        "Add a member to the team of a job, or change the role there",
        `A team has at most ${maxTeam.limit} members: beyond that 400 with \`details.limit\`. If the member's ` +
          "role is not `from_role` of the request, nothing changes: 400 with `details.role`."
      )
    ),
    HttpApiEndpoint.delete("delete", "/jobs/:jobId/team/:memberId", {
      params: placeParams,
      query: noQuery,
      success: Deleted,
      error: resourceErrors
    }).middleware(WriteScope).annotateMerge(
      documented("Remove a member from the team of a job", "The member remains in the organization.")
    ),
    HttpApiEndpoint.get("ofMember", "/members/:memberId/jobs", {
      params: { memberId: pathId(UserId) },
      query: pageQuery,
      success: Schema.Struct({
        jobs: Schema.Array(TeamMember).pipe(described("The member's teams, each with its job, newest first")),
        pagination: Pagination,
        next_cursor: NextCursor
      }),
      error: resourceErrors
    }).annotateMerge(
      documented("List the jobs of a member", "Returns the jobs whose team the member is in, newest first.")
    )
  )
  .annotate(OpenApi.Title, "Hiring teams")
  .annotate(OpenApi.Description, "The members who hire for a job.")
{}
