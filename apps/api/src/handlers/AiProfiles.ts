import type { ManyProfiles } from "@candor/contract/AiProfiles"
import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import * as AiProfile from "@candor/domain/candidate/AiProfile"
import { AiProfiles } from "@candor/domain/candidate/AiProfiles"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { jsonResponse } from "../response/JsonResponse.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "AiProfiles",
  Effect.fnUntraced(function*(handlers) {
    const profiles = yield* AiProfiles
    return handlers.handleAll({
      list: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return jsonResponse<ManyProfiles>({
          ai_profiles: yield* profiles.list(actor.organization_id, params.candidateId)
        })
      }, Effect.mapError(toError)),
      refresh: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        const profile = yield* profiles.request(actor, params.candidateId, AiProfile.refresh)
        return { ai_profile: { ...profile, is_current: true } }
      }, Effect.mapError(toError)),
      delete: Effect.fnUntraced(function*({ params: { candidateId, profileId } }) {
        const { actor } = yield* Caller
        yield* profiles.remove(actor, candidateId, profileId, AiProfile.remove)
        return { deleted: true }
      }, Effect.mapError(toError))
    })
  })
)
