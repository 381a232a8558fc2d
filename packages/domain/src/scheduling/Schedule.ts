/** A member's schedule for interviews that candidates book: working hours in the member's time zone, and limits. */
import { Context, type Effect, Schema } from "effect"
import { described, named } from "../Described.ts"
import { spelled } from "../Spelling.ts"
import type { OrganizationId, UserId } from "../Id.ts"
import { ShownZoneName, type ZoneName, ZoneNameFromText } from "../time/ZoneName.ts"
import { HolidayChoice } from "../calendar/HolidayCalendars.ts"
import type { Interval } from "../time/MinuteSets.ts"
import { because } from "../IssueReason.ts"

export const Weekday = Schema.Literals(["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"])
export type Weekday = typeof Weekday.Type

/** The most spans of a week. */
const maxSpans = 42

const minutesOf = (text: string): number => Number(text.slice(0, 2)) * 60 + Number(text.slice(3))

const Clock = Schema.String.check(
  Schema.isPattern(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, {
    expected: "the time of a clock, for example 09:30, or 24:00",
    ...because("not_time_of_day")
  })
)

const spanOf = <Day extends Schema.Top, Clock extends Schema.Top>(day: Day, clock: Clock) => ({
  day: day.pipe(described("The day of the week", "monday")),
  from: clock.pipe(described("When it begins", "09:00")),
  to: clock.pipe(described("When it ends; `24:00` is the end of the day", "17:00"))
})

const WorkingSpan = Schema.Struct(spanOf(Weekday, Schema.String)).pipe(
  named("WorkingSpan", "Hours of a day in which candidates can book a member")
)

const WorkingSpanDraft = Schema.Struct(spanOf(spelled(Weekday), Clock)).pipe(
  named("WorkingSpanDraft", "Hours of a day in which candidates can book a member, in a request")
)

const WorkingSpanDrafts = Schema.Array(WorkingSpanDraft).check(
  Schema.isMaxLength(maxSpans, { expected: `at most ${maxSpans} spans` }),
  Schema.makeFilter<ReadonlyArray<typeof WorkingSpanDraft.Type>>(
    (spans) => spans.every(({ from, to }) => minutesOf(from) < minutesOf(to)),
    {
      expected: "spans that begin before they end; two for one over midnight",
      ...because("ends_before_start"),
      toJsonSchema: () => ({})
    }
  )
)

const limit = (span: string, maximum: number, example: number) =>
  Schema.NullOr(
    Schema.Int.check(Schema.isBetween({ minimum: 0, maximum }, { expected: `null or an integer from 0 to ${maximum}` }))
  )
    .pipe(
      described(
        `The maximum number of interviews a ${span}; at the limit, candidates cannot book. All interviews count. Null for no limit`,
        example
      )
    )

const limits = { max_per_day: limit("day", 50, 4), max_per_week: limit("week", 200, 15) }
const hours = described("When candidates can book the member; hours across midnight are two spans", [{
  day: "monday",
  from: "09:00",
  to: "17:00"
}])

export const Schedule = Schema.Struct({
  time_zone: ShownZoneName.pipe(
    described("The time zone of the hours; by default the organization's", "Europe/Berlin")
  ),
  hours: hours(Schema.Array(WorkingSpan)),
  ...limits,
  holiday_calendar_ids: HolidayChoice
}).pipe(named("Schedule", "When candidates can book a member"))
export interface Schedule extends Schema.Schema.Type<typeof Schedule> {}

export const ScheduleChoice = Schema.Struct({
  time_zone: ZoneNameFromText.pipe(described("The time zone of the hours", "Europe/Berlin")),
  hours: hours(WorkingSpanDrafts),
  ...limits,
  holiday_calendar_ids: Schema.optionalKey(HolidayChoice)
}).pipe(named("ScheduleChoice", "The new times when candidates can book a member"))
export interface ScheduleChoice extends Schema.Schema.Type<typeof ScheduleChoice> {}

/** Returns the default schedule of a member. */
export const defaultSchedule = (time_zone: ZoneName): Schedule => ({
  time_zone,
  hours: Weekday.literals.slice(0, 5).map((day) => ({ day, from: "09:00", to: "17:00" })),
  max_per_day: null,
  max_per_week: null,
  holiday_calendar_ids: null
})

/** Returns the working hours of each day of the week, Monday first, in minutes. */
export const weekOf = ({ hours }: Schedule): ReadonlyArray<ReadonlyArray<Interval>> =>
  Weekday.literals.map((day) =>
    hours.filter((span) => span.day === day).map(({ from, to }) => [minutesOf(from), minutesOf(to)])
  )

/** The port to stored schedules. */
export class Schedules extends Context.Service<Schedules, {
  readonly get: (organization: OrganizationId, member: UserId) => Effect.Effect<Schedule>
  readonly put: (organization: OrganizationId, member: UserId, schedule: Schedule) => Effect.Effect<void>
}>()("@candor/domain/Schedules") {}
