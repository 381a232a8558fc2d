import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { suggestionsOf } from "@candor/domain/candidate/Suggestion"
import { Suggestions } from "@candor/domain/candidate/Suggestions"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const layer = HttpApiBuilder.group(
  Api,
  "Suggestions",
  Effect.fnUntraced(function*(handlers) {
    const suggestions = yield* Suggestions
    return handlers.handleAll({
      list: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { suggestions: suggestionsOf(yield* suggestions.facts(actor.organization_id, params.candidateId)) }
      }, Effect.mapError(toError))
    })
  })
)
