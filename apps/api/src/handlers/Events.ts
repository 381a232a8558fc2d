import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { longListLimit } from "@candor/contract/QueryInteger"
import { ApiKeys } from "@candor/domain/ApiKeys"
import { hiddenFrom } from "@candor/domain/EventType"
import { type FeedRequest, Events } from "@candor/domain/Events"
import * as Timestamp from "@candor/domain/Timestamp"
import { Clock, Duration, Effect, Schedule } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { asServerSentEvents, lastEventId, wantsServerSentEvents } from "../EventStream.ts"
import { Settings } from "../Settings.ts"
import { Stopping } from "../Stopping.ts"

export const layer = HttpApiBuilder.group(Api, "Events", Effect.fnUntraced(function*(handlers) {
  const events = yield* Events
  const keys = yield* ApiKeys
  const { event_retention } = yield* Settings
  return handlers.handleAll({
    follow: Effect.fnUntraced(function*({ query, request }) {
      const { actor: { organization_id }, principal: { api_key } } = yield* Caller
      const oldest = (yield* Clock.currentTimeMillis) - Duration.toMillis(event_retention)
      const from: FeedRequest = {
        after: query.after,
        types: query.types,
        except: hiddenFrom(api_key.scope),
        limit: query.limit ?? longListLimit.default,
        since: Timestamp.fromMillis(oldest)
      }
      if (wantsServerSentEvents(request)) {
        const after = (yield* lastEventId(request)) ?? from.after
        const revoked = Effect.repeat(keys.holds(organization_id, api_key.id), {
          while: (holds) => holds,
          schedule: Schedule.spaced("1 second")
        })
        return yield* asServerSentEvents(events, organization_id, { ...from, after }, revoked)
      }
      const first = yield* events.page(organization_id, from)
      if (first.events.length > 0 || query.wait === undefined || query.wait === 0) return first
      let page = first
      yield* Effect.gen(function*() {
        while (page.events.length === 0) {
          yield* events.changed(organization_id, page.next)
          page = yield* events.page(organization_id, { ...from, after: page.next })
        }
      }).pipe(
        Effect.raceFirst((yield* Stopping).await),
        Effect.timeoutOption(Duration.seconds(query.wait))
      )
      return page
    }, Effect.catchTag("CursorLost", (failure) => Effect.fail(toError(failure)))),
    audit: Effect.fnUntraced(function*({ query }) {
      const { actor } = yield* Caller
      const limit = query.limit ?? longListLimit.default
      const entries = yield* events.audit(actor.organization_id, { before: query.before, limit: limit + 1 })
      return { entries: entries.slice(0, limit), has_more: entries.length > limit }
    })
  })
}))
