/**
 * Writes iCalendar (RFC 5545) with ical-generator: invitations by mail (RFC 5546, RFC 6047), and the feed of a member.
 */
import type { MailAddress } from "@candor/domain/mail/MailAddress"
import type { Response } from "@candor/domain/interview/Interviewer"
import type { Timestamp } from "@candor/domain/Timestamp"
import ical, {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  type ICalEventData,
  ICalEventStatus
} from "ical-generator"

export interface CalendarEvent {
  readonly uid: string
  readonly sequence: number
  /** When it was last changed. */
  readonly stamp: Timestamp
  readonly starts_at: Timestamp
  readonly ends_at: Timestamp
  readonly summary: string
  readonly description: string
  readonly location: string | null
  readonly url: string | null
}

export interface Attendee extends MailAddress {
  readonly response: Response
}

export type Method = "REQUEST" | "CANCEL" | "DECLINECOUNTER"

export interface Invitation extends CalendarEvent {
  readonly method: Method
  readonly organizer: MailAddress
  readonly attendees: ReadonlyArray<Attendee>
}

const statuses: Readonly<Record<Response, ICalAttendeeStatus>> = {
  needs_action: ICalAttendeeStatus.NEEDSACTION,
  accepted: ICalAttendeeStatus.ACCEPTED,
  declined: ICalAttendeeStatus.DECLINED,
  tentative: ICalAttendeeStatus.TENTATIVE
}

/** Removes characters that a line of a calendar cannot contain (RFC 5545, section 3.1). */
const text = (value: string): string => value.toWellFormed().replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]/gu, "")

/** Makes an address whose name fits a parameter: without quotes and in one line (RFC 5545, section 3.2). */
const named = ({ email, name }: MailAddress) => ({
  email: text(email).replace(/\s/g, ""),
  name: text(name ?? email).replace(/[\s"]+/g, " ").trim() || email
})

/** The fields of an event. Its times are in UTC, so the file needs no time zones. */
const eventOf = (
  { description, ends_at, location, sequence, stamp, starts_at, summary, uid, url }: CalendarEvent
): ICalEventData => ({
  id: uid,
  sequence,
  stamp: new Date(stamp),
  start: new Date(starts_at),
  end: new Date(ends_at),
  summary: text(summary),
  description: text(description),
  location: location === null ? null : text(location),
  url: url === null ? null : text(url)
})

const calendar = (): ICalCalendar => ical({ prodId: { company: "Candor", product: "Candor", language: "EN" } })

/** Adds the last line break, which ical-generator omits, and without which some programs lose the line. */
const written = (file: ICalCalendar): string => `${file.toString()}\r\n`

/** Returns the file of an invitation, its change or its cancellation. Only the organizer increases `sequence`. */
export const invitationFile = ({ attendees, method, organizer, ...event }: Invitation): string => {
  const file = calendar()
  file.method(ICalCalendarMethod[method])
  file.createEvent({
    ...eventOf(event),
    status: method === "CANCEL" ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: named(organizer),
    attendees: attendees.map((attendee) => ({
      ...named(attendee),
      role: ICalAttendeeRole.REQ,
      status: statuses[attendee.response],
      ...(method === "REQUEST" ? { rsvp: true } : {})
    }))
  })
  return written(file)
}

/** Returns the calendar of a feed. */
export const feedFile = (name: string, events: ReadonlyArray<CalendarEvent>): string => {
  const file = calendar()
  file.name(text(name))
  file.ttl(900)
  for (const event of events) file.createEvent({ ...eventOf(event), status: ICalEventStatus.CONFIRMED })
  return written(file)
}
