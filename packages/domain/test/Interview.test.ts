import { ApplicationClosed } from "@candor/domain/application/Lifecycle"
import type { ApplicationStatus } from "@candor/domain/application/ApplicationStatus"
import { CandidateAnonymised } from "@candor/domain/Anonymised"
import type { Decision } from "@candor/domain/Decision"
import { ApplicationId, JobId, StageId, UserId } from "@candor/domain/Id"
import { type Availability, bookedBy } from "@candor/domain/interview/Availability"
import { InterviewPatch, type InterviewState } from "@candor/domain/interview/Interview"
import { type Invited, InterviewersRefused, NotInterviewer, type Response } from "@candor/domain/interview/Interviewer"
import { interviewStatus } from "@candor/domain/interview/InterviewStatus"
import {
  CandidateTaken,
  type InterviewTime,
  SlotTaken,
  timeOf,
  TimeRefused
} from "@candor/domain/interview/InterviewTime"
import * as Scheduling from "@candor/domain/interview/Scheduling"
import { StageNotFound } from "@candor/domain/job/Stage"
import { LimitReached } from "@candor/domain/Limit"
import { TransitionRefused } from "@candor/domain/StateMachine"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { packZones } from "@candor/domain/time/Zones"
import { Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Result, Schema } from "effect"
import { actor, contextAt, id } from "./context.ts"

const [one, other, third] = [id(1), id(2), id(3)].map((id) => UserId.make(id)) as [UserId, UserId, UserId]
const [stage, later] = [id(20), id(21)].map((id) => StageId.make(id)) as [StageId, StageId]
const application_id = ApplicationId.make(id(10))
const at = (time: string) => Timestamp.make(`2026-11-20T${time}:00.000Z`)

const timeAt = (starts_at: string, minutes = 60): InterviewTime =>
  Result.getOrThrow(
    timeOf({ starts_at: at(starts_at), time_zone: ZoneName.make("Europe/Berlin") }, minutes, packZones.zone)
  )!

const members: ReadonlyArray<Invited> = [one, other, third].map((id) => ({ id, status: "active", sees_job: true }))
const noTimes = { candidate_taken: [], taken: [], holidays: [], calendars: [], calendar_failure: "warn" } as const
const free: Availability = { members, ...noTimes, attributes: null }
/** The candidate has another interview. */
const meanwhile: Availability = {
  ...free,
  candidate_taken: [{ starts_at: at("14:30"), ends_at: at("15:30"), is_hidden: false }]
}
const taken = (...ids: ReadonlyArray<UserId>): Availability => ({
  ...free,
  taken: ids.map((member_id) => ({ member_id, starts_at: at("14:30"), ends_at: at("15:30"), by: "interview" }))
})

const interviewed: Scheduling.Interviewed = {
  anonymised_at: null,
  status: "active",
  job_id: JobId.make(id(30)),
  stage_id: stage,
  stages: [stage, later],
  planned: [],
  interviews_counted: 0
}
const draft = { title: "Technical", interviewers: [{ member_id: one }, { member_id: other }] }
const make = (
  more: object = {},
  time: InterviewTime | null = timeAt("14:00"),
  availability = free,
  known: Partial<Scheduling.Interviewed> = {}
) =>
  Scheduling.create(
    application_id,
    { ...draft, ...more },
    time,
    { ...interviewed, ...known },
    availability,
    contextAt()
  )
const scheduled = Result.getOrThrow(make()).entity
const failureOf = <A, E>(result: Result.Result<A, E>) => Result.getOrThrow(Result.flip(result))

describe("a new interview", () => {
  test("is scheduled where it has a time, in the stage of the application; without one it waits for it", () => {
    expect(scheduled).toMatchObject({
      status: "scheduled",
      stage_id: stage,
      kind: "video",
      minutes: 60,
      starts_at: at("14:00"),
      ends_at: at("15:00"),
      local_start: "2026-11-20T15:00",
      time_zone: ZoneName.make("Europe/Berlin"),
      interviewers: [{ member_id: one, response: "needs_action" }, { member_id: other, response: "needs_action" }],
      author_id: actor.user_id
    })
    const waiting = Result.getOrThrow(make({}, null))
    expect(waiting.entity).toMatchObject({ status: "to_schedule", starts_at: null, local_start: null })
    expect(
      [make(), Result.succeed(waiting)].map((decision) => Result.getOrThrow(decision).events.map(({ type }) => type))
    )
      .toEqual([["interview.scheduled"], ["interview.created"]])
  })

  test.each<readonly [string, object, Partial<Scheduling.Interviewed>, Availability, unknown]>([
    ["a closed application", {}, { status: "rejected" }, free, ApplicationClosed],
    ["an anonymised person", {}, { anonymised_at: at("08:00") }, free, CandidateAnonymised],
    ["a stage of another job", { stage_id: StageId.make(id(99)) }, {}, free, StageNotFound],
    ["the 51st of an application", {}, { interviews_counted: 50 }, free, LimitReached],
    [
      "a member whom nobody knows",
      { interviewers: [{ member_id: UserId.make(id(98)) }] },
      {},
      free,
      InterviewersRefused
    ],
    ["a deactivated member", {}, {}, {
      ...free,
      members: members.map((member) => ({ ...member, status: "deactivated" }))
    }, InterviewersRefused],
    ["a member who does not see the job", {}, {}, {
      ...free,
      members: members.map((member) => ({ ...member, sees_job: false }))
    }, InterviewersRefused],
    ["a time that an interviewer has another interview at", {}, {}, taken(other), SlotTaken],
    ["a time that the candidate has another interview at", {}, {}, meanwhile, CandidateTaken]
  ])("is refused for %s", (_, more, known, availability, failure) => {
    expect(failureOf(make(more, timeAt("14:00"), availability, known))).toBeInstanceOf(failure as never)
  })

  test("has a reason for an overlap only where it overlaps", () => {
    expect(Result.getOrThrow(make({ override_reason: "Short." }, timeAt("14:00"), taken(other))).entity.override_reason)
      .toBe("Short.")
    expect(Result.getOrThrow(make({ override_reason: "Short." }, timeAt("14:00"), meanwhile)).entity.override_reason)
      .toBe("Short.")
    expect(Result.getOrThrow(make({ override_reason: "Short." })).entity.override_reason).toBeNull()
    expect(Result.getOrThrow(make({}, timeAt("14:00"), taken(third))).entity.override_reason).toBeNull()
  })
})

describe("the time of a request", () => {
  test.each([
    [
      { local_start: "2026-12-01T10:00", time_zone: ZoneName.make("America/Vancouver") },
      "2026-12-01T17:00:00.000Z",
      "2026-12-01T10:00"
    ],
    [
      { starts_at: Timestamp.make("2026-12-01T09:00:00.000Z"), time_zone: ZoneName.make("Asia/Kathmandu") },
      "2026-12-01T09:00:00.000Z",
      "2026-12-01T14:45"
    ],
    [
      { local_start: "2027-03-28T02:30", time_zone: ZoneName.make("Europe/Berlin") },
      "2027-03-28T01:30:00.000Z",
      "2027-03-28T03:30"
    ],
    [
      { local_start: "2026-10-25T02:30", time_zone: ZoneName.make("Europe/Berlin") },
      "2026-10-25T00:30:00.000Z",
      "2026-10-25T02:30"
    ]
  ])("%j begins at %s", (request, starts_at, local_start) => {
    expect(Result.getOrThrow(timeOf(request, 60, packZones.zone))).toMatchObject({
      starts_at: Timestamp.make(starts_at),
      local_start
    })
  })

  test.each([
    [{ local_start: "2026-12-01T10:00" }, "time_zone"],
    [{ time_zone: ZoneName.make("Europe/Berlin") }, "local_start"],
    [
      { local_start: "2026-12-01T10:00", starts_at: at("10:00"), time_zone: ZoneName.make("Europe/Berlin") },
      "local_start"
    ],
    [{ starts_at: Timestamp.make("2026-12-01T09:00:01.000Z"), time_zone: ZoneName.make("Europe/Berlin") }, "starts_at"]
  ])("%j is refused by its %s", (request, field) => {
    const failure = failureOf(timeOf(request, 60, packZones.zone))
    expect([failure, failure.field]).toEqual([expect.any(TimeRefused), field])
  })
})

const to = (status: InterviewState["status"], more: Partial<InterviewState> = {}): InterviewState => ({
  ...scheduled,
  status,
  ...more
})

/** Each decision that moves an interview along its machine, on one that has a time to come. */
const moves: Readonly<
  Record<
    "schedule" | "respond" | "complete" | "miss" | "cancel",
    (interview: InterviewState) => Decision<InterviewState, unknown>
  >
> = {
  schedule: (interview: InterviewState) =>
    Scheduling.reschedule(interview, { reason: "Ill." }, timeAt("16:00"), free, contextAt()),
  respond: (interview: InterviewState) =>
    Scheduling.respond(interview, one, { response: "accepted" }, free, contextAt()),
  complete: (interview: InterviewState) => Scheduling.complete(interview, contextAt()),
  miss: (interview: InterviewState) => Scheduling.miss(interview, contextAt()),
  cancel: (interview: InterviewState) => Scheduling.cancel(interview, { reason: "Filled." }, contextAt())
}

describe("a status", () => {
  const pairs = interviewStatus.states.flatMap((status) =>
    Object.keys(moves).map((move) => [status, move as keyof typeof moves] as const)
  )
  test.each(pairs)("%s, %s: as the machine says", (status, move) => {
    const expected = Result.mapError(interviewStatus.next(status, move), () => "refused")
    const found = Result.map(moves[move](to(status)), ({ entity }) => entity.status)
    expect(Result.mapError(found, (failure) => failure instanceof TransitionRefused ? "refused" : failure))
      .toEqual(expected)
  })

  test("awaits feedback from its end on, without anybody's doing", () => {
    const ended = (now: string) => Scheduling.atTime(scheduled, at(now)).status
    expect(["14:59", "15:00", "15:01"].map(ended)).toEqual(["scheduled", "awaiting_feedback", "awaiting_feedback"])
    expect(Result.getOrThrow(Scheduling.complete(scheduled, contextAt("16:00:00.000"))).entity.status).toBe("complete")
  })

  test.each(
    [
      ["complete", "09:00:00.000", "scheduled"],
      ["complete", "16:00:00.000", "awaiting_feedback"],
      ["no_show", "16:00:00.000", "awaiting_feedback"],
      ["cancelled", "09:00:00.000", "scheduled"],
      ["scheduled", "09:00:00.000", "scheduled"]
    ] as const
  )("%s reopened at %s is %s", (status, now, after) => {
    expect(Result.getOrThrow(Scheduling.reopen(to(status), free, contextAt(now))).entity.status).toBe(after)
  })

  test("cancelled without a time is to be scheduled once it is reopened; with one that was taken it stays cancelled", () => {
    const without = to("cancelled", { starts_at: null, ends_at: null, time_zone: null, local_start: null })
    expect(Result.getOrThrow(Scheduling.reopen(without, free, contextAt())).entity.status).toBe("to_schedule")
    expect(failureOf(Scheduling.reopen(to("cancelled"), taken(one), contextAt()))).toBeInstanceOf(SlotTaken)
  })
})

describe("the time of interviewers", () => {
  test.each(
    [
      ["to_schedule", []],
      ["scheduled", [one, other]],
      ["awaiting_feedback", [one, other]],
      ["complete", [one, other]],
      ["no_show", [one, other]],
      ["cancelled", []]
    ] as const
  )("%s: is taken of %j", (status, booked) => {
    expect(bookedBy(to(status))).toEqual([...booked])
  })

  test("one who declines says why and when else, which stays until they accept", () => {
    const answer = (interview: InterviewState, response: Parameters<typeof Scheduling.respond>[2]) =>
      Result.getOrThrow(Scheduling.respond(interview, one, response, free, contextAt())).entity
    const declined = answer(scheduled, { response: "declined", reason: "Ill.", proposed_start: at("16:00") })
    expect(declined).toMatchObject({
      decline_reasons: [{ member_id: one, reason: "Ill." }],
      proposals: [{ member_id: one, starts_at: at("16:00"), comment: "Ill." }]
    })
    expect(answer(declined, { response: "accepted" })).toMatchObject({ decline_reasons: [], proposals: [] })
    expect(answer(declined, { response: "declined" })).toEqual(declined)
    expect(answer(declined, { response: "declined", reason: null, proposed_start: null }))
      .toMatchObject({ decline_reasons: [], proposals: [] })
    const held = Scheduling.update(declined, { interviewers: [{ member_id: other }] }, free, contextAt())
    expect(Result.getOrThrow(held).entity.proposals).toEqual([])
  })

  test.each([["accepted", at("16:00")], ["needs_action", at("16:00")], ["declined", contextAt().now]] as const)(
    "%s with %s as another time is refused",
    (response, proposed_start) => {
      expect(failureOf(Scheduling.respond(scheduled, one, { response, proposed_start }, free, contextAt())))
        .toBeInstanceOf(TimeRefused)
    }
  )

  test("is free of who declined, and booked again where they accept after all", () => {
    const declined =
      Result.getOrThrow(Scheduling.respond(scheduled, one, { response: "declined" }, free, contextAt())).entity
    expect(bookedBy(declined)).toEqual([other])
    expect(failureOf(Scheduling.respond(declined, one, { response: "accepted" }, taken(one), contextAt())))
      .toBeInstanceOf(SlotTaken)
    const overriding = Scheduling.respond(
      declined,
      one,
      { response: "accepted", override_reason: "I can." },
      taken(one),
      contextAt()
    )
    expect(Result.getOrThrow(overriding).entity.override_reason).toBe("I can.")
  })

  test("asks them again where it is another one, and not where it only gets longer or is the first", () => {
    const accepted = to("scheduled", { interviewers: [{ member_id: one, response: "accepted" }] })
    const responses = (interview: InterviewState, time: InterviewTime, minutes = 60) =>
      Result.getOrThrow(Scheduling.reschedule(interview, { minutes }, time, free, contextAt())).entity.interviewers.map(
        ({ response }) => response
      )
    expect(responses(accepted, timeAt("16:00"))).toEqual(["needs_action"])
    expect(responses({ ...accepted, status: "to_schedule", starts_at: null, ends_at: null }, timeAt("16:00"))).toEqual([
      "accepted"
    ])
  })

  test("the same time again is no change", () => {
    expect(
      Result.getOrThrow(Scheduling.reschedule(scheduled, { reason: "?" }, timeAt("14:00"), free, contextAt())).events
    ).toEqual([])
  })

  test("is asked for of interviewers who come in", () => {
    const change = (availability: Availability, override_reason?: string) =>
      Scheduling.update(
        scheduled,
        {
          interviewers: [{ member_id: one }, { member_id: third }],
          ...(override_reason === undefined ? {} : { override_reason })
        },
        availability,
        contextAt()
      )
    expect(failureOf(change(taken(third)))).toBeInstanceOf(SlotTaken)
    expect(Result.getOrThrow(change(taken(other))).entity.interviewers.map(({ member_id }) => member_id)).toEqual([
      one,
      third
    ])
    expect(Result.getOrThrow(change(taken(third), "Short.")).entity.override_reason).toBe("Short.")
  })
})

describe("who declined", () => {
  const respond = (who: UserId, response: Response) => (interview: InterviewState) =>
    Scheduling.respond(interview, who, { response }, free, contextAt())
  const hold = (...held: ReadonlyArray<readonly [UserId, Response?]>) => (interview: InterviewState) => {
    const interviewers = held.map(([member_id, response]) => ({
      member_id,
      ...(response === undefined ? {} : { response })
    }))
    return Scheduling.update(interview, { interviewers }, free, contextAt())
  }
  const declined = to("scheduled", {
    interviewers: [{ member_id: one, response: "declined" }, { member_id: other, response: "declined" }],
    declined_ids: [third, one, other]
  })
  type Decide = (interview: InterviewState) => Decision<InterviewState, unknown>
  test.each<readonly [string, Decide, ReadonlyArray<UserId>, number]>([
    ["and declines again stays one, in its place", respond(one, "declined"), [third, one, other], 0],
    ["and accepts is none", respond(one, "accepted"), [third, other], 1],
    [
      "by a change is one, and who accepts by it is none",
      hold([one, "accepted"], [third, "declined"]),
      [third, other],
      1
    ],
    ["and is no interviewer any more stays one", hold([other]), [third, one, other], 1],
    ["by the same change is one once", hold([one, "declined"], [other, "declined"]), [third, one, other], 0]
  ])("%s", (_, decide, ids, events) => {
    const decision = Result.getOrThrow(decide(declined))
    expect([decision.entity.declined_ids, decision.events.length]).toEqual([ids, events])
  })

  test.each<readonly [string, Decide]>([["by an answer", respond(one, "declined")], [
    "by a change",
    hold([one, "declined"], [other])
  ]])("for the first time %s is one", (_, decide) => {
    expect(Result.getOrThrow(decide(scheduled)).entity.declined_ids).toEqual([one])
  })

  test("from the beginning is one", () => {
    expect(Result.getOrThrow(make({ interviewers: [{ member_id: one, response: "declined" }] })).entity.declined_ids)
      .toEqual([one])
  })
})

describe("a reason for an overlap", () => {
  const overriding = to("scheduled", { override_reason: "Short." })
  const outcome = (decision: Decision<InterviewState, unknown>) =>
    Result.match(decision, {
      onSuccess: ({ entity }) => entity.override_reason,
      onFailure: (failure) => failure instanceof SlotTaken ? failure.taken.map(({ member_id }) => member_id) : failure
    })
  const invite = (...ids: ReadonlyArray<UserId>) => ({ interviewers: ids.map((member_id) => ({ member_id })) })
  test.each<readonly [string, Decision<InterviewState, unknown>, unknown]>([
    ["stays with another title", Scheduling.update(overriding, { title: "Other" }, taken(one), contextAt()), "Short."],
    [
      "stays where another one comes in who is free",
      Scheduling.update(overriding, invite(one, third), taken(one), contextAt()),
      "Short."
    ],
    [
      "is none for another one who is taken",
      Scheduling.update(overriding, invite(one, third), taken(one, third), contextAt()),
      [third]
    ],
    ["goes with who overlaps", Scheduling.update(overriding, invite(other), taken(one), contextAt()), null],
    ["is none for another time", Scheduling.reschedule(overriding, {}, timeAt("14:15"), taken(one), contextAt()), [
      one
    ]],
    [
      "is none for who accepts after all",
      Scheduling.respond(
        to("scheduled", { override_reason: "Short.", interviewers: [{ member_id: one, response: "declined" }] }),
        one,
        { response: "accepted" },
        taken(one),
        contextAt()
      ),
      [one]
    ],
    [
      "stays where who overlaps accepts",
      Scheduling.respond(overriding, one, { response: "accepted" }, taken(one), contextAt()),
      "Short."
    ],
    [
      "is none for what is reopened",
      Scheduling.reopen(to("cancelled", { override_reason: "Short." }), taken(one), contextAt()),
      [one]
    ],
    [
      "stays where the end is taken back",
      Scheduling.reopen(to("no_show", { override_reason: "Short." }), taken(one), contextAt()),
      "Short."
    ]
  ])("%s", (_, decision, expected) => expect(outcome(decision)).toEqual(expected))
})

describe("a change", () => {
  test("keeps the responses that it does not name, and looks at new interviewers alone", () => {
    const before = to("scheduled", { interviewers: [{ member_id: one, response: "accepted" }] })
    const nobody: Availability = { ...free, members: [] }
    const after = Scheduling.update(before, { interviewers: [{ member_id: one }], title: "Other" }, nobody, contextAt())
    expect(Result.getOrThrow(after).entity).toMatchObject({
      title: "Other",
      interviewers: [{ member_id: one, response: "accepted" }],
      version: 2
    })
    expect(failureOf(Scheduling.update(before, { interviewers: [{ member_id: other }] }, nobody, contextAt())))
      .toBeInstanceOf(InterviewersRefused)
  })

  test("that changes nothing has no event", () => {
    expect(Result.getOrThrow(Scheduling.update(scheduled, { title: "Technical" }, free, contextAt())).events).toEqual(
      []
    )
  })

  test("that no invitation tells raises no sequence", () => {
    const after = (patch: typeof InterviewPatch.Encoded) =>
      Result.getOrThrow(Scheduling.update(scheduled, Schema.decodeSync(InterviewPatch)(patch), free, contextAt()))
        .entity.sequence
    expect(after({ external_ids: [{ system: "ashby", id: "7" }] })).toBe(scheduled.sequence)
    expect(after({ title: "System design" })).toBe(scheduled.sequence + 1)
  })

  test("of a response is the interviewer's own", () => {
    expect(failureOf(Scheduling.respond(scheduled, third, { response: "accepted" }, free, contextAt()))).toBeInstanceOf(
      NotInterviewer
    )
  })
})

test("every status of an application but active refuses interviews", () => {
  const others: ReadonlyArray<ApplicationStatus> = ["rejected", "withdrawn", "hired"]
  for (const status of others) expect(failureOf(make({}, null, free, { status }))).toBeInstanceOf(ApplicationClosed)
})
