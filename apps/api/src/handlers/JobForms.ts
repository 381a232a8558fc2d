import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { replace } from "@candor/domain/form/JobForm"
import { JobForms } from "@candor/domain/form/JobForms"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const layer = HttpApiBuilder.group(
  Api,
  "JobForms",
  Effect.fnUntraced(function*(handlers) {
    const forms = yield* JobForms
    return handlers.handleAll({
      get: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { form: yield* forms.get(actor.organization_id, params.jobId) }
      }, Effect.mapError(toError)),
      put: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        return { form: yield* forms.modify(actor, params.jobId, (form, context) => replace(form, payload, context)) }
      }, Effect.mapError(toError))
    })
  })
)
