import { CalendarReading, secretAccount } from "@candor/background/calendar/CalendarReading"
import { calendarOwner } from "@candor/background/calendar/FreeBusy"
import { OAuthConnections } from "@candor/connections/OAuthConnections"
import { Secrets } from "@candor/connections/Secrets"
import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import type { Actor } from "@candor/domain/access/Actor"
import { BusyCalendarNotFound, secretOf } from "@candor/domain/calendar/BusyCalendar"
import { BusyCalendars } from "@candor/domain/calendar/BusyCalendars"
import { Connections } from "@candor/domain/connection/Connections"
import type { BusyCalendarId } from "@candor/domain/Id"
import { Transactions } from "@candor/domain/Transactions"
import { isPublic } from "@candor/connections/guarded/PublicAddress"
import { Effect, Option, Redacted } from "effect"
import { HttpApiBuilder } from "effect/http-api"

export const layer = HttpApiBuilder.group(
  Api,
  "BusyCalendars",
  Effect.fnUntraced(function*(handlers) {
    const calendars = yield* BusyCalendars
    const { allowsPrivate } = yield* CalendarReading
    const connections = yield* Connections
    const { providers } = yield* OAuthConnections
    const secrets = yield* Secrets
    const transactions = yield* Transactions
    const policy = { development: allowsPrivate, isPublicAddress: isPublic }

    const one = Effect.fnUntraced(function*({ organization_id, user_id }: Actor, id: BusyCalendarId) {
      return (yield* calendars.list(organization_id, user_id)).find((calendar) => calendar.id === id) ??
        (yield* new BusyCalendarNotFound({ id }))
    })

    /** Removes a calendar, with the connection of its account. */
    const removed = Effect.fnUntraced(function*(actor: Actor, id: BusyCalendarId) {
      const before = yield* one(actor, id)
      yield* calendars.remove(actor, id)
      const owner = calendarOwner(actor.organization_id, id)
      const connection = Option.getOrUndefined(yield* connections.get(owner))
      if (connection !== undefined) yield* connections.remove(owner, connection.connected_at)
      return { value: before, isKept: true }
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(function*() {
        const { actor } = yield* Caller
        return { busy_calendars: yield* calendars.list(actor.organization_id, actor.user_id), providers }
      }),
      create: Effect.fnUntraced(function*({ payload }) {
        const { actor: { organization_id }, actor } = yield* Caller
        const { host, kind, secret } = yield* Effect.fromResult(secretOf(payload, policy))
        const id = yield* calendars.reserve
        const encrypted = yield* secrets.encrypt(
          { organization_id, account: secretAccount(id) },
          Redacted.make(JSON.stringify(secret))
        )
        const added = calendars.add(actor, { id, kind, host, secret: encrypted }).pipe(
          Effect.andThen(Effect.catchTag(one(actor, id), "BusyCalendarNotFound", Effect.die)),
          Effect.map((value) => ({ value, isKept: true }))
        )
        return { busy_calendar: yield* transactions.run(added, { isSnapshot: false }) }
      }, Effect.mapError(toError)),
      remove: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { busy_calendar: yield* transactions.run(removed(actor, params.calendarId), { isSnapshot: false }) }
      }, Effect.mapError(toError))
    })
  })
)
