/** Calendars of people at other services: filled by mailed invitations, and with other busy times. */
import { parse } from "@candor/mail/Parsing"
import { read } from "@candor/mail/testing/ReadCalendar"
import { Effect, Stream } from "effect"
import { sink } from "../mail/Sink.ts"

interface Entry {
  readonly sequence: number
  readonly method: string
  readonly start: string | undefined
  readonly end: string | undefined
}

const seconds = (time: string | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString()

/**
 * Starts a mail server that keeps, for each recipient and event, the version with the highest SEQUENCE (RFC 5546,
 * section 2.1.5).
 */
export const mailedCalendars = async () => {
  const calendars = new Map<string, Map<string, Entry>>()
  const { close, port } = await sink(async ({ mail, recipients }) => {
    const { calendar } = await Effect.runPromise(
      parse({ size: mail.length, source: Stream.make(mail) }, () => Effect.void)
    )
    if (calendar === undefined) return
    const { events: [event], method } = read(calendar)
    for (const recipient of recipients) {
      const entries = calendars.get(recipient.toLowerCase()) ?? new Map<string, Entry>()
      calendars.set(recipient.toLowerCase(), entries)
      const before = entries.get(event!.uid!)
      if (before !== undefined && before.sequence > event!.sequence) continue
      entries.set(event!.uid!, {
        sequence: event!.sequence,
        method: String(method),
        start: seconds(event!.start),
        end: seconds(event!.end)
      })
    }
  })
  return {
    port,
    close,
    clear: () => calendars.clear(),
    /** Returns the interviews in a recipient's calendar as “id start end”, sorted. */
    of: (email: string): ReadonlyArray<string> =>
      [...calendars.get(email.toLowerCase()) ?? []].filter(([, { method }]) => method === "REQUEST")
        .map(([uid, { end, start }]) => `${uid.replace("@candor", "")} ${start} ${end}`).toSorted()
  }
}

const stamp = (time: Date): string => time.toISOString().replace(/[-:]|\.\d+/g, "")

/** Starts a server of iCalendar feeds. `busy` has the hours of each by path, and can be changed. */
export const busyServer = () => {
  const busy = new Map<string, ReadonlyArray<Date>>()
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ url }) => {
      const events = (busy.get(new URL(url).pathname) ?? []).flatMap((
        start,
        n
      ) => ["BEGIN:VEVENT", `UID:${n}`, `DTSTART:${stamp(start)}`, "DURATION:PT1H", "END:VEVENT"])
      return new Response(["BEGIN:VCALENDAR", "VERSION:2.0", ...events, "END:VCALENDAR", ""].join("\r\n"))
    }
  })
  return { busy, origin: server.url.origin, close: () => server.stop(true) }
}
