import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { Unauthorized } from "@candor/contract/Errors"
import { toError } from "@candor/contract/Failures"
import { invalidInput } from "@candor/contract/Issues"
import { longListLimit } from "@candor/contract/QueryInteger"
import type { KeyAddress } from "@candor/domain/authentication/ApiKeys"
import { AuditLog } from "@candor/domain/event/AuditLog"
import { hiddenFrom } from "@candor/domain/event/EventType"
import { type FeedPage, type FeedRequest, Events } from "@candor/domain/event/Events"
import * as Timestamp from "@candor/domain/Timestamp"
import { Clock, Duration, Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { FeedPage as FeedResponse } from "@candor/contract/Events"
import { KeyWatch } from "../auth/KeyWatch.ts"
import { jsonResponse } from "../response/JsonResponse.ts"
import { withFeedLink } from "../response/NextLink.ts"
import { Stopping } from "../server/Stopping.ts"
import { Settings } from "../Settings.ts"
import { asServerSentEvents, lastEventId, wantsServerSentEvents } from "../streams/EventStream.ts"
import { Followers } from "../streams/Followers.ts"
import { StreamTurns } from "../streams/StreamTurns.ts"

/** The start of the feed's retention is rounded to a minute, so that readers of the same events send the same query. */
const minute = 60_000

const unauthorized = new Unauthorized({
  error: {
    message: "The API key does not allow this any more: it was revoked or has expired, or its member was changed."
  }
})

export const layer = HttpApiBuilder.group(
  Api,
  "Events",
  Effect.fnUntraced(function*(handlers) {
    const events = yield* Events
    const log = yield* AuditLog
    const followers = yield* Followers
    const keyWatch = yield* KeyWatch
    const turns = yield* StreamTurns
    const { event_retention } = yield* Settings

    const since = Effect.map(
      Clock.currentTimeMillis,
      (now) => Timestamp.fromMillis(Math.floor((now - Duration.toMillis(event_retention)) / minute) * minute)
    )

    /**
     * Waits at most `seconds` until the page after this one has events. Fails when the key is no longer authenticated.
     */
    const waitAfter = (first: FeedPage, key: KeyAddress, request: Omit<FeedRequest, "since">, seconds: number) =>
      Effect.gen(function*() {
        const { lost } = yield* followers.wait(key)
        const { ended, isActive } = yield* keyWatch.watch(key)
        let page = first
        yield* Effect.gen(function*() {
          while (page.events.length === 0) {
            yield* events.changed(key.organization_id, page.next)
            const from = { ...request, after: page.next, epoch: page.epoch, since: yield* since }
            page = yield* events.sequencedPage(key.organization_id, from)
          }
        }).pipe(
          Effect.raceFirst((yield* Stopping).closing.await),
          Effect.raceFirst(ended),
          Effect.raceFirst(lost),
          Effect.timeoutOption(Duration.seconds(seconds))
        )
        // A page that was read after the key ended is not returned.
        return (yield* isActive) ? page : yield* unauthorized
      }).pipe(Effect.scoped)

    return handlers.handleAll({
      follow: Effect.fnUntraced(function*({ query, request }) {
        const { actor: { organization_id }, principal: { api_key, job_access, hides_feedback } } = yield* Caller
        if (query.after !== undefined && query.cursor !== undefined) {
          return yield* invalidInput([{
            path: ["after"],
            message: "Expected either after or cursor",
            reason: "wrong_combination"
          }])
        }
        const from: Omit<FeedRequest, "since"> = {
          after: query.cursor?.sequence ?? query.after,
          epoch: query.cursor?.epoch,
          types: query.types,
          except: hiddenFrom(api_key.scope),
          limit: query.limit ?? longListLimit.default
        }
        const key: KeyAddress = { organization_id, id: api_key.id, scope: api_key.scope, job_access, hides_feedback }
        if (wantsServerSentEvents(request)) {
          const last = yield* lastEventId(request)
          const begin = last === undefined ? from : { ...from, after: last.sequence, epoch: last.epoch }
          const { lost } = yield* followers.stream(key)
          const { ended: keyEnded, isActive } = yield* keyWatch.watch(key)
          const ended = Effect.raceFirst(keyEnded, Effect.ignore(lost))
          const now = Effect.map(since, (since): FeedRequest => ({ ...begin, since }))
          return yield* asServerSentEvents(events, organization_id, {
            request: now,
            ended,
            isActive,
            turn: turns.next(organization_id)
          })
        }
        const { count, ...first } = yield* events.encodedPage(organization_id, { ...from, since: yield* since })
        const isResponse = count > 0 || first.has_more || query.wait === undefined || query.wait === 0
        const page = isResponse ? first : yield* waitAfter({ ...first, events: [] }, key, from, query.wait)
        const next_cursor = yield* withFeedLink(request, page)
        const { events: shown, has_more, head: latest, next } = page
        return jsonResponse<typeof FeedResponse.Type>({ events: shown, next, has_more, latest, next_cursor })
      }, Effect.catchTag("CursorLost", (failure) => Effect.fail(toError(failure)))),
      audit: Effect.fnUntraced(function*({ query }) {
        const { actor } = yield* Caller
        const limit = query.limit ?? longListLimit.default
        return yield* log.page(actor.organization_id, { ...query, before: query.before, limit })
      })
    })
  })
)
