/** What follows from what is known of a calendar, and what is kept of an address. */
import { type BusyCalendarDraft, secretOf } from "@candor/domain/calendar/BusyCalendar"
import { UserId } from "@candor/domain/Id"
import { busyIn, type KnownCalendar } from "@candor/domain/interview/KnownCalendar"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"
import { id } from "./context.ts"

const at = (time: string) => Timestamp.make(`2027-03-10T${time}:00.000Z`)
const minute = (time: string) => Date.parse(at(time)) / 60_000

const calendar = (more: Partial<KnownCalendar> = {}): KnownCalendar => ({
  member_id: UserId.make(id(1)),
  kind: "subscription",
  read_at: at("11:30"),
  known_until: at("23:00"),
  busy: [minute("13:00"), minute("15:00")],
  ...more
})

const moved = [{
  starts_at: at("14:00"),
  ends_at: at("14:30"),
  interviewers: [1, 2, 3].map((nth) => ({
    member_id: UserId.make(id(nth)),
    response: nth === 3 ? "declined" as const : "accepted" as const
  }))
}]
const beyond = [minute("23:00"), 1e9]
const taken = [minute("13:00"), minute("15:00")]

describe("A member is busy by a calendar", () => {
  test.each<
    readonly [
      what: string,
      calendar: KnownCalendar,
      failure: "warn" | "block",
      busy: ReadonlyArray<ReadonlyArray<number>>
    ]
  >([
    ["when it says so, and beyond what was read", calendar(), "block", [taken, beyond]],
    ["as it was known, if it is old and the organization is warned", calendar({ read_at: at("10:59") }), "warn", [
      taken,
      beyond
    ]],
    ["always, if it is old and the organization blocks", calendar({ read_at: at("10:59") }), "block", [[-1e9, 1e9]]],
    [
      "always, if it was never read and the organization blocks",
      calendar({ read_at: null, known_until: null, busy: [] }),
      "block",
      [[-1e9, 1e9]]
    ],
    [
      "never, if it was never read and the organization is warned",
      calendar({ read_at: null, known_until: null, busy: [] }),
      "warn",
      []
    ],
    [
      "but not in an interview that moves, if it names no events",
      calendar({ kind: "google" }),
      "block",
      [[minute("13:00"), minute("14:00")], [minute("14:30"), minute("15:00")], beyond]
    ],
    [
      "also in one that moves, if the member declined it",
      calendar({ kind: "google", member_id: UserId.make(id(3)) }),
      "block",
      [taken, beyond]
    ],
    [
      "also in one that moves, if others hold it",
      calendar({ kind: "microsoft", member_id: UserId.make(id(4)) }),
      "block",
      [taken, beyond]
    ]
  ])("%s", (_, calendar, failure, busy) => expect(busyIn(calendar, failure, moved, at("12:00"))).toEqual(busy as never))
})

describe("Of an address is kept", () => {
  const policy = { development: false, isPublicAddress: () => false }
  test.each<readonly [what: string, draft: BusyCalendarDraft, kept: unknown]>([
    ["itself", { url: " https://calendar.example.com/a.ics?token=1#x " }, {
      kind: "subscription",
      host: "calendar.example.com",
      secret: { url: "https://calendar.example.com/a.ics?token=1", username: null, password: null }
    }],
    ["https for webcal", { url: "webcal://calendar.example.com/a.ics" }, {
      kind: "subscription",
      host: "calendar.example.com",
      secret: { url: "https://calendar.example.com/a.ics", username: null, password: null }
    }],
    ["a password apart", { url: "https://ada:s%20t@calendar.example.com:8443/", kind: "caldav" }, {
      kind: "caldav",
      host: "calendar.example.com:8443",
      secret: { url: "https://calendar.example.com:8443/", username: "ada", password: "s t" }
    }],
    ["the given password", { url: "https://a:b@calendar.example.com/", username: "ada", password: "c" }, {
      kind: "subscription",
      host: "calendar.example.com",
      secret: { url: "https://calendar.example.com/", username: "ada", password: "c" }
    }],
    ["nothing without encryption", { url: "http://calendar.example.com/" }, "unencrypted"],
    ["nothing of a private network", { url: "https://10.0.0.7/" }, "private"],
    ["nothing of this machine", { url: "https://localhost/" }, "private"]
  ])(
    "%s",
    (_, draft, kept) =>
      expect(Result.match(secretOf(draft, policy), {
        onFailure: ({ reason }): unknown => reason,
        onSuccess: (found): unknown => found
      })).toEqual(kept)
  )
})
