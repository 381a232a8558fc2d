/**
 * Free and busy times of connected accounts, by the interfaces of Google (Calendar API v3, freeBusy) and Microsoft
 * (Graph v1.0, getSchedule).
 */
import { requestTimeout } from "@candor/connections/guarded/GuardedRequest"
import { OAuthConnections } from "@candor/connections/OAuthConnections"
import type { CalendarProblem } from "@candor/domain/calendar/BusyCalendar"
import type { ConnectionTrouble, Provider } from "@candor/domain/connection/Connection"
import type { BusyCalendarId, OrganizationId } from "@candor/domain/Id"
import { inAtLeast, type Interval, type MinuteSet } from "@candor/domain/time/MinuteSets"
import { boundedFetch } from "@candor/files/BoundedFetch"
import { Context, Effect, Redacted, Schema } from "effect"
import { answers, type CalendarFailed, problemOf } from "./CalendarStatus.ts"

/** Maximum bytes of an answer: the busy times of a month, with Microsoft's additional fields. */
const maxBytes = 1024 * 1024

/** Both providers answer for a month, but not for a quarter of a year. */
const portionMinutes = 31 * 1440

/** Sends requests to the providers, without following redirects. */
export const FreeBusyFetch = Context.Reference<(url: string, init: RequestInit) => Promise<Response>>(
  "@candor/background/FreeBusyFetch",
  {
    defaultValue: () => (url, init) => boundedFetch(maxBytes)(url, { ...init, redirect: "manual" })
  }
)

/** The OAuth scope for an account's free and busy times. */
export const calendarScopes: Readonly<Record<Provider, ReadonlyArray<string>>> = {
  google: ["https://www.googleapis.com/auth/calendar.freebusy"],
  microsoft: ["https://graph.microsoft.com/Calendars.ReadBasic"]
}

export const calendarOwner = (
  organization_id: OrganizationId,
  id: BusyCalendarId
) => ({ organization_id, owner: `calendar ${id}` } as const)

const isoOf = (minute: number): string => new Date(minute * 60_000).toISOString()

const failure = (problem: CalendarProblem): CalendarFailed => ({ problem })

const Google = Schema.Struct({
  calendars: Schema.Struct({
    primary: Schema.Struct({
      busy: Schema.optional(Schema.Array(Schema.Struct({ start: Schema.String, end: Schema.String }))),
      errors: Schema.optional(Schema.Array(Schema.Unknown))
    })
  })
})

const Moment = Schema.Struct({ dateTime: Schema.String, "timeZone": Schema.Literal("UTC") })
const Microsoft = Schema.Struct({
  value: Schema.Array(Schema.Struct({
    scheduleItems: Schema.optional(Schema.Array(Schema.Struct({ status: Schema.String, start: Moment, end: Moment }))),
    error: Schema.optional(Schema.Unknown)
  }))
})

/** Microsoft's statuses that do not make a member busy. */
const free = new Set(["free", "workingElsewhere"])

type Times = ReadonlyArray<readonly [start: string, end: string]>

/** The request to each provider, and the busy times in its answer; undefined if the answer is an error. */
const providers: Readonly<
  Record<Provider, {
    readonly url: string
    readonly body: (from: number, to: number, account: string) => object
    readonly timesOf: (answer: unknown) => Effect.Effect<Times | undefined, Schema.SchemaError>
  }>
> = {
  google: {
    url: "https://www.googleapis.com/calendar/v3/freeBusy",
    body: (from, to) => ({ timeMin: isoOf(from), timeMax: isoOf(to), items: [{ id: "primary" }] }),
    timesOf: (answer) =>
      Effect.map(
        Schema.decodeUnknownEffect(Google)(answer),
        ({ calendars: { primary: { busy, errors } } }) =>
          errors === undefined ? (busy ?? []).map(({ end, start }) => [start, end] as const) : undefined
      )
  },
  microsoft: {
    url: "https://graph.microsoft.com/v1.0/me/calendar/getSchedule",
    body: (from, to, account) => ({
      schedules: [account],
      startTime: { dateTime: isoOf(from).slice(0, 19), timeZone: "UTC" },
      endTime: { dateTime: isoOf(to).slice(0, 19), timeZone: "UTC" },
      availabilityViewInterval: 60
    }),
    timesOf: (answer) =>
      Effect.map(
        Schema.decodeUnknownEffect(Microsoft)(answer),
        ({ value: [own] }) =>
          own === undefined || own.error !== undefined
            ? undefined
            : (own.scheduleItems ?? []).filter(({ status }) => !free.has(status)).map(({ end, start }) =>
              [`${start.dateTime.slice(0, 19)}Z`, `${end.dateTime.slice(0, 19)}Z`] as const
            )
      )
  }
}

const problems: Readonly<Record<ConnectionTrouble["problem"], CalendarProblem>> = {
  app_refused: "refused",
  busy: "no_answer",
  consent_ended: "consent_ended"
}

const intervalOf = ([start, end]: Times[number]): Effect.Effect<Interval, CalendarFailed> => {
  const interval = [Math.floor(Date.parse(start) / 60_000), Math.ceil(Date.parse(end) / 60_000)] as const
  return interval.some(Number.isNaN) ? Effect.fail(failure("not_a_calendar")) : Effect.succeed(interval)
}

/** Makes the function that reads an account's free and busy times, between minutes since 1970. */
export const freeBusy = Effect.gen(function*() {
  const connections = yield* OAuthConnections
  const send = yield* FreeBusyFetch

  const asked = (provider: Provider, body: object, token: Redacted.Redacted) =>
    Effect.tryPromise({
      try: (signal) =>
        send(providers[provider].url, {
          method: "POST",
          headers: {
            authorization: `Bearer ${Redacted.value(token)}`,
            "content-type": "application/json",
            prefer: "outlook.timezone=\"UTC\""
          },
          body: JSON.stringify(body),
          signal
        }),
      catch: () => failure("failed")
    })

  return (
    organization: OrganizationId,
    { account, id, kind }: { readonly id: BusyCalendarId; readonly kind: Provider; readonly account: string },
    from: number,
    to: number
  ): Effect.Effect<MinuteSet, CalendarFailed> =>
    Effect.gen(function*() {
      const owner = calendarOwner(organization, id)
      const tokenOf = (refused?: Redacted.Redacted) =>
        Effect.mapError(connections.token(owner, refused), ({ problem }) => failure(problems[problem]))
      const found: Array<Interval> = []
      for (let at = from; at < to; at += portionMinutes) {
        const body = providers[kind].body(at, Math.min(at + portionMinutes, to), account)
        const token = yield* tokenOf()
        const first = yield* asked(kind, body, token)
        // Tries again with a new token: tokens may end early.
        const answer = first.status === answers.unauthorized ? yield* asked(kind, body, yield* tokenOf(token)) : first
        const problem = problemOf(answer.status)
        if (problem !== undefined) return yield* Effect.fail(failure(problem))
        const times = yield* Effect.tryPromise(async (): Promise<unknown> => answer.json()).pipe(
          Effect.flatMap(providers[kind].timesOf),
          Effect.mapError(() => failure("not_a_calendar"))
        )
        if (times === undefined) return yield* Effect.fail(failure("refused"))
        found.push(...yield* Effect.forEach(times, intervalOf))
      }
      return inAtLeast(1, found.map(([start, end]): Interval => [Math.max(start, from), Math.min(end, to)]))
    }).pipe(Effect.timeoutOrElse({ duration: requestTimeout, orElse: () => Effect.fail(failure("no_answer")) }))
})
