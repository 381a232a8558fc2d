/** Times of a calendar: in UTC, in the local time of a zone, or whole days. */
import type { ZoneName } from "@candor/domain/time/ZoneName"
import type { Zones } from "@candor/domain/time/Zones"
import { type Zone, type ZoneData, zoneOf } from "@candor/domain/time/Zone"
import { zoneNameOf } from "@candor/mail/calendar/ZoneNames"
import ICAL from "ical.js"
import type { Component } from "./Components.ts"
import { occurrences } from "./Recurrence.ts"

export const dayMillis = 86_400_000

/** A local time: milliseconds as if it were in UTC, and its zone. */
export interface WallTime {
  readonly local: number
  readonly zone: Zone
  readonly isDay: boolean
}

export const instantOf = ({ local, zone }: WallTime): number => zone.instantOf(local)

/** The zone of times in UTC. */
const utc: Zone = zoneOf("UTC", { offset: 0, changes: [], rule: "" })

/** Returns the local time of an ical.js value, in milliseconds. */
const localOf = ({ day, hour, isDate, minute, month, second, year }: ICAL.Time): number => {
  const local = isDate ? Date.UTC(year, month - 1, day) : Date.UTC(year, month - 1, day, hour, minute, second)
  if (!Number.isFinite(local) || month < 1 || month > 12 || day < 1 || day > 31) throw new RangeError("no time")
  return local
}

/** Returns the local time and zone of a property's value. */
export const wallTimeOf = (
  property: ICAL.Property,
  value: unknown,
  zoneFor: (tzid: string | undefined) => Zone
): WallTime => {
  if (!(value instanceof ICAL.Time)) throw new TypeError("no time")
  const tzid = property.getParameter("tzid")
  const isUtc = value.zone === ICAL.Timezone.utcTimezone
  return {
    local: localOf(value),
    isDay: value.isDate,
    zone: isUtc ? utc : zoneFor(typeof tzid === "string" ? tzid : undefined)
  }
}

/** Parses an offset such as `+0100` or `-053000`, in seconds. */
const offsetOf = (line: string | undefined): number => {
  const [, sign, hours, minutes, seconds = "0"] = /:\s*([+-])(\d\d):?(\d\d):?(\d\d)?\s*$/.exec(line ?? "") ?? []
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) throw new RangeError("no offset")
  return (sign === "-" ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds))
}

/** Maximum observances and onsets of a described zone. */
const [maxObservances, maxOnsets] = [64, 1000] as const

const textOf = (lines: ReadonlyArray<string> | undefined): string => lines?.[0]?.replace(/^[^:]*:/, "").trim() ?? ""

/** Reads a calendar's description of a zone (section 3.6.5) for a span of instants. Throws if it is invalid. */
const describedData = ({ parts }: Component, [from, to]: readonly [number, number]): ZoneData => {
  if (parts.length === 0 || parts.length > maxObservances) throw new RangeError("no observances")
  const onsets = parts.flatMap(({ lines }) => {
    const [before, after] = [offsetOf(lines.get("TZOFFSETFROM")?.[0]), offsetOf(lines.get("TZOFFSETTO")?.[0])]
    const start = ICAL.Property.fromString(lines.get("DTSTART")?.[0] ?? "").getFirstValue()
    if (!(start instanceof ICAL.Time)) throw new TypeError("no time")
    const first = localOf(start)
    const rule = textOf(lines.get("RRULE"))
    const dates = (lines.get("RDATE") ?? []).slice(0, maxOnsets).flatMap((line) =>
      ICAL.Property.fromString(line).getValues()
    )
      .map((value) => value instanceof ICAL.Time ? localOf(value) : first)
    const local = rule === ""
      ? [first, ...dates]
      : occurrences(rule, first, from, to, (instant) => instant + before * 1000)
    return local.map((local) => ({ instant: local / 1000 - before, before, after }))
  }).toSorted((one, other) => one.instant - other.instant)
  if (onsets.length > maxOnsets) throw new RangeError("too many onsets")
  return {
    offset: onsets[0]?.before ?? 0,
    changes: onsets.map(({ after, instant }) => [instant, after] as const),
    rule: ""
  }
}

/** Maximum unknown zones that are named, and maximum characters of a name. */
const [maxUnknown, maxName] = [3, 60] as const

/**
 * Finds the zones of a calendar: by a known name, or else by the calendar's description. Times of an unknown zone are
 * read in the member's zone, and `unknown` has its name.
 */
export const zonesOfCalendar = (zones: Zones, own: ZoneName, span: readonly [number, number]) => {
  const described = new Map<string, Component>()
  const found = new Map<string, Zone>()
  const unknown: Array<string> = []
  const read = (tzid: string): Zone => {
    const component = described.get(tzid)
    const name = zoneNameOf(tzid) ?? zoneNameOf(textOf(component?.lines.get("X-LIC-LOCATION")))
    if (name !== undefined) return zones.zone(name)
    try {
      if (component !== undefined) return zoneOf(tzid, describedData(component, span))
    } catch {
      // An invalid description makes the zone unknown.
    }
    if (unknown.length < maxUnknown) unknown.push(tzid.slice(0, maxName))
    return zones.zone(own)
  }
  return {
    unknown,
    add: (component: Component) => described.set(textOf(component.lines.get("TZID")), component),
    zoneFor: (tzid: string | undefined): Zone => {
      if (tzid === undefined) return zones.zone(own)
      const zone = found.get(tzid) ?? read(tzid)
      found.set(tzid, zone)
      return zone
    }
  }
}
