import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import * as Organization from "@candor/domain/organization/Organization"
import { Organizations } from "@candor/domain/organization/Organizations"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

// The organization of a key is never removed, so it is always found.
export const layer = HttpApiBuilder.group(Api, "Organizations", Effect.fnUntraced(function*(handlers) {
  const organizations = yield* Organizations
  return handlers.handleAll({
    get: Effect.fnUntraced(function*() {
      const { actor } = yield* Caller
      return { organization: yield* organizations.get(actor.organization_id) }
    }, Effect.orDie),
    update: Effect.fnUntraced(function*({ payload }) {
      const { actor } = yield* Caller
      const organization = yield* organizations.modify(actor, (organization) => Organization.update(organization, payload))
      return { organization }
    }, Effect.orDie)
  })
}))
