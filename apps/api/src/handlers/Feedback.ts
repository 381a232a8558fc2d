import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import type { ManyFeedback, OneFeedback } from "@candor/contract/Feedback"
import { Feedback } from "@candor/domain/feedback/Feedback"
import { removeWith, revise, submit } from "@candor/domain/feedback/InterviewFeedback"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { jsonResponse } from "../response/JsonResponse.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "Feedback",
  Effect.fnUntraced(function*(handlers) {
    const feedback = yield* Feedback
    return handlers.handleAll({
      list: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return jsonResponse<ManyFeedback>({
          interview_feedback: yield* feedback.list(actor.organization_id, { application_id: params.id })
        })
      }, Effect.mapError(toError)),
      create: Effect.fnUntraced(function*({ params, payload }) {
        const { actor, principal } = yield* Caller
        const given = yield* feedback.create(
          actor,
          { application_id: params.id },
          (context) => submit(params.id, payload, context)
        )
        return { interview_feedback: { ...given, author: principal.user } }
      }, Effect.mapError(toError)),
      get: Effect.fnUntraced(function*({ params: { feedbackId, id } }) {
        const { actor } = yield* Caller
        const found = yield* feedback.get(actor.organization_id, { application_id: id }, feedbackId)
        return jsonResponse<OneFeedback>({ interview_feedback: found })
      }, Effect.mapError(toError)),
      update: Effect.fnUntraced(function*({ params: { id, feedbackId }, payload }) {
        const { actor, principal } = yield* Caller
        const revised = yield* feedback.modify(
          actor,
          { application_id: id },
          feedbackId,
          (stored, context) => revise(stored, payload, context)
        )
        return { interview_feedback: { ...revised, author: principal.user } }
      }, Effect.mapError(toError)),
      delete: Effect.fnUntraced(function*({ params: { feedbackId, id } }) {
        const { actor, principal } = yield* Caller
        yield* feedback.remove(actor, { application_id: id }, feedbackId, removeWith(principal.api_key.scope))
        return { deleted: true }
      }, Effect.mapError(toError))
    })
  })
)
