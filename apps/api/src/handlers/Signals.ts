import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { Signals } from "@candor/domain/screening/Signals"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const layer = HttpApiBuilder.group(
  Api,
  "Signals",
  Effect.fnUntraced(function*(handlers) {
    const signals = yield* Signals

    return handlers.handleAll({
      ofApplication: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { signals: yield* signals.ofApplication(actor.organization_id, params.id) }
      }, Effect.mapError(toError)),
      ofSubmission: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { signals: yield* signals.ofSubmission(actor.organization_id, params.submissionId) }
      }, Effect.mapError(toError))
    })
  })
)
