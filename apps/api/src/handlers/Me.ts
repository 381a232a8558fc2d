import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import * as Scope from "@candor/domain/access/Scope"
import { AutomaticMails } from "@candor/domain/mail/AutomaticMails"
import { Schedules } from "@candor/domain/scheduling/Schedule"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CurrentRequest } from "../request/CurrentRequest.ts"

export const layer = HttpApiBuilder.group(Api, "Me", Effect.fnUntraced(function*(handlers) {
  const mails = yield* AutomaticMails
  const schedules = yield* Schedules
  return handlers.handleAll({
    get: () =>
      Effect.zipWith(Caller, CurrentRequest, ({ principal: { api_key, job_access, organization, user } }, { rate_limit }) => ({
        organization,
        user,
        job_access,
        api_key,
        scopes: Scope.all(api_key.scope),
        plan: organization.plan,
        // It was counted when it was authenticated.
        rate_limit: rate_limit!
      })),
    mailNotices: Effect.fnUntraced(function*() {
      const { actor } = yield* Caller
      return { mail_notices: yield* mails.notices(actor.organization_id, actor.user_id) }
    }),
    chooseMailNotices: Effect.fnUntraced(function*({ payload }) {
      const { actor } = yield* Caller
      const mail_notices = [...new Set(payload.mail_notices)]
      yield* mails.setNotices(actor.organization_id, actor.user_id, mail_notices)
      return { mail_notices }
    }),
    schedule: Effect.fnUntraced(function*() {
      const { actor } = yield* Caller
      return { schedule: yield* schedules.get(actor.organization_id, actor.user_id) }
    }),
    chooseSchedule: Effect.fnUntraced(function*({ payload: schedule }) {
      const { actor } = yield* Caller
      yield* schedules.put(actor.organization_id, actor.user_id, schedule)
      return { schedule }
    })
  })
}))
