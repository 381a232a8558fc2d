import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import * as RejectionReason from "@candor/domain/rejection/RejectionReason"
import { RejectionReasons } from "@candor/domain/rejection/RejectionReasons"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const layer = HttpApiBuilder.group(Api, "RejectionReasons", Effect.fnUntraced(function*(handlers) {
  const reasons = yield* RejectionReasons
  return handlers.handleAll({
    list: Effect.fnUntraced(function*() {
      const { actor } = yield* Caller
      return { rejection_reasons: yield* reasons.list(actor.organization_id) }
    }),
    create: Effect.fnUntraced(function*({ payload }) {
      const { actor } = yield* Caller
      const after = yield* reasons.modify(actor, (reasons, context) => RejectionReason.add(reasons, payload, context))
      return { rejection_reason: after.at(-1)! }
    }, Effect.mapError(toError)),
    update: Effect.fnUntraced(function*({ params: { reasonId }, payload }) {
      const { actor } = yield* Caller
      const after = yield* reasons.modify(actor, (reasons) => RejectionReason.rename(reasons, reasonId, payload))
      return { rejection_reason: after.find(({ id }) => id === reasonId)! }
    }, Effect.mapError(toError)),
    delete: Effect.fnUntraced(function*({ params }) {
      const { actor } = yield* Caller
      yield* reasons.modify(actor, (reasons) => RejectionReason.remove(reasons, params.reasonId))
      return { deleted: true }
    }, Effect.mapError(toError))
  })
}))
