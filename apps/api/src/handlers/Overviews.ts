import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { toPageRequest } from "@candor/contract/PageQuery"
import { FeedbackRequests } from "@candor/domain/feedback/FeedbackRequests"
import { Notes } from "@candor/domain/note/Notes"
import { type CardPosition, defaultDays, maxWaiting, newDays } from "@candor/domain/overview/Overview"
import { Overviews } from "@candor/domain/overview/Overviews"
import * as Timestamp from "@candor/domain/Timestamp"
import { Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withNextLink } from "../response/NextLink.ts"

const daysAgo = (days: number) => Effect.map(Timestamp.now, (now) => Timestamp.later(now, -Duration.toMillis(Duration.days(days))))

/** The filter of a query, whose days in a stage end now. */
const filterOf = <Query extends { readonly days_in_stage?: number }>({ days_in_stage, ...filter }: Query) =>
  days_in_stage === undefined ? Effect.succeed(filter) : Effect.map(daysAgo(days_in_stage), (entered_before) => ({ ...filter, entered_before }))

export const layer = HttpApiBuilder.group(Api, "Overviews", Effect.fnUntraced(function*(handlers) {
  const overviews = yield* Overviews
  const requests = yield* FeedbackRequests
  const notes = yield* Notes
  return handlers.handleAll({
    jobs: Effect.fnUntraced(function*({ query: { q, status, ...query }, request }) {
      const { actor } = yield* Caller
      const page = yield* overviews.jobs(actor.organization_id, { q, status }, yield* daysAgo(newDays), toPageRequest(query))
      const next_cursor = yield* withNextLink(request, page)
      return { jobs: page.items, pagination: page.pagination, next_cursor }
    }),
    people: Effect.fnUntraced(function*({ query: { ids } }) {
      const { actor } = yield* Caller
      return { candidates: yield* overviews.people(actor.organization_id, ids) }
    }),
    cards: Effect.fnUntraced(function*({ params, query, request }) {
      const { actor } = yield* Caller
      const { cursor: _cursor, limit: _limit, offset: _offset, sort = "newest", ...filter } = query
      const page = yield* overviews.cards(actor.organization_id, params.jobId, yield* filterOf(filter), sort, toPageRequest<CardPosition>(query))
      const next_cursor = yield* withNextLink(request, page)
      return { cards: page.items, pagination: page.pagination, next_cursor }
    }, Effect.mapError(toError)),
    counts: Effect.fnUntraced(function*({ params, query }) {
      const { actor } = yield* Caller
      return { counts: yield* overviews.counts(actor.organization_id, params.jobId, yield* filterOf(query)) }
    }, Effect.mapError(toError)),
    sources: Effect.fnUntraced(function*({ query }) {
      const { actor } = yield* Caller
      return yield* overviews.sources(actor.organization_id, query)
    }),
    waiting: Effect.fnUntraced(function*({ query: { days = defaultDays } }) {
      const { actor: { organization_id, user_id }, principal: { api_key, job_access } } = yield* Caller
      const mayErase = api_key.scope !== "read" && job_access !== "team"
      const asked = yield* requests.list(organization_id, { member_id: user_id, status: "asked" }, { limit: maxWaiting, offset: 0 })
      return {
        feedback_requests: asked.items,
        unanswered: yield* overviews.unanswered(organization_id, yield* daysAgo(days)),
        erasure_requests: mayErase ? yield* overviews.erasures(organization_id) : [],
        mentions: yield* overviews.mentions(organization_id, user_id)
      }
    }),
    seen: Effect.fnUntraced(function*({ params }) {
      const { actor } = yield* Caller
      yield* notes.see(actor, params.noteId)
      return { seen: true }
    }, Effect.mapError(toError))
  })
}))
