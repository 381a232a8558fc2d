import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import * as Scope from "@candor/domain/access/Scope"
import { Invitations } from "@candor/domain/interview/Invitations"
import { AutomaticMails } from "@candor/domain/mail/AutomaticMails"
import { MailTransport } from "@candor/mail/MailTransport"
import * as Member from "@candor/domain/organization/Member"
import { Members } from "@candor/domain/organization/Members"
import { Schedules } from "@candor/domain/scheduling/Schedule"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { trustedProxies } from "../auth/ClientAddress.ts"
import { ownOrigin } from "../auth/ConsoleRequest.ts"
import { newFeed } from "../public/FeedToken.ts"
import { CurrentRequest } from "../request/CurrentRequest.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "Me",
  Effect.fnUntraced(function*(handlers) {
    const mails = yield* AutomaticMails
    const members = yield* Members
    const invitations = yield* Invitations
    const { publicUrl } = yield* MailTransport
    const proxies = yield* trustedProxies

    const feed = Effect.fnUntraced(function*() {
      const { actor } = yield* Caller
      return {
        calendar_feed: { made_at: (yield* invitations.feed(actor.organization_id, actor.user_id))?.made_at ?? null }
      }
    })

    const schedules = yield* Schedules
    return handlers.handleAll({
      get: () =>
        Effect.zipWith(
          Caller,
          CurrentRequest,
          ({ principal: { api_key, job_access, organization, user } }, { rate_limit }) => ({
            organization,
            user,
            job_access,
            api_key,
            scopes: Scope.all(api_key.scope),
            plan: organization.plan,
            // Set when the request was authenticated.
            rate_limit: rate_limit!
          })
        ),
      rename: Effect.fnUntraced(function*({ payload }) {
        const { actor } = yield* Caller
        // Cannot fail: the caller is a member, and the role and status stay.
        const { email, full_name, id } = yield* members.modify(
          actor,
          actor.user_id,
          (member) => Member.update(member, payload)
        ).pipe(Effect.orDie)
        return { user: { id, full_name, email } }
      }),
      calendarFeed: feed,
      makeCalendarFeed: Effect.fnUntraced(function*({ request }) {
        const { actor } = yield* Caller
        const { hash, path } = newFeed(actor)
        yield* invitations.setFeed(actor, hash)
        return { calendar_feed: { url: new URL(path, publicUrl ?? ownOrigin(request.headers, proxies)).href } }
      }),
      endCalendarFeed: Effect.fnUntraced(function*() {
        const { actor } = yield* Caller
        yield* invitations.setFeed(actor, null)
        return yield* feed()
      }),
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
      chooseSchedule: Effect.fnUntraced(function*({ payload }) {
        const { actor } = yield* Caller
        const schedule = { holiday_calendar_ids: null, ...payload }
        yield* schedules.put(actor.organization_id, actor.user_id, schedule)
        return { schedule }
      })
    })
  })
)
