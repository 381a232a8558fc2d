import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { toPageRequest } from "@candor/contract/PageQuery"
import type { ManyProspects, OneProspect } from "@candor/contract/Prospects"
import * as Candidate from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import type { CandidateId } from "@candor/domain/Id"
import { relatedErasure } from "@candor/domain/person/RelatedRecords"
import { convert } from "@candor/domain/sourcing/Conversion"
import * as Prospect from "@candor/domain/sourcing/Prospect"
import { Prospects } from "@candor/domain/sourcing/Prospects"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { jsonResponse } from "../response/JsonResponse.ts"
import { withNextLink } from "../response/NextLink.ts"
import { inQueryOnly } from "../request/QueryOnly.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "Prospects",
  Effect.fnUntraced(function*(handlers) {
    const prospects = yield* Prospects
    const candidates = yield* Candidates
    const eraseRelated = yield* relatedErasure
    return handlers.handleAll({
      list: Effect.fnUntraced(function*({ params, query }) {
        const { actor } = yield* Caller
        return jsonResponse<ManyProspects>({
          prospects: yield* prospects.list(actor.organization_id, params.searchId, query)
        })
      }, Effect.mapError(toError)),
      acrossSearches: Effect.fnUntraced(function*({ query, request }) {
        const { actor } = yield* Caller
        const page = yield* prospects.listAll(actor.organization_id, query, toPageRequest(query))
        const next_cursor = yield* withNextLink(request, page)
        return { prospects: page.items, pagination: page.pagination, next_cursor }
      }),
      get: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return jsonResponse<OneProspect>({ prospect: yield* prospects.get(actor.organization_id, params.prospectId) })
      }, Effect.mapError(toError)),
      discover: Effect.fnUntraced(function*({ params: { searchId }, payload: { prospects: drafts } }) {
        const { actor } = yield* Caller
        const discovered = yield* prospects.discover(
          actor,
          searchId,
          drafts,
          (known, context) => Prospect.discover(searchId, drafts, known, context)
        )
        return { prospects: discovered }
      }, Effect.mapError(toError)),
      update: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        const prospect = yield* prospects.modify(actor, params.prospectId, (before) => Prospect.update(before, payload))
        return { prospect }
      }, Effect.mapError(toError)),
      delete: Effect.fnUntraced(
        function*({ params: { prospectId }, query }) {
          const { actor } = yield* Caller
          const remove = (id: CandidateId) => candidates.remove(actor, id, Candidate.remove)
          const related = yield* eraseRelated(actor, { prospect: prospectId }, query.include_related === "true", remove)
          yield* prospects.remove(actor, prospectId, Prospect.remove)
          return { deleted: true, related }
        },
        Effect.mapError(toError),
        inQueryOnly("include_related")
      ),
      setEmail: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        const prospect = yield* prospects.modify(
          actor,
          params.prospectId,
          (before) => Prospect.setEmail(before, payload)
        )
        return { prospect }
      }, Effect.mapError(toError)),
      shortlist: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { prospect: yield* prospects.modify(actor, params.prospectId, Prospect.shortlist) }
      }, Effect.mapError(toError)),
      unshortlist: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { prospect: yield* prospects.modify(actor, params.prospectId, Prospect.unshortlist) }
      }, Effect.mapError(toError)),
      convert: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        const prospect = yield* prospects.convert(
          actor,
          params.prospectId,
          payload,
          (conversion, context) => convert(payload, conversion, context)
        )
        return { prospect }
      }, Effect.mapError(toError))
    })
  })
)
