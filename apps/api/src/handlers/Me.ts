import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import * as Scope from "@candor/domain/access/Scope"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentRequest } from "../request/CurrentRequest.ts"

export const layer = HttpApiBuilder.group(Api, "Me", (handlers) =>
  handlers.handle("get", () =>
    Effect.zipWith(Caller, CurrentRequest, ({ principal: { api_key, job_access, organization, user } }, { rate_limit }) => ({
      organization,
      user,
      job_access,
      api_key,
      scopes: Scope.all(api_key.scope),
      plan: organization.plan,
      // It was counted when it was authenticated.
      rate_limit: rate_limit!
    }))))
