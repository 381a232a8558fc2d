import { CalendarReading, secretAccount } from "@candor/background/calendar/CalendarReading"
import { calendarOwner } from "@candor/background/calendar/FreeBusy"
import { OAuthConnections } from "@candor/connections/OAuthConnections"
import { Secrets } from "@candor/connections/Secrets"
import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { Connections } from "@candor/domain/connection/Connections"
import { secretOf } from "@candor/domain/scheduling/BusyCalendar"
import { BusyCalendars } from "@candor/domain/scheduling/BusyCalendars"
import { isPublic } from "@candor/mail/PublicAddress"
import { Effect, Option, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const layer = HttpApiBuilder.group(Api, "BusyCalendars", Effect.fnUntraced(function*(handlers) {
  const calendars = yield* BusyCalendars
  const { allowsPrivate } = yield* CalendarReading
  const [connections, oauth] = [yield* Connections, yield* OAuthConnections]
  const secrets = yield* Secrets
  const policy = { development: allowsPrivate, isPublicAddress: isPublic }

  return handlers.handleAll({
    list: Effect.fnUntraced(function*() {
      const { actor } = yield* Caller
      return { busy_calendars: yield* calendars.list(actor.organization_id, actor.user_id), providers: oauth.providers }
    }),
    create: Effect.fnUntraced(function*({ payload }) {
      const { actor: { organization_id, user_id }, actor } = yield* Caller
      const { host, kind, secret } = yield* Effect.fromResult(secretOf(payload, policy))
      const id = yield* calendars.reserve
      const encrypted = yield* secrets.encrypt({ organization_id, account: secretAccount(id) }, Redacted.make(JSON.stringify(secret)))
      yield* calendars.add(actor, { id, kind, host, secret: encrypted })
      const added = yield* calendars.list(organization_id, user_id)
      return { busy_calendar: added.find((one) => one.id === id)! }
    }, Effect.mapError(toError)),
    remove: Effect.fnUntraced(function*({ params }) {
      const { actor } = yield* Caller
      const before = yield* calendars.list(actor.organization_id, actor.user_id)
      yield* calendars.remove(actor, params.calendarId)
      const owner = calendarOwner(actor.organization_id, params.calendarId)
      const connection = Option.getOrUndefined(yield* connections.get(owner))
      if (connection !== undefined) yield* oauth.disconnect(owner, connection.connected_at)
      return { busy_calendar: before.find(({ id }) => id === params.calendarId)! }
    }, Effect.mapError(toError))
  })
}))
