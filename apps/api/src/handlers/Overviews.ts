import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { toPageRequest } from "@candor/contract/PageQuery"
import { Attachments } from "@candor/domain/attachment/Attachments"
import { storageOf } from "@candor/domain/attachment/Storage"
import { FeedbackRequests } from "@candor/domain/feedback/FeedbackRequests"
import type { OrganizationId } from "@candor/domain/Id"
import { Notes } from "@candor/domain/note/Notes"
import { defaultDays, maxWaiting, newDays } from "@candor/domain/overview/Overview"
import { Overviews } from "@candor/domain/overview/Overviews"
import * as Timestamp from "@candor/domain/Timestamp"
import { Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withNextLink } from "../response/NextLink.ts"

const daysAgo = (days: number) => Effect.map(Timestamp.now, (now) => Timestamp.later(now, -Duration.toMillis(Duration.days(days))))

export const layer = HttpApiBuilder.group(Api, "Overviews", Effect.fnUntraced(function*(handlers) {
  const overviews = yield* Overviews
  const requests = yield* FeedbackRequests
  const notes = yield* Notes
  const attachments = yield* Attachments
  const fullStorage = (organization: OrganizationId) =>
    Effect.map(attachments.usage(organization), (usage) => {
      const storage = storageOf(usage)
      return storage.level === "normal" ? null : storage
    })
  return handlers.handleAll({
    jobs: Effect.fnUntraced(function*({ query: { q, status, ...query }, request }) {
      const { actor } = yield* Caller
      const page = yield* overviews.jobs(actor.organization_id, { q, status }, yield* daysAgo(newDays), toPageRequest(query))
      const next_cursor = yield* withNextLink(request, page)
      return { jobs: page.items, pagination: page.pagination, next_cursor }
    }),
    cards: Effect.fnUntraced(function*({ params, query: { stage_id, status, ...query }, request }) {
      const { actor } = yield* Caller
      const page = yield* overviews.cards(actor.organization_id, params.jobId, { stage_id, status }, toPageRequest(query))
      const next_cursor = yield* withNextLink(request, page)
      return { cards: page.items, pagination: page.pagination, next_cursor }
    }, Effect.mapError(toError)),
    counts: Effect.fnUntraced(function*({ params }) {
      const { actor } = yield* Caller
      return { counts: yield* overviews.counts(actor.organization_id, params.jobId) }
    }, Effect.mapError(toError)),
    sources: Effect.fnUntraced(function*({ query }) {
      const { actor } = yield* Caller
      return yield* overviews.sources(actor.organization_id, query)
    }),
    waiting: Effect.fnUntraced(function*({ query: { days = defaultDays, since } }) {
      const { actor: { organization_id, user_id }, principal: { api_key, job_access } } = yield* Caller
      const mayErase = api_key.scope !== "read" && job_access !== "team"
      const asked = yield* requests.list(organization_id, { member_id: user_id, status: "asked" }, { limit: maxWaiting, offset: 0 })
      return {
        replies: yield* overviews.mails(organization_id, "replies"),
        new_applications: yield* overviews.arrived(organization_id, since ?? (yield* daysAgo(1))),
        undelivered: yield* overviews.mails(organization_id, "undelivered"),
        feedback_requests: asked.items,
        unanswered: yield* overviews.unanswered(organization_id, yield* daysAgo(days)),
        storage: api_key.scope === "admin" ? yield* fullStorage(organization_id) : null,
        erasure_requests: mayErase ? yield* overviews.erasures(organization_id) : [],
        mentions: yield* overviews.mentions(organization_id, user_id)
      }
    }),
    mails: Effect.fnUntraced(function*() {
      const { actor } = yield* Caller
      return yield* overviews.mailCounts(actor.organization_id)
    }),
    seen: Effect.fnUntraced(function*({ params }) {
      const { actor } = yield* Caller
      yield* notes.see(actor, params.noteId)
      return { seen: true }
    }, Effect.mapError(toError))
  })
}))
