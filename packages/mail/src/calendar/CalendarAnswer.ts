/**
 * Reads answers to invitations (RFC 5546, sections 3.2.3 and 3.2.7) with ical.js. Reads no recurrence rules and no
 * VTIMEZONE, on which ical.js may never return.
 */
import type { Response } from "@candor/domain/interview/Interviewer"
import { LocalTime, timestampOf } from "@candor/domain/time/LocalTime"
import type { Zones } from "@candor/domain/time/Zones"
import { fromMillis, type Timestamp } from "@candor/domain/Timestamp"
import { Schema } from "effect"
import ICAL from "ical.js"
import { storableLine } from "../parsing/Clean.ts"
import { zoneNameOf } from "./ZoneNames.ts"

/** Maximum characters of a file that is read: one with the time zone of a mail program has some 4,000. */
export const maxAnswer = 64 * 1024

/** Maximum attendees that are examined. */
const maxAttendees = 100

export interface CalendarAnswer {
  readonly method: "REPLY" | "COUNTER"
  readonly uid: string
  readonly sequence: number
  readonly attendees: ReadonlyArray<{ readonly email: string; readonly response: Response }>
  readonly comment: string | null
  /** The proposed time; null if there is none, or it cannot be read. */
  readonly time: { readonly starts_at: Timestamp; readonly ends_at: Timestamp } | null
}

const responses: Readonly<Record<string, Response>> = {
  "NEEDS-ACTION": "needs_action",
  ACCEPTED: "accepted",
  DECLINED: "declined",
  TENTATIVE: "tentative"
}

/** Returns the instant of a property: of a time in UTC, or in a known zone. */
const instantOf = (property: ICAL.Property | null, zones: Zones): Timestamp | undefined => {
  const value = property?.getFirstValue()
  if (property === null || !(value instanceof ICAL.Time) || value.isDate) return undefined
  const local = value.toString().slice(0, 16)
  if (!Schema.is(LocalTime)(local)) return undefined
  if (value.toString().endsWith("Z")) return fromMillis(Date.parse(`${local}:00Z`))
  const tzid = property.getParameter("tzid")
  const name = typeof tzid === "string" ? zoneNameOf(tzid) : undefined
  return name === undefined ? undefined : timestampOf(zones.zone(name), local)
}

const timeOf = (event: ICAL.Component, zones: Zones): CalendarAnswer["time"] => {
  const starts_at = instantOf(event.getFirstProperty("dtstart"), zones)
  const duration = event.getFirstPropertyValue("duration")
  if (starts_at === undefined) return null
  const ends_at = duration instanceof ICAL.Duration
    ? fromMillis(Date.parse(starts_at) + duration.toSeconds() * 1000)
    : instantOf(event.getFirstProperty("dtend"), zones)
  return ends_at === undefined || ends_at <= starts_at ? null : { starts_at, ends_at }
}

const textOf = (event: ICAL.Component, name: string): string => {
  const value = event.getFirstPropertyValue(name)
  return typeof value === "string" ? value : ""
}

/** Why a file contains no answer. */
export type NoAnswer = "too long" | "unreadable" | "no event" | "another method" | "one of several occurrences"

const read = (text: string, zones: Zones): CalendarAnswer | NoAnswer => {
  const calendar = ICAL.Component.fromString(text)
  const method = textOf(calendar, "method").toUpperCase()
  const event = calendar.getFirstSubcomponent("vevent")
  if (event === null) return "no event"
  if (method !== "REPLY" && method !== "COUNTER") return "another method"
  if (event.hasProperty("recurrence-id")) return "one of several occurrences"
  const sequence = event.getFirstPropertyValue("sequence")
  // Google's calendar stores the comment with the attendee.
  const beside = event.getAllProperties("attendee").slice(0, maxAttendees).map((attendee) =>
    attendee.getParameter("x-response-comment")
  ).find((text) => typeof text === "string")
  const attendees = event.getAllProperties("attendee").slice(0, maxAttendees).flatMap((attendee) => {
    const [value, status = "NEEDS-ACTION"] = [attendee.getFirstValue(), attendee.getParameter("partstat")]
    const response = responses[String(status).toUpperCase()]
    return typeof value !== "string" || response === undefined
      ? []
      : [{ email: value.replace(/^mailto:/i, "").trim().toLowerCase(), response }]
  })
  return {
    method,
    uid: textOf(event, "uid"),
    sequence: typeof sequence === "number" ? sequence : 0,
    attendees,
    comment: storableLine(textOf(event, "comment") || String(beside ?? ""), 500) || null,
    time: timeOf(event, zones)
  }
}

/** Returns the answer in a file, or why there is none. */
export const answerOr = (text: string, zones: Zones): CalendarAnswer | NoAnswer => {
  if (text.length > maxAnswer) return "too long"
  try {
    return read(text, zones)
  } catch {
    // ical.js could not read it, so it is an ordinary file of its mail.
    return "unreadable"
  }
}

/** Returns the answer in a file; null if there is none, or it cannot be read. */
export const answerIn = (text: string, zones: Zones): CalendarAnswer | null => {
  const read = answerOr(text, zones)
  return typeof read === "string" ? null : read
}
