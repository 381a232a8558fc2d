/** Reads a calendar: when its member is busy, and which of our interviews are in it. */
import type { CalendarTimes, OwnInterview } from "@candor/domain/calendar/BusyCalendar"
import { interviewIdOf } from "@candor/domain/interview/Invitation"
import type { InterviewId } from "@candor/domain/Id"
import { inAtLeast, type Interval } from "@candor/domain/time/MinuteSets"
import { ZoneName } from "@candor/domain/time/ZoneName"
import type { Zones } from "@candor/domain/time/Zones"
import type { Zone } from "@candor/domain/time/Zone"
import { fromMillis } from "@candor/domain/Timestamp"
import ICAL from "ical.js"
import { type Component, componentsOf, TooLarge } from "./Components.ts"
import { occurrences } from "./Recurrence.ts"
import { dayMillis, instantOf, type WallTime, wallTimeOf, zonesOfCalendar } from "./Times.ts"

export interface ReadOptions {
  /** The span that is read, in minutes since 1970. */
  readonly from: number
  readonly to: number
  /** The time zone for times without one: the member's. */
  readonly zone: ZoneName
  /** The member's address: events that it has declined do not make the member busy. */
  readonly email: string
  /**
   * Whether it is a calendar of holidays: each event makes members busy on their own local time, even if it is marked
   * as free.
   */
  readonly isHolidays?: boolean
}

/** Maximum events of the span, occurrences, exceptions, resulting busy times, and interviews of ours. */
const [maxEvents, maxOccurrences, maxDates, maxBusy, maxOwn] = [20_000, 200_000, 20_000, 5000, 1000] as const

/** Maximum duration of an event in milliseconds: recurrences that began this long before the span are considered. */
const maxLength = 366 * dayMillis

/** Maximum characters of a recurrence rule: one that lists each hour, minute and second has some 500. */
const maxRule = 2000

type Span = readonly [from: number, to: number]

/** An event that may recur. Its duration is whole days of local time, and milliseconds in addition. */
interface Event {
  readonly start: WallTime
  readonly days: number
  readonly millis: number
  readonly isBusy: boolean
}

const first = ({ lines }: Component, name: string): ICAL.Property | undefined => {
  const line = lines.get(name)?.[0]
  return line === undefined ? undefined : ICAL.Property.fromString(line)
}

const textOf = (component: Component, name: string): string =>
  component.lines.get(name)?.[0]?.replace(/^[^:]*:/, "").trim() ?? ""

/** Returns the duration of an event: by its end or its duration, else one day for a date, and nothing for a time. */
const lengthOf = (
  component: Component,
  start: WallTime,
  zoneFor: (tzid: string | undefined) => Zone
): Pick<Event, "days" | "millis"> => {
  const [end, duration] = [first(component, "DTEND"), first(component, "DURATION")?.getFirstValue()]
  if (end !== undefined) {
    const to = wallTimeOf(end, end.getFirstValue(), zoneFor)
    return start.isDay && to.isDay
      ? { days: (to.local - start.local) / dayMillis || 1, millis: 0 }
      : { days: 0, millis: instantOf(to) - instantOf(start) }
  }
  if (duration instanceof ICAL.Duration) {
    const { days, hours, minutes, seconds, weeks } = duration
    return { days: weeks * 7 + days, millis: ((hours * 60 + minutes) * 60 + seconds) * 1000 }
  }
  return { days: start.isDay ? 1 : 0, millis: 0 }
}

const isCancelled = (component: Component): boolean => textOf(component, "STATUS").toUpperCase() === "CANCELLED"

const isBusy = (component: Component, email: string): boolean => {
  const declined = (component.lines.get("ATTENDEE") ?? []).some((line) =>
    /;PARTSTAT=DECLINED[;:]/i.test(line) && line.toLowerCase().endsWith(`:mailto:${email.toLowerCase()}`)
  )
  return !declined && !isCancelled(component) && textOf(component, "TRANSP").toUpperCase() !== "TRANSPARENT" &&
    textOf(component, "X-MICROSOFT-CDO-BUSYSTATUS").toUpperCase() !== "FREE"
}

const eventIn = (component: Component, isBusy: boolean, zoneFor: (tzid: string | undefined) => Zone): Event => {
  const property = first(component, "DTSTART")
  if (property === undefined) throw new TypeError("no beginning")
  const start = wallTimeOf(property, property.getFirstValue(), zoneFor)
  const length = lengthOf(component, start, zoneFor)
  if (length.days < 0 || length.millis < 0) throw new RangeError("it ends before it begins")
  return { start, ...length, isBusy }
}

const spanOf = ({ days, millis, start: { isDay, zone } }: Event, local: number): Span => {
  const begin = zone.instantOf(local)
  return [begin, isDay || days > 0 ? zone.instantOf(local + days * dayMillis) + millis : begin + millis]
}

/** Returns the values of a list property, such as `EXDATE`. Only values with a date near the span are parsed. */
const listed = (component: Component, name: string, [from, to]: Span) =>
  (component.lines.get(name) ?? []).flatMap((line) => {
    const colon = line.lastIndexOf(":")
    const head = line.slice(0, colon)
    // Neither a period nor a time contains a colon.
    const values = line.slice(colon + 1).split(",").filter((value) => {
      const day = /^\d{8}/.exec(value.trim())?.[0]
      const at = day === undefined
        ? NaN
        : Date.UTC(Number(day.slice(0, 4)), Number(day.slice(4, 6)) - 1, Number(day.slice(6)))
      return at >= from - maxLength && at <= to + 2 * dayMillis
    })
    if (values.length > maxDates) throw new TooLarge()
    return values.map((value) => ICAL.Property.fromString(`${head}:${value.trim()}`))
  })

/** Reads what a calendar says about a span. Throws `NoCalendar` and `TooLarge`. Counts events that cannot be read. */
export const readBusy = (
  text: string,
  { email, from, isHolidays = false, to, zone }: ReadOptions,
  zones: Zones
): CalendarTimes => {
  const span: Span = [from * 60_000, to * 60_000]
  const reach: Span = [span[0] - maxLength, span[1] + 2 * dayMillis]
  const known = zonesOfCalendar(zones, zone, reach)
  const clocks = zones.zone(ZoneName.make("UTC"))
  const zoneFor = isHolidays ? () => clocks : known.zoneFor
  const found: Array<Interval> = []
  const own = new Map<InterviewId, OwnInterview>()
  let [skipped, counted] = [0, 0]

  const eventOf = (component: Component) =>
    eventIn(component, isHolidays ? !isCancelled(component) : isBusy(component, email), zoneFor)

  const add = ([begin, end]: Span) => {
    if (++counted > maxOccurrences) throw new TooLarge()
    if (end > span[0] && begin < span[1])
      found.push([Math.max(from, Math.floor(begin / 60_000)), Math.min(to, Math.ceil(end / 60_000))])
  }

  /** Runs a reader of an event, and counts the event if it throws. */
  const reading = <A>(work: () => A): A | undefined => {
    try {
      return work()
    } catch (error) {
      if (error instanceof TooLarge) throw error
      skipped++
      return undefined
    }
  }

  const series = new Map<string, { readonly masters: Array<Component>; readonly changes: Array<Component> }>()
  const isFarPast = ({ lines }: Component): boolean => {
    const days = ["DTSTART", "DTEND"].flatMap((name) => /:(\d{8})/.exec(lines.get(name)?.[0] ?? "")?.[1] ?? [])
    const isSingle = !["RRULE", "RDATE", "RECURRENCE-ID", "DURATION"].some((name) => lines.has(name))
    return isSingle && days.length > 0 &&
      days.every((day) => day < new Date(span[0] - 2 * dayMillis).toISOString().slice(0, 10).replaceAll("-", ""))
  }

  let events = 0
  for (const component of componentsOf(text)) {
    if (component.name === "VTIMEZONE") known.add(component)
    else if (component.name === "VFREEBUSY") {
      // No time zones are needed: these times are in UTC (section 3.8.2.6).
      reading(() => {
        for (const property of listed(component, "FREEBUSY", span)) {
          const [type, period] = [property.getParameter("fbtype"), property.getFirstValue()]
          if (type === "FREE" || !(period instanceof ICAL.Period)) continue
          const [start, end] = [period.start.toUnixTime() * 1000, period.getEnd().toUnixTime() * 1000]
          add([start, end])
        }
      })
    } else if (component.name === "VEVENT" && !isFarPast(component)) {
      if (++events > maxEvents) throw new TooLarge()
      const uid = textOf(component, "UID") || `without ${events}`
      const one = series.get(uid) ?? { masters: [], changes: [] }
      series.set(uid, one)
      ;(component.lines.has("RECURRENCE-ID") ? one.changes : one.masters).push(component)
    }
  }

  for (const [uid, { changes, masters }] of series) {
    const interview_id = interviewIdOf(uid)
    if (interview_id !== null) {
      reading(() => {
        const component = masters[0] ?? changes[0]
        if (component === undefined || isCancelled(component)) return
        const event = eventOf(component)
        const [starts_at, ends_at] = spanOf(event, event.start.local)
        if (own.size >= maxOwn) throw new TooLarge()
        own.set(interview_id, { interview_id, starts_at: fromMillis(starts_at), ends_at: fromMillis(ends_at) })
      })
      continue
    }
    const changed = changes.flatMap((component) => {
      const one = reading(() => {
        const property = first(component, "RECURRENCE-ID")
        if (property === undefined) throw new TypeError("no occurrence")
        const isRest = property.getParameter("range") === "THISANDFUTURE"
        return {
          at: instantOf(wallTimeOf(property, property.getFirstValue(), zoneFor)),
          isRest,
          event: eventOf(component)
        }
      })
      return one === undefined ? [] : [one]
    }).toSorted((one, other) => one.at - other.at)
    const single = new Set(changed.filter(({ isRest }) => !isRest).map(({ at }) => at))
    const rests = changed.filter(({ isRest }) => isRest)

    for (const component of masters) {
      reading(() => {
        const event = eventOf(component)
        const { start } = event
        const rule = textOf(component, "RRULE")
        if (rule.length > maxRule) throw new TooLarge()
        const repeated = rule === ""
          ? [start.local]
          : occurrences(rule, start.local, reach[0], reach[1], start.isDay ? (instant) => instant : start.zone.localAt)
        const excluded = new Set<number>()
        const excludedDays = new Set<number>()
        for (const property of listed(component, "EXDATE", reach)) {
          const time = wallTimeOf(property, property.getFirstValue(), zoneFor)
          if (time.isDay) excludedDays.add(time.local / dayMillis)
          else excluded.add(instantOf(time))
        }
        const spans = repeated.map((local) => [local, spanOf(event, local)] as const)
        for (const property of listed(component, "RDATE", reach)) {
          const value = property.getFirstValue()
          const time = wallTimeOf(property, value instanceof ICAL.Period ? value.start : value, zoneFor)
          const local = start.zone.localAt(instantOf(time))
          const length = value instanceof ICAL.Period ? value.getDuration().toSeconds() * 1000 : undefined
          spans.push([local, length === undefined ? spanOf(event, local) : [instantOf(time), instantOf(time) + length]])
        }
        for (const [local, [begin, end]] of spans) {
          if (excluded.has(begin) || excludedDays.has(Math.floor(local / dayMillis)) || single.has(begin)) continue
          const rest = rests.findLast(({ at }) => at <= begin)
          if (rest === undefined) {
            if (event.isBusy) add([begin, end])
            continue
          }
          const shift = rest.event.start.local - rest.event.start.zone.localAt(rest.at)
          if (rest.event.isBusy) add(spanOf(rest.event, rest.event.start.zone.localAt(begin) + shift))
        }
      })
    }
    for (const { event, isRest } of changed) if (event.isBusy && !isRest) add(spanOf(event, event.start.local))
  }

  const busy = inAtLeast(1, found)
  if (busy.length > maxBusy * 2) throw new TooLarge()
  return { busy, own: [...own.values()], skipped, unknown_zones: known.unknown }
}
