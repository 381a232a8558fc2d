import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { MailTemplates } from "@candor/domain/mail/MailTemplates"
import * as RejectionReason from "@candor/domain/rejection/RejectionReason"
import { RejectionReasons } from "@candor/domain/rejection/RejectionReasons"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { isTemplate } from "../mail/isTemplate.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "RejectionReasons",
  Effect.fnUntraced(function*(handlers) {
    const reasons = yield* RejectionReasons
    const templates = yield* MailTemplates
    return handlers.handleAll({
      list: Effect.fnUntraced(function*() {
        const { actor } = yield* Caller
        return { rejection_reasons: (yield* reasons.list(actor.organization_id)).map(RejectionReason.shown) }
      }),
      create: Effect.fnUntraced(function*({ payload }) {
        const { actor } = yield* Caller
        yield* isTemplate(templates, actor.organization_id, payload)
        const after = yield* reasons.modify(actor, (reasons, context) => RejectionReason.add(reasons, payload, context))
        return { rejection_reason: RejectionReason.shown(after.at(-1)!) }
      }, Effect.mapError(toError)),
      update: Effect.fnUntraced(function*({ params: { reasonId }, payload }) {
        const { actor } = yield* Caller
        yield* isTemplate(templates, actor.organization_id, payload)
        const after = yield* reasons.modify(actor, (reasons) => RejectionReason.rename(reasons, reasonId, payload))
        return { rejection_reason: RejectionReason.shown(after.find(({ id }) => id === reasonId)!) }
      }, Effect.mapError(toError)),
      delete: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        yield* reasons.modify(actor, (reasons) => RejectionReason.remove(reasons, params.reasonId))
        return { deleted: true }
      }, Effect.mapError(toError))
    })
  })
)
