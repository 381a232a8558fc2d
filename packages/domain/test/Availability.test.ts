import { ApplicationId, JobId, StageId, UserId } from "@candor/domain/Id"
import type { Availability } from "@candor/domain/interview/Availability"
import type { InterviewState } from "@candor/domain/interview/Interview"
import { SlotTaken, timeOf } from "@candor/domain/interview/InterviewTime"
import type { KnownCalendar } from "@candor/domain/interview/KnownCalendar"
import * as Scheduling from "@candor/domain/interview/Scheduling"
import { holidaysWithin } from "@candor/domain/scheduling/DaysOff"
import { type Interval, minuteOf } from "@candor/domain/time/MinuteSets"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { packZones } from "@candor/domain/time/Zones"
import { later, Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Result } from "effect"
import { contextAt, id } from "./context.ts"

const [ada, bo] = [UserId.make(id(1)), UserId.make(id(2))]
const at = (time: string) => Timestamp.make(`2026-11-20T${time}:00.000Z`)
const { now } = contextAt()
const timeAt = (starts_at: string) =>
  Result.getOrThrow(timeOf({ starts_at: at(starts_at), time_zone: ZoneName.make("UTC") }, 60, packZones.zone))

/** A day of the clocks. */
const day = (date: string): Interval => {
  const from = minuteOf(Timestamp.make(`${date}T00:00:00.000Z`))
  return [from, from + 1440]
}
const inKathmandu = { id: ada, time_zone: ZoneName.make("Asia/Kathmandu") }

const calendar = (
  busy: ReadonlyArray<readonly [string, string]>,
  more: Partial<KnownCalendar> = {}
): KnownCalendar => ({
  member_id: ada,
  kind: "subscription",
  read_at: now,
  known_until: later(now, 92 * 86_400_000),
  busy: busy.flat().map((time) => minuteOf(at(time))),
  ...more
})
const availability = (calendars: ReadonlyArray<KnownCalendar>, more: Partial<Availability> = {}): Availability => ({
  members: [ada, bo].map((id) => ({ id, status: "active", sees_job: true })),
  candidate_taken: [],
  taken: [],
  holidays: [],
  calendars,
  calendar_failure: "warn",
  attributes: null,
  ...more
})
const interviewed: Scheduling.Interviewed = {
  anonymised_at: null,
  status: "active",
  job_id: JobId.make(id(30)),
  stage_id: StageId.make(id(20)),
  stages: [],
  planned: [],
  interviews_counted: 0
}
const make = (known: Availability, members: ReadonlyArray<UserId> = [ada], override_reason: string | null = null) =>
  Scheduling.create(
    ApplicationId.make(id(10)),
    { title: "Talk", interviewers: members.map((member_id) => ({ member_id })), override_reason },
    timeAt("14:00"),
    interviewed,
    known,
    contextAt()
  )
const interview: InterviewState = Result.getOrThrow(make(availability([]))).entity

const takenOf = <A>(decision: Result.Result<A, unknown>) =>
  Result.match(decision, {
    onSuccess: () => [],
    onFailure: (failure) =>
      failure instanceof SlotTaken
        ? failure.taken.map(({ by, ends_at, member_id, starts_at }) => [member_id, by, starts_at, ends_at])
        : failure
  })

describe("An interview by hand at 14:00 for an hour", () => {
  const busy = [ada, "calendar", at("14:30"), at("16:00")]
  const stale = { read_at: later(now, -61 * 60_000) }
  test.each<readonly [string, Availability, ReadonlyArray<unknown>]>([
    [
      "is refused where a calendar is busy, with the member and the time",
      availability([calendar([["14:30", "16:00"]])]),
      [busy]
    ],
    ["may touch what a calendar has", availability([calendar([["13:00", "14:00"], ["15:00", "16:00"]])]), []],
    ["does not mind the calendars of others", availability([calendar([["14:30", "16:00"]], { member_id: bo })]), []],
    [
      "goes by what was known of a calendar that cannot be read, where the organization warns",
      availability([calendar([["14:30", "16:00"]], stale)]),
      [busy]
    ],
    ["is free by it then", availability([calendar([["16:00", "17:00"]], stale)]), []],
    [
      "is refused with it, where the organization blocks",
      availability([calendar([], stale)], { calendar_failure: "block" }),
      [[ada, "unread_calendar", at("14:00"), at("15:00")]]
    ],
    [
      "is refused once on a holiday of the member's own clocks that two calendars have, and no other member's",
      availability([], {
        holidays: holidaysWithin(
          [
            { members: [inKathmandu], intervals: [day("2026-11-20")] },
            { members: [inKathmandu], intervals: [day("2026-11-20"), day("2026-11-22")] },
            { members: [{ id: bo, time_zone: ZoneName.make("UTC") }], intervals: [day("2026-11-20")] }
          ],
          timeAt("14:00")!,
          packZones
        )
      }),
      [[ada, "holiday", Timestamp.make("2026-11-19T18:15:00.000Z"), at("18:15")]]
    ],
    ["may lie beyond the days that are read", availability([calendar([], { known_until: now })]), []]
  ])("%s", (_, known, taken) => {
    expect(takenOf(make(known))).toEqual(taken as never)
  })

  test("is booked all the same with a reason, which stands in it", () => {
    expect(
      Result.getOrThrow(make(availability([calendar([["14:30", "16:00"]])]), [ada], "She agreed.")).entity
        .override_reason
    ).toBe("She agreed.")
  })
})

describe("A change of an interview", () => {
  const known = availability([calendar([["14:30", "16:00"]]), calendar([["14:00", "15:00"]], { member_id: bo })])
  const unnamed = availability(
    [ada, bo].map((member_id) => calendar([["14:00", "15:00"]], { kind: "google", member_id }))
  )
  test.each<readonly [string, Result.Result<unknown, unknown>, ReadonlyArray<UserId>]>([
    ["of its title asks no calendar", Scheduling.update(interview, { title: "Chat" }, known, contextAt()), []],
    [
      "that adds somebody asks theirs alone",
      Scheduling.update(interview, { interviewers: [{ member_id: ada }, { member_id: bo }] }, known, contextAt()),
      [bo]
    ],
    [
      "that adds somebody whose calendar names no events asks it, too",
      Scheduling.update(interview, { interviewers: [{ member_id: bo }] }, unnamed, contextAt()),
      [bo]
    ],
    ["of its time asks those of all", Scheduling.reschedule(interview, {}, timeAt("14:15"), known, contextAt()), [ada]],
    [
      "by an answer asks none: it is the member's own",
      Scheduling.respond(
        { ...interview, interviewers: [{ member_id: ada, response: "declined" }] },
        ada,
        { response: "accepted" },
        known,
        contextAt()
      ),
      []
    ],
    [
      "that takes back its end asks those of all",
      Scheduling.reopen({ ...interview, status: "cancelled" }, known, contextAt()),
      [ada]
    ],
    [
      "that takes back its end asks no holidays",
      Scheduling.reopen(
        { ...interview, status: "cancelled" },
        availability([], { holidays: [{ ...timeAt("14:00")!, member_id: ada, by: "holiday" }] }),
        contextAt()
      ),
      []
    ],
    [
      "that takes back the end of one with a reason asks none",
      Scheduling.reopen({ ...interview, status: "cancelled", override_reason: "She agreed." }, known, contextAt()),
      []
    ]
  ])("%s", (_, decision, members) => {
    expect(takenOf(decision)).toEqual(members.map((member) => expect.arrayContaining([member])))
  })

  test("of its time is free of where a calendar has the interview itself, which names no events", () => {
    const own = availability([calendar([["14:00", "15:00"]], { kind: "google" })])
    expect(takenOf(Scheduling.reschedule(interview, {}, timeAt("14:15"), own, contextAt()))).toEqual([])
  })
})
