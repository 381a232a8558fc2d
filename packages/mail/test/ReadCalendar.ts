/** Reads outgoing calendars with two other programs. */
import ICAL from "ical.js"
import { convertIcsCalendar } from "ts-ics"

/** Returns the relevant content of a file, as ical.js reads it. */
export const read = (text: string) => {
  const calendar = ICAL.Component.fromString(text)
  const events = calendar.getAllSubcomponents("vevent").map((event) => {
    const value = (name: string) => event.getFirstPropertyValue(name)?.toString()
    return {
      uid: value("uid"),
      sequence: Number(value("sequence")),
      status: value("status"),
      start: value("dtstart"),
      end: value("dtend"),
      summary: value("summary"),
      description: value("description"),
      location: value("location"),
      organizer: value("organizer"),
      attendees: event.getAllProperties("attendee").map((one) =>
        `${String(one.getFirstValue()).toLowerCase()} ${String(one.getParameter("partstat"))}`
      )
    }
  })
  return {
    method: calendar.getFirstPropertyValue("method"),
    version: calendar.getFirstPropertyValue("version"),
    events
  }
}

/** Returns the same content, as ts-ics reads it. */
export const readAgain = (text: string) => {
  const { events = [], method } = convertIcsCalendar(undefined, text)
  return {
    method,
    events: events.map(({ end, start, summary, uid }) => ({
      uid,
      summary,
      start: start.date.toISOString(),
      end: end?.date.toISOString()
    }))
  }
}
