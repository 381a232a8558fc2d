import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { toPageRequest } from "@candor/contract/PageQuery"
import { MemberNotFound } from "@candor/domain/organization/Member"
import { putFrom, remove } from "@candor/domain/team/TeamMember"
import { TeamMembers } from "@candor/domain/team/TeamMembers"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withNextLink } from "../response/NextLink.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "TeamMembers",
  Effect.fnUntraced(function*(handlers) {
    const teams = yield* TeamMembers
    return handlers.handleAll({
      list: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { team: yield* teams.ofJob(actor.organization_id, params.jobId) }
      }, Effect.mapError(toError)),
      put: Effect.fnUntraced(function*({ params: { jobId, memberId }, payload }) {
        const { actor } = yield* Caller
        const { id } = yield* teams.put(
          actor,
          jobId,
          memberId,
          (joining, context) => putFrom(jobId, memberId, payload, joining, context)
        )
        const team = yield* teams.ofJob(actor.organization_id, jobId)
        return {
          team_member: team.find((member) => member.id === id) ?? (yield* new MemberNotFound({ id: memberId }))
        }
      }, Effect.mapError(toError)),
      delete: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        yield* teams.remove(actor, params.jobId, params.memberId, remove)
        return { deleted: true }
      }, Effect.mapError(toError)),
      ofMember: Effect.fnUntraced(function*({ params, query, request }) {
        const { actor } = yield* Caller
        const page = yield* teams.ofMember(actor.organization_id, params.memberId, toPageRequest(query))
        const next_cursor = yield* withNextLink(request, page)
        return { jobs: page.items, pagination: page.pagination, next_cursor }
      }, Effect.mapError(toError))
    })
  })
)
