import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { names } from "@candor/contract/ScorecardTemplates"
import { ScorecardTemplates } from "@candor/domain/template/ScorecardTemplates"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { allHandlers } from "../response/ResourceHandlers.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "ScorecardTemplates",
  Effect.fnUntraced(function*(handlers) {
    const templates = yield* ScorecardTemplates
    const all = allHandlers(names, templates)
    return handlers.handleAll({
      ...all,
      list: Effect.fnUntraced(function*() {
        const { actor } = yield* Caller
        return { ...yield* all.list(), used_by: yield* templates.uses(actor.organization_id) }
      })
    })
  })
)
