/** Busy calendars: members' calendars at other services, from which Candor reads when they are busy. */
import { Result, Schema } from "effect"
import { described, named } from "../Described.ts"
import { ApplicationId, BusyCalendarId, InterviewId } from "../Id.ts"
import type { Limit } from "../Limit.ts"
import { spelled } from "../Spelling.ts"
import { storable } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { type AddressPolicy, checkAddress } from "../webhook/WebhookAddress.ts"
import type { MinuteSet } from "../time/MinuteSets.ts"
import { because } from "../IssueReason.ts"

/**
 * The days ahead that are read of a calendar: booking links offer times for 90. An unchanged calendar is read again
 * after a day.
 */
export const windowDays = 92

/** The minutes between two reads of a calendar. After each failure the pause doubles, up to a day. */
export const intervalMinutes = 15

export const maxCalendars: Limit = { what: "busy calendars of a member", limit: 5 }

export const CalendarKind = Schema.Literals(["subscription", "caldav", "google", "microsoft"]).pipe(described(
  "`subscription` is an iCalendar address, `caldav` a server with user name and password; `google` and " +
    "`microsoft` are connected accounts",
  "subscription"
))
export type CalendarKind = typeof CalendarKind.Type

/** Why a calendar could not be read. */
export const CalendarProblem = Schema.Literals([
  "no_address",
  "no_answer",
  "refused",
  "not_found",
  "failed",
  "redirected",
  "not_a_calendar",
  "too_large",
  "too_slow",
  "secret_unreadable",
  "consent_ended"
]).pipe(described(
  "Why the last reading failed: the host has no public address; it did not respond in time; it refused the " +
    "address, the password or the account; nothing is at the address; it responded with an error; it redirected " +
    "elsewhere; the content is not a calendar; it is too large or takes too long to read; the stored secret " +
    "cannot be read; the account's owner ended the connection. Null if it succeeded",
  "no_answer"
))
export type CalendarProblem = typeof CalendarProblem.Type

/** An interview of Candor's that was found in the calendar. */
export const OwnInterview = Schema.Struct({ interview_id: InterviewId, starts_at: Timestamp, ends_at: Timestamp })
export interface OwnInterview extends Schema.Schema.Type<typeof OwnInterview> {}

/** The result of reading a calendar. */
export interface CalendarTimes {
  /** When its member is busy, in minutes since 1970. */
  readonly busy: MinuteSet
  readonly own: ReadonlyArray<OwnInterview>
  /** The events that could not be read. */
  readonly skipped: number
  readonly unknown_zones: ReadonlyArray<string>
}

const DifferingInterview = Schema.Struct({
  interview_id: InterviewId,
  application_id: ApplicationId,
  title: Schema.String.pipe(described("The title", "Technical interview")),
  starts_at: Timestamp.pipe(described("When it begins in the calendar", "2026-10-15T09:00:00.000Z")),
  ends_at: Timestamp.pipe(described("When it ends in the calendar", "2026-10-15T10:00:00.000Z"))
}).pipe(
  named("DifferingInterview", "An interview that has another time in the member's calendar. Candor does not move it")
)

export const BusyCalendar = Schema.Struct({
  id: BusyCalendarId,
  kind: CalendarKind,
  host: Schema.String.pipe(
    described(
      "The host of its address, or the connected account. The address itself is secret and never shown",
      "calendar.example.com"
    )
  ),
  created_at: Timestamp.pipe(described("When it was added", "2026-10-14T09:30:00.000Z")),
  read_at: Schema.NullOr(Timestamp).pipe(
    described("When it was last read; null if it has not been", "2026-10-14T09:45:00.000Z")
  ),
  problem: Schema.NullOr(CalendarProblem),
  skipped_events: Schema.Int.pipe(
    described("The number of events that could not be read, which do not block any time", 0)
  ),
  unknown_zones: Schema.Array(Schema.String).pipe(
    described("Unknown time zone names; their times are read in the member's time zone", [])
  ),
  differing_interviews: Schema.Array(DifferingInterview).pipe(
    described("Upcoming interviews that have another time in the calendar", [])
  )
}).pipe(named("BusyCalendar", "A calendar of a member. Candidates can't book the member during its busy times"))
export interface BusyCalendar extends Schema.Schema.Type<typeof BusyCalendar> {}

/** The kinds of calendars that a member adds by their address. */
const addressed = Schema.Literals(["subscription", "caldav"])

const secretText = (maximum: number) =>
  Schema.String.check(
    storable,
    Schema.isMinLength(1),
    Schema.isMaxLength(maximum),
    Schema.isPattern(/^[^\p{Cc}]*$/u, { expected: "a text in one line", ...because("line_break") })
  )

const isAddress = (text: string): boolean => {
  const url = URL.parse(text.trim().replace(/^webcals?:/i, "https:"))
  return url !== null && /^https?:$/.test(url.protocol)
}

export const BusyCalendarDraft = Schema.Struct({
  kind: spelled(addressed).pipe(
    described("`subscription` is an iCalendar address, `caldav` a server", "subscription"),
    Schema.optionalKey
  ),
  url: secretText(2000).check(
    Schema.makeFilter<string>(isAddress, {
      expected: "an https address",
      ...because("not_https_address"),
      toJsonSchema: () => ({})
    })
  )
    .pipe(
      described(
        "The address of the calendar or of the server; `webcal:` is https",
        "https://calendar.example.com/ada/basic.ics"
      )
    ),
  username: secretText(320).pipe(described("The user name at the server", "ada@example.com"), Schema.optionalKey),
  password: secretText(1000).pipe(
    described("The password, preferably an app password", "correct horse battery staple"),
    Schema.optionalKey
  )
}).pipe(
  named("BusyCalendarDraft", "A calendar to read busy times from", {
    url: "https://calendar.example.com/ada/basic.ics"
  })
)
export interface BusyCalendarDraft extends Schema.Schema.Type<typeof BusyCalendarDraft> {}

/** The address and credentials of a calendar, which are stored encrypted. */
export const CalendarSecret = Schema.Struct({
  url: Schema.String,
  username: Schema.NullOr(Schema.String),
  password: Schema.NullOr(Schema.String)
})
export interface CalendarSecret extends Schema.Schema.Type<typeof CalendarSecret> {}

/** Returns the secret of a draft, and its host. Fails if the policy does not allow the address. */
export const secretOf = (
  { kind = "subscription", password, url: text, username }: BusyCalendarDraft,
  policy: AddressPolicy
) => {
  const url = new URL(text.trim().replace(/^webcals?:/i, "https:"))
  const credentials = {
    username: username ?? (decoded(url.username) || null),
    password: password ?? (decoded(url.password) || null)
  }
  url.username = url.password = url.hash = ""
  // The failure does not contain the address, which may be a secret.
  return checkAddress(url.href, policy).pipe(
    Result.mapError((failure) =>
      failure._tag === "PrivateAddress"
        ? new CalendarAddressRefused({ reason: "private" })
        : new CalendarAddressRefused({ reason: "unencrypted" })
    ),
    Result.map(() => ({ kind, host: url.host, secret: { url: url.href, ...credentials } satisfies CalendarSecret }))
  )
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The address is not encrypted, or is in a private network. */
export class CalendarAddressRefused extends Schema.TaggedError<CalendarAddressRefused>()("CalendarAddressRefused", {
  reason: Schema.Literals(["private", "unencrypted"])
}) {}

export class BusyCalendarNotFound
  extends Schema.TaggedError<BusyCalendarNotFound>()("BusyCalendarNotFound", { id: BusyCalendarId })
{}
