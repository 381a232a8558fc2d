/** Times as people say them, with the exact time on hover and for screen readers. */
import { locale } from "../language/language.ts"
import { t } from "../language/text.tsx"

const units: ReadonlyArray<readonly ["year" | "month" | "day" | "hour" | "minute", number]> = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60]
]

/** Caches a format for a language: creating one costs more than formatting a page of times. */
const once = <A extends unknown>(make: (locale: string) => A): () => A => {
  const made = new Map<string, A>()
  return () => {
    const format = made.get(locale()) ?? make(locale())
    made.set(locale(), format)
    return format
  }
}

const relative = once((locale) => new Intl.RelativeTimeFormat(locale, { numeric: "auto" }))
const exact = once((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }))
const day = once((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium" }))
const appointed = once((locale) =>
  new Intl.DateTimeFormat(locale, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit"
  })
)
const clock = once((locale) => new Intl.DateTimeFormat(locale, { timeStyle: "short" }))

/** Returns the days from today to the day of a time, in the person's time zone: -1 is yesterday. */
const daysFrom = (now: Date, then: Date): number => {
  const midnight = (date: Date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate())
  return (midnight(then) - midnight(now)) / 86_400_000
}

/** `5 minutes ago`, `yesterday at 14:02`, `in 2 days`. */
export const ago = (timestamp: string, now = new Date()): string => {
  const then = new Date(timestamp)
  const seconds = (then.getTime() - now.getTime()) / 1000
  const days = daysFrom(now, then)
  if (Math.abs(seconds) < 60) return t("just now")
  if (Math.abs(days) === 1 && Math.abs(seconds) >= 3600)
    return t("{day} at {time}", { day: relative().format(days, "day"), time: clock().format(then) })
  const [unit, length] = units.find(([, length]) => Math.abs(seconds) >= length) ?? ["minute", 60]
  return relative().format(unit === "day" ? days : Math.trunc(seconds / length), unit)
}

export const secondsSince = (timestamp: string): number => (Date.now() - Date.parse(timestamp)) / 1000

const inUnits = units.map(([unit, length]) => ({
  length,
  format: once((locale) => new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long" }))
}))

/** `4 days`, `5 hours`. */
export const duration = (seconds: number): string => {
  const { format, length } = inUnits.find(({ length }) => seconds >= length) ?? inUnits.at(-1)!
  return format().format(Math.max(1, Math.floor(seconds / length)))
}

/** Formats an upcoming time in the person's time zone: `today at 14:02`, `tomorrow at 14:02`, `Tue, Dec 1, 14:02`. */
export const soon = (timestamp: string, now = new Date()): string => {
  const then = new Date(timestamp)
  const days = daysFrom(now, then)
  return Math.abs(days) <= 1
    ? t("{day} at {time}", { day: relative().format(days, "day"), time: clock().format(then) })
    : appointed().format(then)
}

/** `14:02`. */
export const clockTime = (date: Date): string => clock().format(date)

/** `1,234`. */
export const number = (count: number): string => count.toLocaleString(locale())

/** `5 Oct 2026, 14:02`. */
export const exactTime = (timestamp: string): string => exact().format(new Date(timestamp))

/** Formats a calendar day without a time zone: `Mar 1, 2027` for `2027-03-01`. Other texts stay as they are. */
export const calendarDay = (text: string): string => {
  const date = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T12:00`) : undefined
  return date === undefined || Number.isNaN(date.getTime()) ? text : day().format(date)
}

interface TimeProps {
  readonly at: string
}

const Time = ({ at, said }: TimeProps & { readonly said: string }) => {
  const full = exact().format(new Date(at))
  return (
    <time dateTime={at} title={full}>
      <span aria-hidden="true">{said}</span>
      <span className="hidden">{full}</span>
    </time>
  )
}

/** An upcoming time, by the minute. */
export const Soon = ({ at }: TimeProps) => <Time at={at} said={secondsSince(at) > -60 ? t("in a moment") : ago(at)} />

/** The distance from now, past or future. */
export const Ago = ({ at }: TimeProps) => <Time at={at} said={ago(at)} />

/** The day. */
export const Day = ({ at }: TimeProps) => <Time at={at} said={day().format(new Date(at))} />

/** The day with the time of day, for an end within a day. */
export const Moment = ({ at }: TimeProps) => <Time at={at} said={exactTime(at)} />
