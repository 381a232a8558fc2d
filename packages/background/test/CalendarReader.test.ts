/** Calendars of other programs: when they say that somebody is busy, and what they cost whose authors mean harm. */
import { readCalendar } from "@candor/background/calendar/CalendarReader"
import { readBusy } from "@candor/background/calendar/reader/Busy"
import { NoCalendar, TooLarge } from "@candor/background/calendar/reader/Components"
import type { CalendarTimes } from "@candor/domain/calendar/BusyCalendar"
import { intervalsOf } from "@candor/domain/time/MinuteSets"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { packZones } from "@candor/domain/time/Zones"
import { describe, expect, test } from "bun:test"
import { Duration, Effect, Result } from "effect"

const minuteOf = (time: string): number => Date.parse(time) / 60_000

const options = {
  from: minuteOf("2027-03-01T00:00:00Z"),
  to: minuteOf("2027-05-30T00:00:00Z"),
  zone: ZoneName.make("Europe/Berlin"),
  email: "ada@example.com"
}

const calendar = (...lines: ReadonlyArray<string>): string =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n")
const event = (...lines: ReadonlyArray<string>): string =>
  ["BEGIN:VEVENT", "UID:1", "DTSTAMP:20270101T000000Z", ...lines, "END:VEVENT"].join("\r\n")
const read = (text: string): CalendarTimes => readBusy(text, options, packZones)

/** Busy times as texts in UTC, such as `03-01 09:00-10:00`; the day of the end, where it is another. */
const told = ({ busy }: CalendarTimes): ReadonlyArray<string> =>
  intervalsOf(busy).map((interval) => {
    const [from, to] = interval.map((minute) =>
      new Date(minute * 60_000).toISOString().slice(5, 16).replace("T", " ")
    ) as [string, string]
    return `${from}-${from.slice(0, 5) === to.slice(0, 5) ? to.slice(6) : to}`
  })

const own = "01a11b10-3f80-7b26-8c4d-9a5e0f1d6b72"
const weekly = (...lines: ReadonlyArray<string>) =>
  event("DTSTART;TZID=Europe/Berlin:20270315T100000", "DTEND;TZID=Europe/Berlin:20270315T110000", ...lines)
/** A zone with a name of its own, whose clocks go forward a week before those of Berlin. */
const zone = (
  tzid: string,
  ...parts: ReadonlyArray<string>
) => ["BEGIN:VTIMEZONE", `TZID:${tzid}`, ...parts, "END:VTIMEZONE"]
const early = [
  "BEGIN:STANDARD",
  "DTSTART:16011028T030000",
  "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10",
  "TZOFFSETFROM:+0200",
  "TZOFFSETTO:+0100",
  "END:STANDARD",
  "BEGIN:DAYLIGHT",
  "DTSTART:16010321T020000",
  "RRULE:FREQ=YEARLY;BYDAY=3SU;BYMONTH=3",
  "TZOFFSETFROM:+0100",
  "TZOFFSETTO:+0200",
  "END:DAYLIGHT"
]

describe("A calendar says when somebody is busy", () => {
  test.each<readonly [what: string, text: string, busy: ReadonlyArray<string>]>([
    ["at a time in UTC", calendar(event("DTSTART:20270310T090000Z", "DTEND:20270310T093000Z")), ["03-10 09:00-09:30"]],
    ["for a duration", calendar(event("DTSTART:20270310T090000Z", "DURATION:PT1H30M")), ["03-10 09:00-10:30"]],
    [
      "at a time of the member's clocks, where it names no zone",
      calendar(event("DTSTART:20270310T090000", "DTEND:20270310T100000")),
      ["03-10 08:00-09:00"]
    ],
    ["for a day, by the member's clocks", calendar(event("DTSTART;VALUE=DATE:20270310")), ["03-09 23:00-03-10 23:00"]],
    [
      "for days, of which one has 23 hours",
      calendar(event("DTSTART;VALUE=DATE:20270327", "DTEND;VALUE=DATE:20270329")),
      ["03-26 23:00-03-28 22:00"]
    ],
    [
      "in a zone that Windows names",
      calendar(event("DTSTART;TZID=W. Europe Standard Time:20270310T090000", "DURATION:PT1H")),
      ["03-10 08:00-09:00"]
    ],
    [
      "in a zone behind a path",
      calendar(event("DTSTART;TZID=/mozilla.org/20050126_1/America/New_York:20270310T090000", "DURATION:PT1H")),
      ["03-10 14:00-15:00"]
    ],
    [
      "in Microsoft's own name of UTC",
      calendar(event("DTSTART;TZID=\"tzone://Microsoft/Utc\":20270310T090000", "DURATION:PT1H")),
      ["03-10 09:00-10:00"]
    ],
    [
      "in a zone that the calendar describes itself",
      calendar(
        ...zone("Customized Time Zone", ...early),
        ...["20270320", "20270322"].map((day) =>
          event(`DTSTART;TZID=Customized Time Zone:${day}T090000`, "DURATION:PT1H").replace("UID:1", `UID:${day}`)
        )
      ),
      ["03-20 08:00-09:00", "03-22 07:00-08:00"]
    ],
    ["weekly at the same hour of the clocks, also after they change", calendar(weekly("RRULE:FREQ=WEEKLY;COUNT=3")), [
      "03-15 09:00-10:00",
      "03-22 09:00-10:00",
      "03-29 08:00-09:00"
    ]],
    [
      "since long ago",
      calendar(event("DTSTART;TZID=Europe/Berlin:19990104T100000", "DURATION:PT1H", "RRULE:FREQ=MONTHLY;BYDAY=1MO")),
      ["03-01 09:00-10:00", "04-05 08:00-09:00", "05-03 08:00-09:00"]
    ],
    ["until an instant, on the clocks of the event", calendar(weekly("RRULE:FREQ=WEEKLY;UNTIL=20270329T080000Z")), [
      "03-15 09:00-10:00",
      "03-22 09:00-10:00",
      "03-29 08:00-09:00"
    ]],
    ["until a day, which is included", calendar(weekly("RRULE:FREQ=WEEKLY;UNTIL=20270322")), [
      "03-15 09:00-10:00",
      "03-22 09:00-10:00"
    ]],
    [
      "but for what is excluded",
      calendar(weekly("RRULE:FREQ=WEEKLY;COUNT=3", "EXDATE;TZID=Europe/Berlin:20270322T100000")),
      ["03-15 09:00-10:00", "03-29 08:00-09:00"]
    ],
    ["but for a day that is excluded", calendar(weekly("RRULE:FREQ=WEEKLY;COUNT=3", "EXDATE;VALUE=DATE:20270322")), [
      "03-15 09:00-10:00",
      "03-29 08:00-09:00"
    ]],
    [
      "and on further dates",
      calendar(weekly("RDATE;TZID=Europe/Berlin:20270317T120000", "RDATE;VALUE=PERIOD:20270318T080000Z/PT15M")),
      ["03-15 09:00-10:00", "03-17 11:00-12:00", "03-18 08:00-08:15"]
    ],
    [
      "with one occurrence that moved, and one that was cancelled",
      calendar(
        weekly("RRULE:FREQ=WEEKLY;COUNT=3"),
        event(
          "RECURRENCE-ID;TZID=Europe/Berlin:20270322T100000",
          "DTSTART;TZID=Europe/Berlin:20270323T150000",
          "DURATION:PT30M"
        ),
        event("RECURRENCE-ID:20270329T080000Z", "DTSTART:20270329T080000Z", "DURATION:PT1H", "STATUS:CANCELLED")
      ),
      ["03-15 09:00-10:00", "03-23 14:00-14:30"]
    ],
    [
      "with all occurrences from one on moved",
      calendar(
        weekly("RRULE:FREQ=WEEKLY;COUNT=3"),
        event(
          "RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=Europe/Berlin:20270322T100000",
          "DTSTART;TZID=Europe/Berlin:20270323T120000",
          "DURATION:PT30M"
        )
      ),
      ["03-15 09:00-10:00", "03-23 11:00-11:30", "03-30 10:00-10:30"]
    ],
    [
      "not at a time that is transparent",
      calendar(event("DTSTART:20270310T090000Z", "DURATION:PT1H", "TRANSP:TRANSPARENT")),
      []
    ],
    [
      "not at a time that is free in Outlook",
      calendar(event("DTSTART:20270310T090000Z", "DURATION:PT1H", "X-MICROSOFT-CDO-BUSYSTATUS:FREE")),
      []
    ],
    [
      "not at a time that was cancelled",
      calendar(event("DTSTART:20270310T090000Z", "DURATION:PT1H", "STATUS:CANCELLED")),
      []
    ],
    [
      "not at a time that the member declined",
      calendar(
        event(
          "DTSTART:20270310T090000Z",
          "DURATION:PT1H",
          "ATTENDEE;CN=Ada;PARTSTAT=DECLINED:mailto:Ada@",
          " example.com"
        )
      ),
      []
    ],
    [
      "at a time that somebody else declined",
      calendar(event("DTSTART:20270310T090000Z", "DURATION:PT1H", "ATTENDEE;PARTSTAT=DECLINED:mailto:bob@example.com")),
      ["03-10 09:00-10:00"]
    ],
    [
      "not in what an alarm says",
      calendar(
        event("DTSTART:20270310T090000Z", "DTEND:20270310T100000Z", "BEGIN:VALARM", "DURATION:PT9H", "END:VALARM")
      ),
      ["03-10 09:00-10:00"]
    ],
    [
      "by free and busy times",
      calendar(
        "BEGIN:VFREEBUSY",
        "FREEBUSY:20270310T090000Z/PT1H,20270311T090000Z/20270311T100000Z",
        "FREEBUSY;FBTYPE=FREE:20270312T090000Z/PT1H",
        "END:VFREEBUSY"
      ),
      ["03-10 09:00-10:00", "03-11 09:00-10:00"]
    ],
    [
      "in merged times",
      calendar(
        ...["09", "0930", "10"].map((time, at) =>
          event(`DTSTART:20270310T${time.padEnd(6, "0")}Z`, "DURATION:PT1H").replace("UID:1", `UID:${at}`)
        )
      ),
      ["03-10 09:00-11:00"]
    ]
  ])("%s", (_, text, busy) => {
    const times = read(text)
    expect([told(times), times.skipped, times.unknown_zones]).toEqual([busy, 0, []])
  })

  test.each<readonly [what: string, text: string, busy: ReadonlyArray<string>]>([
    [
      "a day that takes no time, as public holidays do",
      calendar(event("DTSTART;VALUE=DATE:20270310", "TRANSP:TRANSPARENT", "X-MICROSOFT-CDO-BUSYSTATUS:FREE")),
      ["03-10 00:00-03-11 00:00"]
    ],
    ["each year", calendar(event("DTSTART;VALUE=DATE:19980501", "RRULE:FREQ=YEARLY")), ["05-01 00:00-05-02 00:00"]],
    [
      "the hours of an afternoon, on the clocks of everybody",
      calendar(event("DTSTART;TZID=Europe/Berlin:20270326T130000", "DTEND;TZID=Europe/Berlin:20270326T180000")),
      ["03-26 13:00-18:00"]
    ],
    ["a day whose clocks change", calendar(event("DTSTART;VALUE=DATE:20270328", "DTEND;VALUE=DATE:20270329")), [
      "03-28 00:00-03-29 00:00"
    ]],
    ["not what was cancelled", calendar(event("DTSTART;VALUE=DATE:20270310", "STATUS:CANCELLED")), []]
  ])("holidays, in local time: %s", (_, text, busy) => {
    expect(told(readBusy(text, { ...options, isHolidays: true }, packZones))).toEqual(busy)
  })

  test("an interview of ours takes no time, and is told with the time that it has there", () => {
    const times = read(
      calendar(event("DTSTART:20270310T090000Z", "DURATION:PT1H").replace("UID:1", `UID:${own}@candor`))
    )
    expect([times.busy, times.own]).toEqual([[], [{
      interview_id: own as never,
      starts_at: "2027-03-10T09:00:00.000Z" as never,
      ends_at: "2027-03-10T10:00:00.000Z" as never
    }]])
  })

  test.each<readonly [what: string, text: string, found: Partial<CalendarTimes>]>([
    [
      "a zone that nobody knows is told, and read as the member's",
      calendar(event("DTSTART;TZID=Narnia:20270310T090000", "DURATION:PT1H")),
      { unknown_zones: ["Narnia"], busy: ["2027-03-10T08:00:00Z", "2027-03-10T09:00:00Z"].map(minuteOf) }
    ],
    [
      "a zone whose description is nonsense is told, and read as the member's",
      calendar(
        ...zone(
          "Narnia",
          "BEGIN:STANDARD",
          "DTSTART:yesterday",
          "RRULE:FREQ=SECONDLY",
          "TZOFFSETFROM:+9900",
          "TZOFFSETTO:x",
          "END:STANDARD"
        ),
        event("DTSTART;TZID=Narnia:20270310T090000", "DURATION:PT1H")
      ),
      { unknown_zones: ["Narnia"] }
    ],
    [
      "an event that cannot be read is counted, and the others are read",
      calendar(event("DTSTART:soon"), event("DTSTART:20270310T090000Z", "DURATION:PT1H").replace("UID:1", "UID:2")),
      { skipped: 1, busy: ["2027-03-10T09:00:00Z", "2027-03-10T10:00:00Z"].map(minuteOf) }
    ],
    [
      "an event that ends before it begins is counted",
      calendar(event("DTSTART:20270310T090000Z", "DTEND:20270310T080000Z")),
      { skipped: 1 }
    ],
    [
      "a rule that costs too much is counted",
      calendar(event("DTSTART:20200310T090000Z", "DURATION:PT1S", "RRULE:FREQ=SECONDLY")),
      { skipped: 1 }
    ]
  ])("%s", (_, text, found) => expect(read(text)).toMatchObject(found))
})

/** What a calendar comes to that is read in this process. */
const outcomeOf = (text: string): string => {
  try {
    const { busy, skipped } = read(text)
    return `${busy.length / 2} busy, ${skipped} skipped`
  } catch (error) {
    if (error instanceof TooLarge) return "too_large"
    if (error instanceof NoCalendar) return "not_a_calendar"
    throw error
  }
}

/** What it comes to in a reader, by default with the time that a busy machine may take. */
const readerOutcomeOf = (text: string, time = Duration.minutes(2)) =>
  Effect.runPromise(Effect.result(
    readCalendar({ contents: [new TextEncoder().encode(text)], form: "calendar" }, options, "later", time)
  )).then((result) =>
    Result.match(result, {
      onFailure: ({ problem }) => problem,
      onSuccess: ({ busy, skipped }) => `${busy.length / 2} busy, ${skipped} skipped`
    })
  )

const repeated = (count: number, lines: (n: number) => string) => Array.from({ length: count }, (_, n) => lines(n))

describe("A calendar costs a bounded time, and is never taken for a free one", () => {
  test.each<readonly [what: string, text: () => string, outcome: string]>([
    [
      "1,000 events a week",
      () => calendar(...repeated(1000, (n) => weekly("RRULE:FREQ=WEEKLY").replace("UID:1", `UID:${n}`))),
      "11 busy, 0 skipped"
    ],
    [
      "a rule that never matches",
      () => calendar(weekly("RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30")),
      "1 busy, 0 skipped"
    ],
    [
      "a million characters in one line",
      () => calendar(event("DTSTART:20270310T090000Z", "DURATION:PT1H", `DESCRIPTION:${"x".repeat(1_000_000)}`)),
      "1 busy, 0 skipped"
    ],
    [
      "a million characters of a rule",
      () => calendar(weekly(`RRULE:FREQ=DAILY;BYMONTHDAY=${"1,".repeat(500_000)}1`)),
      "too_large"
    ],
    [
      "100,000 excluded dates",
      () =>
        calendar(weekly("RRULE:FREQ=WEEKLY;COUNT=3", `EXDATE:${repeated(100_000, () => "20270322T090000Z").join()}`)),
      "too_large"
    ],
    ["components without end", () => "BEGIN:VCALENDAR\r\n" + "BEGIN:VEVENT\r\n".repeat(50_000), "not_a_calendar"],
    ["a part of a calendar", () => calendar(weekly()).slice(0, -30), "not_a_calendar"],
    ["a page of a web server", () => "<!doctype html><title>Sign in</title>", "not_a_calendar"],
    ["nothing", () => "", "not_a_calendar"],
    ["20,001 events", () => calendar(...repeated(20_001, (n) => weekly().replace("UID:1", `UID:${n}`))), "too_large"],
    [
      "more busy times than are kept",
      () => calendar(event("DTSTART:20270301T000000Z", "DURATION:PT1M", "RRULE:FREQ=MINUTELY;INTERVAL=10")),
      "too_large"
    ]
  ])("%s", (_, text, outcome) => expect(outcomeOf(text())).toBe(outcome))

  test("a reader tells what the calendar says, and what is wrong with it", async () => {
    expect(await readerOutcomeOf(calendar(weekly("RRULE:FREQ=WEEKLY;COUNT=3")))).toBe("3 busy, 0 skipped")
    expect(await readerOutcomeOf("<!doctype html><title>Sign in</title>")).toBe("not_a_calendar")
    expect(await readerOutcomeOf(calendar(weekly(`RRULE:FREQ=DAILY;BYMONTHDAY=${"1,".repeat(500_000)}1`)))).toBe(
      "too_large"
    )
  })

  // Less time than any machine needs for them.
  test("a reader is ended that takes too long: 1,000 rules of the most times in a day", async () => {
    const rule = `RRULE:FREQ=DAILY;BYHOUR=${repeated(24, String).join()};BYMINUTE=${repeated(60, String).join()}`
    const text = calendar(...repeated(1000, (n) => weekly(rule).replace("UID:1", `UID:${n}`)))
    expect(await readerOutcomeOf(text, Duration.millis(50))).toBe("too_slow")
  })
})
