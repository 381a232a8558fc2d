/** Members of the organization: everybody sees them, and administrators manage them. */
import { linkHours, SignInLink } from "@candor/domain/authentication/SignIn"
import { described } from "@candor/domain/Described"
import { UserId } from "@candor/domain/Id"
import { Member, MemberDraft, MemberPatch } from "@candor/domain/organization/Member"
import { MemberFilter } from "@candor/domain/organization/Members"
import { Pagination } from "@candor/domain/Pagination"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { AdminScope } from "./Authorization.ts"
import { NextCursor, pageQuery } from "./PageQuery.ts"
import { bodyErrors, documented, noQuery, resourceErrors, ResponseExample } from "./Endpoint.ts"
import { resourceOperations } from "./ResourceOperations.ts"

/** The names of members in responses and paths. */
export const names = { one: "member", many: "members", param: "memberId" } as const

const members = resourceOperations({
  names,
  path: "/members",
  id: UserId,
  item: Member,
  draft: MemberDraft,
  patch: MemberPatch
})

export class Members extends HttpApiGroup.make("Members")
  .add(
    HttpApiEndpoint.get("list", "/members", {
      query: { ...MemberFilter.fields, ...pageQuery },
      success: Schema.Struct({
        members: Schema.Array(Member).pipe(described("The members of the page, newest first")),
        pagination: Pagination,
        next_cursor: NextCursor
      })
    }).annotateMerge(documented("List members, including deactivated ones", "Newest first.")),
    HttpApiEndpoint.post("add", "/members", {
      query: noQuery,
      payload: MemberDraft,
      success: members.single.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Add a member",
        "The `role` is the largest scope that the member's keys can have. An email address, ignoring case, " +
          "belongs to one member; a second one is 400 with `details.member_id`."
      )
    ),
    members.get.annotateMerge(documented("Get a member", "Returns a member, even a deactivated one.")),
    members.update.middleware(AdminScope)
      .annotate(ResponseExample, { member: { role: "write" } })
      .annotateMerge(
        documented(
          "Update, deactivate or reactivate a member",
          "The keys of a deactivated member are refused from the next request on; they are valid again once the " +
            "member is reactivated. A smaller `role` limits the member's keys from the next request on. Demoting " +
            "or deactivating the last active admin is 400. A member is never deleted, because notes, feedback and " +
            "the audit log name their authors."
        )
      ),
    HttpApiEndpoint.post("createSignInLink", "/members/:memberId/sign-in-link", {
      params: members.params,
      query: noQuery,
      success: Schema.Struct({ sign_in_link: SignInLink }).pipe(HttpApiSchema.status(201)),
      error: resourceErrors
    }).middleware(AdminScope).annotateMerge(
      documented(
        "Create a sign-in link to the console for a member",
        "The member opens `path` on this server, sets a password there, and is signed in. Only this response shows the link. It " +
          `works once, within ${linkHours} hours, and a new one replaces it. For a member who has a password, it replaces the ` +
          "password and ends the member's sessions."
      )
    )
  )
  .annotate(OpenApi.Description, "The people of the organization. Each API key acts as one of them.")
{}
