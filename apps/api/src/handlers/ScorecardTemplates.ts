import { Api } from "@candor/contract/Api"
import { names } from "@candor/contract/ScorecardTemplates"
import { ScorecardTemplates } from "@candor/domain/scorecard/ScorecardTemplates"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { allHandlers } from "../response/ResourceHandlers.ts"

export const layer = HttpApiBuilder.group(Api, "ScorecardTemplates", Effect.fnUntraced(function*(handlers) {
  return handlers.handleAll(allHandlers(names, yield* ScorecardTemplates))
}))
