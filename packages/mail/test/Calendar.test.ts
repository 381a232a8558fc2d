/** Calendars that go out, read by two parsers, and answers that come in. */
import type { Response } from "@candor/domain/interview/Interviewer"
import { packZones } from "@candor/domain/time/Zones"
import { Timestamp } from "@candor/domain/Timestamp"
import { answerIn, maxAnswer } from "@candor/mail/calendar/CalendarAnswer"
import { feedFile, invitationFile, type Invitation } from "@candor/mail/calendar/CalendarFile"
import { compose } from "@candor/mail/Composing"
import { parse } from "@candor/mail/Parsing"
import { describe, expect, test } from "bun:test"
import { Effect, Result, Stream } from "effect"
import { read, readAgain } from "./ReadCalendar.ts"

const at = (time: string) => Timestamp.make(`2026-12-0${time}:00.000Z`)
const uid = "01a11b12-60d4-7e3f-95a8-c1740b2de693@candor"
const person = (name: string, response: Response = "needs_action") => ({
  name,
  email: `${name.toLowerCase()}@harbor.example`,
  response
})
const [ada, jonas, mary] = [person("Ada"), person("Jonas"), person("Mary")]
const invitation: Invitation = {
  method: "REQUEST",
  uid,
  sequence: 0,
  stamp: at("1T09:00"),
  starts_at: at("2T14:00"),
  ends_at: at("2T15:00"),
  summary: "Technical interview",
  description: "Ask about; the, plan\nand \\ more",
  location: "Neuer Wall 10, Hamburg",
  url: "https://meet.example.com/maya",
  organizer: { name: "Harbor careers", email: "jobs@harbor.example" },
  attendees: [ada, jonas]
}

const lines = (text: string) => text.split("\r\n")
const bytesOf = (line: string) => Buffer.byteLength(line)

/** A sequence of what an organizer sends, after the examples of RFC 5546, section 4.2 (of “Group Event Examples”). */
const sequence: ReadonlyArray<readonly [name: string, Partial<Invitation>, expected: object]> = [
  ["4.2.1 invites", {}, {
    method: "REQUEST",
    sequence: 0,
    status: "CONFIRMED",
    attendees: ["mailto:ada@harbor.example NEEDS-ACTION", "mailto:jonas@harbor.example NEEDS-ACTION"]
  }],
  ["4.2.3 moves", { sequence: 1, starts_at: at("3T08:00"), ends_at: at("3T09:00") }, {
    method: "REQUEST",
    sequence: 1,
    start: "2026-12-03T08:00:00Z",
    end: "2026-12-03T09:00:00Z"
  }],
  ["4.2.3 adds an interviewer", { sequence: 2, attendees: [person("Ada", "accepted"), jonas, mary] }, {
    method: "REQUEST",
    sequence: 2,
    attendees: [
      "mailto:ada@harbor.example ACCEPTED",
      "mailto:jonas@harbor.example NEEDS-ACTION",
      "mailto:mary@harbor.example NEEDS-ACTION"
    ]
  }],
  ["4.2.10 removes one, whom alone it tells", { method: "CANCEL", sequence: 3, attendees: [jonas] }, {
    method: "CANCEL",
    sequence: 3,
    status: "CANCELLED",
    attendees: ["mailto:jonas@harbor.example NEEDS-ACTION"]
  }],
  ["4.2.3 replaces one", { sequence: 4, attendees: [person("Ada", "accepted"), mary] }, {
    method: "REQUEST",
    sequence: 4,
    attendees: ["mailto:ada@harbor.example ACCEPTED", "mailto:mary@harbor.example NEEDS-ACTION"]
  }],
  ["4.2.9 cancels", { method: "CANCEL", sequence: 5 }, { method: "CANCEL", sequence: 5, status: "CANCELLED", uid }]
]

describe("an invitation", () => {
  test.each(sequence)("%s: both readers read the same, with one name, in UTC", (_, changes, expected) => {
    const text = invitationFile({ ...invitation, ...changes })
    const { events: [event], method } = read(text)
    expect({ method, ...event }).toMatchObject({ uid, ...expected })
    const { starts_at, ends_at, summary } = { ...invitation, ...changes }
    expect(readAgain(text)).toMatchObject({
      method: String(method),
      events: [{ uid, summary, start: starts_at, end: ends_at }]
    })
  })

  const texts = [
    "plain",
    "a; b, c\\ d: \"e\"",
    "two\nlines",
    "Ünïcödé 日本語 👩‍👩‍👧 ".repeat(20),
    "END:VEVENT\r\nBEGIN:VALARM",
    "\u0000\u0007x",
    "x".repeat(2000)
  ]
  test.each(texts.map((text) => [text] as const))("keeps a text as it is, and adds no line by it: %p", (text) => {
    const file = invitationFile({
      ...invitation,
      summary: text,
      description: text,
      location: text,
      attendees: [{ ...ada, name: text }]
    })
    const { events } = read(file)
    const kept = text.replace(/\r\n/g, "\n").replace(/[^\P{Cc}\n]/gu, "")
    expect(events).toEqual([expect.objectContaining({ summary: kept, description: kept, location: kept })])
    expect(lines(file).filter((line) => /^(?:BEGIN|END):/.test(line))).toEqual([
      "BEGIN:VCALENDAR",
      "BEGIN:VEVENT",
      "END:VEVENT",
      "END:VCALENDAR"
    ])
    expect(readAgain(file).events).toHaveLength(1)
    expect([file.endsWith("END:VCALENDAR\r\n"), lines(file).every((line) => bytesOf(line) <= 75), /[^\r]\n/.test(file)])
      .toEqual([true, true, false])
  })

  test("goes out as an alternative of the text, and as a file, and is read back", async () => {
    const content = invitationFile(invitation)
    const composed = Result.getOrThrow(compose({
      from: invitation.organizer,
      to: [ada],
      copies: [],
      subject: "Interview",
      text: "Hello",
      html: "<p>Hello</p>",
      messageId: "<1@harbor.example>",
      inReplyTo: null,
      references: [],
      date: new Date(at("1T09:00")),
      attachments: [],
      isAutomatic: true,
      unsubscribe: null,
      calendar: { method: "REQUEST", content }
    }))
    const source = await new Response_(composed.content(() => {}, () => {})).text
    expect(source).toMatch(/Content-Type: multipart\/alternative/)
    expect(source).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=REQUEST/)
    expect(source).toMatch(/filename=invite\.ics/)
    const mail = await Effect.runPromise(
      parse({ size: null, source: Stream.make(Buffer.from(source)) }, ({ content }) => Stream.runDrain(content))
    )
    expect(mail.calendar?.replaceAll("\r\n", "\n").trim()).toBe(content.replaceAll("\r\n", "\n").trim())
  })
})

/** The text of a stream. */
class Response_ {
  readonly text: Promise<string>
  constructor(stream: AsyncIterable<Buffer>) {
    this.text = (async () => {
      let text = ""
      for await (const chunk of stream) text += chunk.toString("latin1")
      return text
    })()
  }
}

test("a feed of 2,000 interviews is read by both, and one of none", () => {
  const { attendees: _, method: __, organizer: ___, ...event } = invitation
  const all = feedFile("Candor", Array.from({ length: 2000 }, (_, n) => ({ ...event, uid: `${n}@candor` })))
  expect([read(all).events.length, readAgain(all).events.length, read(feedFile("Candor", [])).events]).toEqual([
    2000,
    2000,
    []
  ])
})

const answer = (method: string, ...more: ReadonlyArray<string>) =>
  [
    "BEGIN:VCALENDAR",
    "PRODID:-//Example//EN",
    "VERSION:2.0",
    `METHOD:${method}`,
    "BEGIN:VEVENT",
    `UID:${uid}`,
    "DTSTAMP:20261201T090000Z",
    "ORGANIZER:mailto:jobs@harbor.example",
    ...more,
    "END:VEVENT",
    "END:VCALENDAR",
    ""
  ].join("\r\n")
const attendee = (status: string) => `ATTENDEE;PARTSTAT=${status};CN=Ada:MAILTO:Ada@Harbor.example`
const time = (starts_at: string, ends_at: string) => ({ starts_at: at(starts_at), ends_at: at(ends_at) })

describe("an answer", () => {
  const replies: ReadonlyArray<readonly [string, Response]> = [["ACCEPTED", "accepted"], ["DECLINED", "declined"], [
    "TENTATIVE",
    "tentative"
  ], ["needs-action", "needs_action"]]
  test.each(replies)("4.2.2 of RFC 5546: %s", (status, response) => {
    const text = answer("REPLY", attendee(status), "SEQUENCE:3", "COMMENT:I come\\, gladly")
    expect(answerIn(text, packZones)).toMatchObject({
      method: "REPLY",
      uid,
      sequence: 3,
      attendees: [{ email: "ada@harbor.example", response }],
      comment: "I come, gladly",
      time: null
    })
  })

  test("has its comment beside the attendee where Google wrote it", () => {
    const text = answer(
      "REPLY",
      `ATTENDEE;PARTSTAT=ACCEPTED;X-RESPONSE-COMMENT="I come, gladly":mailto:ada@harbor.example`
    )
    expect(answerIn(text, packZones)).toMatchObject({
      attendees: [{ response: "accepted" }],
      comment: "I come, gladly"
    })
  })

  const counters: ReadonlyArray<readonly [string, ReadonlyArray<string>, object | null]> = [
    ["in UTC", ["DTSTART:20261203T080000Z", "DTEND:20261203T090000Z"], time("3T08:00", "3T09:00")],
    ["with a duration", ["DTSTART:20261203T080000Z", "DURATION:PT30M"], time("3T08:00", "3T08:30")],
    ["in a zone of IANA", [
      "DTSTART;TZID=America/Vancouver:20261203T080000",
      "DTEND;TZID=America/Vancouver:20261203T090000"
    ], time("3T15:00", "3T16:00")],
    ["in one of Windows", [
      "DTSTART;TZID=W. Europe Standard Time:20261203T080000",
      "DTEND;TZID=W. Europe Standard Time:20261203T090000"
    ], time("3T07:00", "3T08:00")],
    ["in one behind a path", [
      "DTSTART;TZID=/freeassociation.sourceforge.net/Europe/Berlin:20261203T080000",
      "DURATION:PT1H"
    ], time("3T07:00", "3T08:00")],
    ["in one that nobody knows", ["DTSTART;TZID=Nowhere:20261203T080000", "DURATION:PT1H"], null],
    ["that ends before it begins", ["DTSTART:20261203T080000Z", "DTEND:20261203T070000Z"], null],
    ["of a whole day", ["DTSTART;VALUE=DATE:20261203"], null]
  ]
  test.each(counters)("4.2.4 of RFC 5546, a time %s", (_, more, expected) => {
    expect(answerIn(answer("COUNTER", attendee("TENTATIVE"), ...more), packZones)).toMatchObject({
      method: "COUNTER",
      time: expected
    })
  })

  const others: ReadonlyArray<readonly [string, string]> = [
    ["an invitation of somebody else", answer("REQUEST", attendee("NEEDS-ACTION"))],
    ["no method", answer("")],
    ["one occurrence of several", answer("REPLY", attendee("ACCEPTED"), "RECURRENCE-ID:20261203T080000Z")],
    ["nothing", ""],
    ["no calendar", "I come"],
    ["a calendar that is cut", answer("REPLY", attendee("ACCEPTED")).slice(0, 150)],
    ["no event", "BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR"],
    ["10 MB", answer("REPLY", `X-LONG:${"x".repeat(10 * 1024 ** 2)}`)],
    ["folds without an end", answer("REPLY", `X-LONG:${"\r\n x".repeat(maxAnswer)}`)],
    ["depth", "BEGIN:VCALENDAR\r\n".repeat(3000)],
    ["colons", `BEGIN:VCALENDAR\r\nX;${"A=\"".repeat(10_000)}`]
  ]
  test.each(others)("is not %s, and nothing is thrown", (_, text) => expect(answerIn(text, packZones)).toBeNull())

  test("runs no rule, of which ical.js never returns", () => {
    const rule = "RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"
    const zone = [
      "BEGIN:VTIMEZONE",
      "TZID:X",
      "BEGIN:STANDARD",
      "DTSTART:19700101T000000",
      "TZOFFSETFROM:+0000",
      "TZOFFSETTO:+0100",
      rule,
      "END:STANDARD",
      "END:VTIMEZONE"
    ].join("\r\n")
    const text = answer("REPLY", attendee("ACCEPTED"), rule, "DTSTART;TZID=X:20261203T080000").replace(
      "BEGIN:VEVENT",
      `${zone}\r\nBEGIN:VEVENT`
    )
    expect(answerIn(text, packZones)).toMatchObject({ attendees: [{ response: "accepted" }], time: null })
  })
})
