import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import type { InterviewId } from "@candor/domain/Id"
import { Scorecards } from "@candor/domain/scorecard/Scorecards"
import { summaryOf } from "@candor/domain/scorecard/ScorecardSummary"
import { draft, own, revise, shownOf, submit } from "@candor/domain/scorecard/Scoring"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const layer = HttpApiBuilder.group(
  Api,
  "Scorecards",
  Effect.fnUntraced(function*(handlers) {
    const scorecards = yield* Scorecards

    const known = Effect.fnUntraced(function*(id: InterviewId) {
      const { actor } = yield* Caller
      return yield* scorecards.get(actor.organization_id, id, actor.user_id)
    })

    return handlers.handleAll({
      own: Effect.fnUntraced(function*({ params }) {
        return { scorecard: yield* Effect.fromResult(own(yield* known(params.interviewId))) }
      }, Effect.mapError(toError)),
      draft: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        yield* scorecards.modify(actor, params.interviewId, (scoring, context) => draft(scoring, payload, context))
        return { scorecard: yield* Effect.fromResult(own(yield* known(params.interviewId))) }
      }, Effect.mapError(toError)),
      submit: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        const { scorecard } = yield* scorecards.modify(actor, params.interviewId, submit)
        return { scorecard: shownOf(scorecard, yield* known(params.interviewId)) }
      }, Effect.mapError(toError)),
      revise: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        const { scorecard } = yield* scorecards.modify(
          actor,
          params.interviewId,
          (scoring, context) => revise(scoring, payload, context)
        )
        return { scorecard: shownOf(scorecard, yield* known(params.interviewId)) }
      }, Effect.mapError(toError)),
      ofInterview: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return yield* scorecards.ofInterview(actor.organization_id, params.interviewId)
      }, Effect.mapError(toError)),
      ofApplication: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        const { due, scorecards: all } = yield* scorecards.debrief(actor.organization_id, params.id, actor.user_id)
        return { scorecards: all, due }
      }, Effect.mapError(toError)),
      summary: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return {
          scorecard_summary: summaryOf(
            yield* scorecards.debrief(actor.organization_id, params.id, actor.user_id),
            actor.user_id
          )
        }
      }, Effect.mapError(toError))
    })
  })
)
