/** Reads calendars of members: on a schedule, and immediately before somebody is booked. */
import { ask } from "@candor/connections/guarded/GuardedRequest"
import { OAuthConnections } from "@candor/connections/OAuthConnections"
import { Secrets } from "@candor/connections/Secrets"
import { CalendarSecret, type CalendarTimes, windowDays } from "@candor/domain/calendar/BusyCalendar"
import { type Attempt, BusyCalendars, type ReadCalendar } from "@candor/domain/calendar/BusyCalendars"
import { holidayDays, HolidayReadings, type ReadHolidays } from "@candor/domain/calendar/HolidayCalendars"
import type { Provider } from "@candor/domain/connection/Connection"
import type { OrganizationId, UserId } from "@candor/domain/Id"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { fromMillis, now } from "@candor/domain/Timestamp"
import { Clock, Context, Duration, Effect, Layer, Redacted, Schema } from "effect"
import { eventsOf } from "./CalDav.ts"
import { readCalendar, type Urgency } from "./CalendarReader.ts"
import { answers, type CalendarFailed, problemOf } from "./CalendarStatus.ts"
import { privateCalendars } from "./CalendarSettings.ts"
import { freeBusy } from "./FreeBusy.ts"

/** How long a booking waits for calendars. For one that takes longer, the stored times count. */
const bookingTime = Duration.seconds(2)

/** Calendars that one booking reads at a time. */
const maxReads = 8

const dayMillis = 86_400_000
const windowMillis = windowDays * dayMillis

/** The span that is read, in minutes: the window, and the day before it, which may still be the same day elsewhere. */
const spanAt = (now: number) => ({
  from: Math.floor((now - dayMillis) / 60_000),
  to: Math.floor((now + windowMillis) / 60_000)
})

/** Maximum characters of an entity tag that is stored. */
const maxEtag = 200

const decodeSecret = Schema.decodeUnknownEffect(Schema.fromJsonString(CalendarSecret))

/** The account name under which a calendar's secret is encrypted. */
export const secretAccount = (id: ReadCalendar["id"]): string => `busy calendar ${id}`

const make = Effect.gen(function*() {
  const allowsPrivate = yield* privateCalendars
  const calendars = yield* BusyCalendars
  const readings = yield* HolidayReadings
  const secrets = yield* Secrets
  const freeBusyOf = yield* freeBusy

  const secretOf = (organization_id: OrganizationId, { id, secret }: ReadCalendar) =>
    secrets.decrypt({ organization_id, account: secretAccount(id) }, secret ?? "").pipe(
      Effect.flatMap((text) => decodeSecret(Redacted.value(text))),
      Effect.mapError((): CalendarFailed => ({ problem: "secret_unreadable" }))
    )

  const subscribed = Effect.fnUntraced(
    function*(organization: OrganizationId, calendar: ReadCalendar, urgency: Urgency) {
      const { email, etag, known_until, zone } = calendar
      const secret = yield* secretOf(organization, calendar)
      const now = yield* Clock.currentTimeMillis
      const until = now + windowMillis
      // The times read a day ago end a day earlier, so they are read again even if the calendar has not changed.
      const isEnough = etag !== null && known_until !== null && known_until > fromMillis(until - dayMillis)
      const answer = yield* ask({
        ...secret,
        headers: { accept: "text/calendar", ...(isEnough ? { "if-none-match": etag } : {}) }
      }, allowsPrivate)
      if (answer.status === answers.unchanged && isEnough) return { times: null }
      const problem = problemOf(answer.status)
      if (problem !== undefined) return yield* Effect.fail<CalendarFailed>({ problem })
      const times = yield* readCalendar(
        { contents: [answer.body], form: "calendar" },
        { email, zone, ...spanAt(now) },
        urgency
      )
      const version = answer.headers.etag
      return {
        times,
        etag: version === undefined || version.length > maxEtag ? null : version,
        known_until: fromMillis(until)
      }
    }
  )

  const contentOf = Effect.fnUntraced(function*({ file, url }: ReadHolidays) {
    if (url === null) return new TextEncoder().encode(file ?? "")
    const call = { url, username: null, password: null, headers: { accept: "text/calendar" } }
    const { body, status } = yield* ask(call, allowsPrivate)
    const problem = problemOf(status)
    return problem === undefined ? body : yield* Effect.fail<CalendarFailed>({ problem })
  })

  const holidays = Effect.fnUntraced(function*(calendar: ReadHolidays) {
    const now = yield* Clock.currentTimeMillis
    const until = now + holidayDays * dayMillis
    const span = { from: Math.floor((now - dayMillis) / 60_000), to: Math.floor(until / 60_000) }
    const times = yield* readCalendar({ contents: [yield* contentOf(calendar)], form: "calendar" }, {
      email: "",
      zone: ZoneName.make("UTC"),
      isHolidays: true,
      ...span
    }, "later")
    return { times, etag: null, known_until: fromMillis(until) }
  })

  const asked = Effect.fnUntraced(function*(organization: OrganizationId, calendar: ReadCalendar, urgency: Urgency) {
    const secret = yield* secretOf(organization, calendar)
    const now = yield* Clock.currentTimeMillis
    const span = spanAt(now)
    const contents = yield* eventsOf({ ...secret, id: calendar.id, allowsPrivate }, span.from, span.to)
    const times = yield* readCalendar({ contents, form: "multistatus" }, {
      email: calendar.email,
      zone: calendar.zone,
      ...span
    }, urgency)
    return { times, etag: null, known_until: fromMillis(now + windowMillis) }
  })

  const connected = (provider: Provider) =>
    Effect.fnUntraced(function*(organization: OrganizationId, { host, id }: ReadCalendar) {
      const now = yield* Clock.currentTimeMillis
      const { from, to } = spanAt(now)
      const busy = yield* freeBusyOf(organization, { id, kind: provider, account: host }, from, to)
      const times: CalendarTimes = { busy, own: [], skipped: 0, unknown_zones: [] }
      return { times, etag: null, known_until: fromMillis(now + windowMillis) }
    })

  const ways = {
    subscription: subscribed,
    caldav: asked,
    google: connected("google"),
    microsoft: connected("microsoft")
  }

  /** Returns the outcome of reading a calendar. A defect is this calendar's problem only. */
  const attempted = (read: Effect.Effect<Attempt, CalendarFailed>): Effect.Effect<Attempt> =>
    read.pipe(
      Effect.catchDefect((defect) =>
        Effect.andThen(
          Effect.logError("A calendar could not be read", defect),
          Effect.fail<CalendarFailed>({ problem: "failed" })
        )
      ),
      Effect.catch((unanswered) => Effect.succeed(unanswered))
    )

  const read = Effect.fnUntraced(function*(organization: OrganizationId, calendar: ReadCalendar, urgency: Urgency) {
    const began_at = yield* now
    const attempt = yield* attempted(ways[calendar.kind](organization, calendar, urgency))
    yield* calendars.record(organization, calendar, began_at, attempt)
  })

  return CalendarReading.of({
    allowsPrivate,
    read: (organization, calendar) => read(organization, calendar, "later").pipe(Effect.withSpan("Calendars.read")),
    readHolidays: (calendar) =>
      Effect.flatMap(attempted(holidays(calendar)), (attempt) => readings.record(calendar, attempt)).pipe(
        Effect.withSpan("Calendars.readHolidays")
      ),
    refresh: (organization, members) =>
      calendars.untried(organization, members).pipe(
        Effect.flatMap(
          Effect.forEach((calendar) => read(organization, calendar, "now"), { concurrency: maxReads, discard: true })
        ),
        Effect.timeoutOption(bookingTime),
        Effect.asVoid,
        Effect.withSpan("Calendars.refresh")
      )
  })
})

export class CalendarReading extends Context.Service<CalendarReading, {
  /** Whether the operator allows calendars of private networks. */
  readonly allowsPrivate: boolean
  /** Reads a calendar, and stores the outcome. */
  readonly read: (organization: OrganizationId, calendar: ReadCalendar) => Effect.Effect<void>
  /** Reads a calendar of holidays, and stores the outcome. */
  readonly readHolidays: (calendar: ReadHolidays) => Effect.Effect<void>
  /** Reads those calendars of members that nobody has tried to read for a minute, within two seconds. */
  readonly refresh: (organization: OrganizationId, members: ReadonlyArray<UserId>) => Effect.Effect<void>
}>()("@candor/background/CalendarReading") {
  static readonly layer = Layer.effect(CalendarReading, make).pipe(
    Layer.provide([OAuthConnections.layer, Secrets.layer])
  )
}
