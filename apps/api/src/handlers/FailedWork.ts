import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { longListLimit } from "@candor/contract/QueryInteger"
import { FailedWork } from "@candor/domain/queue/FailedWork"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const layer = HttpApiBuilder.group(
  Api,
  "FailedWork",
  Effect.fnUntraced(function*(handlers) {
    const work = yield* FailedWork
    return handlers.handleAll({
      list: Effect.fnUntraced(function*({ query }) {
        const { actor } = yield* Caller
        const limit = query.limit ?? longListLimit.default
        const letters = yield* work.list(actor.organization_id, { queue: query.queue, limit: limit + 1 })
        return { dead_letters: letters.slice(0, limit), has_more: letters.length > limit }
      }),
      requeue: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { dead_letter: yield* work.requeue(actor, params.workId) }
      }, Effect.mapError(toError))
    })
  })
)
