/** Holiday calendars of a country, a region or an office: candidates cannot book members on these days. */
import { Context, type Effect, Schema, SchemaTransformation } from "effect"
import { described } from "../Described.ts"
import * as example from "../Example.ts"
import { addedLater, defaulted, id, inLists, managed, nullable, required, time, version, without } from "../Field.ts"
import { HolidayCalendarId, type OrganizationId } from "../Id.ts"
import { declare, Deleted } from "../Noun.ts"
import { resource, type StoreOf } from "../Resource.ts"
import { Line, ShownLine, ShownWebAddress, text, WebAddress } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"
import { CalendarProblem } from "./BusyCalendar.ts"
import type { Attempt } from "./BusyCalendars.ts"
import { because } from "../IssueReason.ts"

/** The days ahead for which holidays are read. */
export const holidayDays = 400

/** Accepts `webcal:`, which pages with holiday calendars link to. */
const CalendarAddress = Schema.String.pipe(
  Schema.decodeTo(
    WebAddress,
    SchemaTransformation.transform({
      decode: (address) => address.replace(/^\s*webcals?:/i, "https:"),
      encode: (address) => address
    })
  )
)

/** The most characters of a file. Holiday calendars have about 200 characters per day. */
const maxFile = 100_000

const CalendarFile = text(maxFile).check(
  Schema.isPattern(/^\s*BEGIN:VCALENDAR/i, {
    expected: "the text of an iCalendar file, which starts with BEGIN:VCALENDAR",
    ...because("not_calendar")
  })
)

const noun = declare({
  subject: "holiday_calendar",
  description: "A calendar of holidays. Candidates cannot book members on its days",
  table: "holiday_calendars",
  sees: "all",
  fields: {
    id: id(HolidayCalendarId),
    name: required(ShownLine, Line, {
      description: "The name, unique in the organization, ignoring case",
      example: "Hamburg",
      privacy: "kept"
    }),
    url: nullable(ShownWebAddress, Schema.NullOr(CalendarAddress), {
      description:
        "The iCalendar address, visible to all members; `webcal:` is read as https. Null if a file was uploaded",
      example: "https://calendar.example.com/hamburg.ics",
      privacy: "kept"
    }),
    file: nullable(Schema.String, Schema.NullOr(CalendarFile), {
      description:
        `The text of an iCalendar file instead of an address, at most ${maxFile} characters. No response shows it`,
      example: null,
      privacy: "kept"
    }).pipe(without("json", "listed", "event")),
    is_default: defaulted(Schema.Boolean, Schema.Boolean, {
      description: "Whether it applies to members who have not chosen holiday calendars; `false` by default",
      example: true,
      privacy: "kept"
    }),
    read_at: managed(Schema.NullOr(Timestamp), {
      description: "When it was last read; null if it has not been",
      example: example.time.moved,
      privacy: "kept"
    }).pipe(inLists),
    problem: managed(Schema.NullOr(CalendarProblem), {
      description: "Why the last reading failed; null if it succeeded",
      example: null,
      privacy: "kept"
    }).pipe(inLists),
    last_day: managed(Schema.NullOr(Schema.String), {
      description:
        `The last day found within the ${holidayDays} days that are read; after it, a newer file or address is ` +
        "needed. Null before the first reading, or if there is none",
      example: null,
      privacy: "kept"
    }).pipe(inLists, addedLater),
    created_at: time(Timestamp, "When it was added", example.time.organizationCreated).pipe(inLists),
    updated_at: time(Timestamp, "When it was last changed", example.time.organizationCreated).pipe(inLists),
    version
  },
  events: {
    created: { summary: "A calendar of holidays was added", example: { version: 1, read_at: null } },
    updated: { summary: "A calendar of holidays was changed" },
    deleted: { summary: "A calendar of holidays was deleted", data: Deleted }
  }
})

/** The source of a calendar's days. */
interface Source {
  readonly url?: string | null
  readonly file?: string | null
}
const sources = ({ file, url }: Source): number => [file, url].filter((one) => one != null).length

const withSources = (isEnough: (count: number) => boolean) =>
  Schema.makeFilter<Source>((draft) => isEnough(sources(draft)), {
    expected: "either url or file",
    ...because("wrong_combination"),
    toJsonSchema: () => ({})
  })

/** A new calendar has exactly one source, and a change gives at most one. */
export const HolidayCalendarDraft = noun.create.check(withSources((count) => count === 1))
export const HolidayCalendarPatch = noun.update.check(withSources((count) => count < 2))

const plain = resource(noun, {
  limit: { what: "holiday calendars of an organization", limit: 50 },
  unique: "name",
  initial: { is_default: false, read_at: null, problem: null, last_day: null }
})

/** Holiday calendars as a resource. A new source replaces the previous one. */
export const holidayCalendars: typeof plain = {
  ...plain,
  update: (row, { file = null, url = null, ...patch }, known, context) =>
    plain.update(row, { ...patch, ...(sources({ file, url }) === 0 ? {} : { file, url }) }, known, context)
}

/** The calendars that a member has chosen. Deleted ones are removed from it. */
export const HolidayChoice = Schema.NullOr(
  Schema.Array(HolidayCalendarId).check(Schema.isMaxLength(holidayCalendars.limit.limit), Schema.isUnique())
).pipe(
  described(
    "The holiday calendars on whose days candidates can't book the member; null for the organization's default ones",
    null
  )
)

/** The port to calendars of holidays. */
export class HolidayCalendars
  extends Context.Service<HolidayCalendars, StoreOf<typeof holidayCalendars>>()("@candor/domain/HolidayCalendars")
{}

/** A holiday calendar that is to be read. */
export interface ReadHolidays {
  readonly organization_id: OrganizationId
  readonly id: HolidayCalendarId
  readonly url: string | null
  readonly file: string | null
  /** The address, or a hash of the file. */
  readonly source: string
  readonly failures: number
}

/** The port of the worker that reads the holiday calendars of all organizations. */
export class HolidayReadings extends Context.Service<HolidayReadings, {
  /** Returns the organizations with calendars that are due, about ten at most. */
  readonly due: Effect.Effect<ReadonlyArray<OrganizationId>>
  /** Claims an organization's calendars that are due, oldest first. Nobody else can claim them for two minutes. */
  readonly take: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<ReadHolidays>>
  /**
   * Stores the outcome of reading, and the next time to read: a day later, or sooner after a failure. Ignored if the
   * address or file was replaced in the meantime.
   */
  readonly record: (calendar: ReadHolidays, attempt: Attempt) => Effect.Effect<void>
}>()("@candor/domain/HolidayReadings") {}
