/** Interviews: nobody holds two at once, whoever else books, moves, cancels or answers meanwhile. */
import type { Actor } from "@candor/domain/access/Actor"
import { Applications } from "@candor/domain/application/Applications"
import { withdraw } from "@candor/domain/application/Lifecycle"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { ApplicationId, InterviewId, UserId } from "@candor/domain/Id"
import type { InterviewDraft, InterviewState } from "@candor/domain/interview/Interview"
import { Interviews, type Requested } from "@candor/domain/interview/Interviews"
import { type InterviewTime, SlotTaken, timeIn, timeOf } from "@candor/domain/interview/InterviewTime"
import { type Availability, bookedBy } from "@candor/domain/interview/Availability"
import * as Scheduling from "@candor/domain/interview/Scheduling"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { packZones } from "@candor/domain/time/Zones"
import { fromMillis } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import * as Access from "./Access.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { jobWith } from "./LargeJob.ts"
import { meanwhile } from "./Meanwhile.ts"
import * as World from "./World.ts"

/** The time that begins so many hours after the first, of an hour. */
const hour = (hours: number): InterviewTime =>
  Result.getOrThrow(
    timeOf(
      { starts_at: fromMillis(Date.UTC(2040, 0, 2, 9) + hours * 3_600_000), time_zone: ZoneName.make("Europe/Berlin") },
      60,
      packZones.zone
    )
  )!

const book = (
  actor: Actor,
  application: ApplicationId,
  members: ReadonlyArray<UserId>,
  time: InterviewTime | null,
  more: Partial<InterviewDraft> = {}
) =>
  Effect.flatMap(
    Interviews,
    (interviews) =>
      interviews.create(actor, application, { members, time }, (known, availability, context) =>
        Scheduling.create(
          application,
          { title: "Talk", interviewers: members.map((member_id) => ({ member_id })), ...more },
          time,
          known,
          availability,
          context
        ))
  )

const requested = (interview: InterviewState): Requested => ({
  members: interview.interviewers.map(({ member_id }) => member_id),
  time: timeIn(interview)
})

interface Failure {
  readonly _tag: string
}
type Decide = (
  interview: InterviewState,
  availability: Availability,
  context: DecisionContext
) => Decision<InterviewState, Failure>

const change = (actor: Actor, id: InterviewId, decide: Decide, more: Requested = {}) =>
  Effect.flatMap(
    Interviews,
    (interviews) => interviews.modify(actor, id, (interview) => ({ ...requested(interview), ...more }), decide)
  )

const move = (actor: Actor, id: InterviewId, time: InterviewTime) =>
  change(
    actor,
    id,
    (interview, availability, context) => Scheduling.reschedule(interview, {}, time, availability, context),
    { time }
  )
const cancel = (actor: Actor, id: InterviewId) =>
  change(actor, id, (interview, _, context) => Scheduling.cancel(interview, {}, context))
const reopen = (actor: Actor, id: InterviewId) => change(actor, id, Scheduling.reopen)
const answer = (actor: Actor, id: InterviewId, member: UserId, response: "accepted" | "declined") =>
  change(
    actor,
    id,
    (interview, availability, context) => Scheduling.respond(interview, member, { response }, availability, context)
  )
const replace = (actor: Actor, id: InterviewId, members: ReadonlyArray<UserId>) =>
  change(
    actor,
    id,
    (interview, availability, context) =>
      Scheduling.update(
        interview,
        { interviewers: members.map((member_id) => ({ member_id })) },
        availability,
        context
      ),
    { members }
  )

/** An organization with members who interview, and a job with applications. */
const world = Effect.fn("world")(function*(members: number, applications: number) {
  const { actor } = yield* World.organization({ name: "Acme" })
  const interviewers = yield* Effect.forEach(
    Array.from({ length: members }, (_, n) => n),
    (n) => Effect.map(Access.member(actor.organization_id, { email: `interviewer-${n}@example.com` }), ({ id }) => id)
  )
  return {
    actor,
    interviewers,
    applications: (yield* jobWith(actor, "Engineer", applications)).applications.map(({ id }) => id)
  }
})

/** Pairs of times of a member that overlap, neither of which is an override. */
const overlaps = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql`
  SELECT a.interview_id FROM interviewer_times a JOIN interviewer_times b
    ON b.organization_id = a.organization_id AND b.member_id = a.member_id AND b.interview_id > a.interview_id AND b.during && a.during
  WHERE NOT a.overrides AND NOT b.overrides`)

const tagOf = <A, E extends Failure>(result: Result.Result<A, E>) =>
  Result.match(result, { onSuccess: () => "booked", onFailure: ({ _tag }) => _tag })

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Interviews on ${database.name}`, () => {
    test("16 bookings of the last hour of two interviewers at once, who are named in either order: exactly one each time", () =>
      run(Effect.gen(function*() {
        const { actor, applications, interviewers } = yield* world(2, 16)
        for (const round of [0, 1, 2, 3]) {
          const results = yield* Effect.forEach(
            applications,
            (application, at) =>
              Effect.result(
                book(actor, application, at % 2 === 0 ? interviewers : interviewers.toReversed(), hour(round))
              ),
            { concurrency: "unbounded" }
          )
          expect(results.map(tagOf).toSorted()).toEqual(
            [...Array.from({ length: 15 }, () => "SlotTaken"), "booked"].toSorted()
          )
        }
        expect(yield* overlaps).toEqual([])
      })))

    test("a refusal tells who is taken, and when", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [one, other], interviewers: [busy, free] } = yield* world(2, 2)
        yield* book(actor, one!, [busy!], hour(1))
        const { ends_at, starts_at } = hour(1)
        expect(yield* Effect.flip(book(actor, other!, [free!, busy!], hour(1.5))))
          .toEqual(new SlotTaken({ taken: [{ member_id: busy!, starts_at, ends_at, by: "interview" }] }))
        for (const hours of [0, 2]) yield* book(actor, other!, [busy!], hour(hours))
      })))

    test.each<
      readonly [
        string,
        (
          actor: Actor,
          id: InterviewId,
          members: ReadonlyArray<UserId>
        ) => Effect.Effect<InterviewState, Failure, Interviews>
      ]
    >([
      ["cancelled", (actor, id) => cancel(actor, id)],
      ["moved", (actor, id) => move(actor, id, hour(5))],
      ["given to somebody else", (actor, id, [, other]) => replace(actor, id, [other!])],
      ["declined", (actor, id, [one]) => answer(actor, id, one!, "declined")]
    ])(
      "the hour of an interview that is %s is free at once, and taken again by one request alone",
      (_, freed) =>
        run(Effect.gen(function*() {
          const { actor, applications: [first, ...others], interviewers } = yield* world(2, 4)
          const { id } = yield* book(actor, first!, [interviewers[0]!], hour(0))
          yield* freed(actor, id, interviewers)
          const results = yield* Effect.forEach(
            others,
            (application) => Effect.result(book(actor, application, [interviewers[0]!], hour(0))),
            { concurrency: "unbounded" }
          )
          expect(results.map(tagOf).toSorted()).toEqual(["SlotTaken", "SlotTaken", "booked"])
        }))
    )

    test("what was cancelled or declined is booked again only while its hour is free", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [one, other], interviewers: [member] } = yield* world(1, 2)
        const [first, second] = [
          yield* book(actor, one!, [member!], hour(0)),
          yield* book(actor, one!, [member!], hour(2))
        ]
        yield* cancel(actor, first.id)
        yield* answer(actor, second.id, member!, "declined")
        const others = [yield* book(actor, other!, [member!], hour(0)), yield* book(actor, other!, [member!], hour(2))]
        const again = [reopen(actor, first.id), answer(actor, second.id, member!, "accepted")]
        expect((yield* Effect.forEach(again, Effect.result)).map(tagOf)).toEqual(["SlotTaken", "SlotTaken"])
        yield* Effect.forEach(others, ({ id }) => cancel(actor, id))
        expect((yield* Effect.forEach(again, Effect.result)).map(tagOf)).toEqual(["booked", "booked"])
      })))

    test("an override is booked with its reason, and keeps nobody from the hour but by their knowing", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [one, other], interviewers: [member] } = yield* world(1, 2)
        yield* book(actor, one!, [member!], hour(0))
        expect(
          (yield* book(actor, other!, [member!], hour(0.5), { override_reason: "He offered it." })).override_reason
        ).toBe("He offered it.")
        expect(tagOf(yield* Effect.result(book(actor, other!, [member!], hour(1))))).toBe("SlotTaken")
      })))

    test("a booking without a reason overlaps with no override that came meanwhile, whose row the constraint leaves out", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [first, other, third], interviewers: [member] } = yield* world(1, 3)
        const overriding = Effect.gen(function*() {
          const usual = yield* book(actor, first!, [member!], hour(0))
          const override = yield* book(actor, other!, [member!], hour(0.5), { override_reason: "He offered it." })
          yield* cancel(actor, usual.id)
          return override
        })
        const { starts_at } = hour(0.5)
        expect(yield* Effect.flip(meanwhile(overriding, book(actor, third!, [member!], hour(0))))).toMatchObject({
          _tag: "SlotTaken",
          taken: [{ starts_at }]
        })
      })))

    test("one that gets longer with another time stays as long", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [application] } = yield* world(0, 1)
        const { id } = yield* book(actor, application!, [], hour(0))
        const time = { ...hour(1), ends_at: hour(1.5).ends_at }
        yield* change(
          actor,
          id,
          (interview, availability, context) =>
            Scheduling.reschedule(interview, { minutes: 90 }, time, availability, context)
        )
        const { minutes, ...stored } = yield* (yield* Interviews).get(actor.organization_id, id)
        expect({ minutes, ends_at: stored.ends_at }).toEqual({ minutes: 90, ends_at: time.ends_at })
      })))

    test("an override that moves to a free hour is none any more, also for the constraint", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [first, other], interviewers: [member] } = yield* world(1, 2)
        yield* book(actor, first!, [member!], hour(0))
        const { id } = yield* book(actor, other!, [member!], hour(0.5), { override_reason: "He offered it." })
        expect((yield* move(actor, id, hour(5))).override_reason).toBeNull()
        const sql = yield* SqlClient.SqlClient
        expect(yield* sql`SELECT overrides FROM interviewer_times WHERE interview_id = ${id}`).toEqual([{
          overrides: false
        }])
      })))

    test("an interview that overlaps with 120 others is refused, with at most 5 of each member, and booked with a reason", () =>
      run(Effect.gen(function*() {
        const { actor, applications, interviewers: [busy, free] } = yield* world(2, 3)
        for (let n = 0; n < 120; n++) {
          const time = { ...hour(n / 20), ends_at: hour(n / 20 - 0.95).ends_at }
          yield* book(actor, applications[n % 3]!, [busy!], time)
        }
        const day = { ...hour(0), ends_at: hour(5).ends_at }
        const application = (yield* jobWith(actor, "Other", 1)).applications[0]!.id
        const refusal = yield* Effect.flip(book(actor, application, [free!, busy!], day))
        expect(refusal).toMatchObject({
          _tag: "SlotTaken",
          taken: Array.from({ length: 5 }, () => ({ member_id: busy! }))
        })
        expect(
          (yield* book(actor, application, [free!, busy!], day, { override_reason: "Both agreed." })).override_reason
        ).toBe("Both agreed.")
      })))

    test("an application that is withdrawn meanwhile gets no interview", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [first], interviewers } = yield* world(1, 1)
        const withdrawn = Effect.flatMap(Applications, (applications) => applications.change(actor, first!, withdraw))
        expect(tagOf(yield* Effect.result(meanwhile(withdrawn, book(actor, first!, interviewers, hour(0)))))).toBe(
          "ApplicationClosed"
        )
      })))

    test("bookings, moves, answers and cancellations at random, ten at a time: no two interviews of a member overlap", () =>
      run(Effect.gen(function*() {
        const { actor, applications, interviewers } = yield* world(3, 6)
        const random = (below: number) => Math.floor(Math.random() * below)
        const any = <A>(list: ReadonlyArray<A>) => list[random(list.length)]!
        const some = () => interviewers.filter(() => random(2) === 0)
        const made: Array<InterviewId> = []
        const steps = [
          () =>
            Effect.tap(
              book(actor, any(applications), some(), hour(random(6) / 2)),
              ({ id }) => Effect.sync(() => made.push(id))
            ),
          () => move(actor, any(made), hour(random(6) / 2)),
          () => cancel(actor, any(made)),
          () => reopen(actor, any(made)),
          () => replace(actor, any(made), some()),
          () => answer(actor, any(made), any(interviewers), any(["accepted", "declined"] as const))
        ] as const
        yield* Effect.forEach(
          Array.from({ length: 200 }, (_, n) => n),
          (n) =>
            Effect.result(
              Effect.suspend(() =>
                (n < 10 || made.length === 0 ? steps[0] : any(steps))() as Effect.Effect<unknown, Failure, Interviews>
              )
            ),
          { concurrency: 10 }
        )
        expect(yield* overlaps).toEqual([])
        // What the domain says is what the database has.
        const sql = yield* SqlClient.SqlClient
        const rows = yield* sql<{ readonly interview_id: string; readonly member_id: string }>`
          SELECT interview_id, member_id FROM interviewer_times WHERE during IS NOT NULL`
        const stored = yield* sql<InterviewState>`SELECT id, status, starts_at, ends_at, interviewers FROM interviews`
        expect(rows.map(({ interview_id, member_id }) => `${interview_id} ${member_id}`).toSorted())
          .toEqual(
            stored.flatMap((interview) => bookedBy(interview).map((member) => `${interview.id} ${member}`)).toSorted()
          )
      })))

    test("a list has the newest first, or those of a span in the order of their time, of a member or an application", () =>
      run(Effect.gen(function*() {
        const { actor: { organization_id, ...actor }, applications: [one, other], interviewers: [member, colleague] } =
          yield* world(2, 2)
        const make = (application: ApplicationId, members: ReadonlyArray<UserId>, time: InterviewTime | null) =>
          Effect.map(book({ organization_id, ...actor }, application, members, time), ({ id }) => id)
        const late = yield* make(one!, [member!], hour(30))
        const waiting = yield* make(one!, [member!, colleague!], null)
        const early = yield* make(other!, [colleague!], hour(2))
        const long = yield* make(other!, [member!], { ...hour(-2), ends_at: hour(1).starts_at })
        const { list, within } = yield* Interviews
        const page = { limit: 10, offset: 0 }
        const ids = ({ items }: { readonly items: ReadonlyArray<{ readonly id: string }> }) => items.map(({ id }) => id)
        expect(ids(yield* list(organization_id, {}, page))).toEqual([long, early, waiting, late])
        expect(ids(yield* list(organization_id, { member_id: member! }, page))).toEqual([long, waiting, late])
        expect(ids(yield* list(organization_id, { application_id: one! }, page))).toEqual([waiting, late])
        const day = { from: hour(0).starts_at, to: hour(24).starts_at }
        expect(ids(yield* within(organization_id, day, page))).toEqual([long, early])
        expect(ids(yield* within(organization_id, { ...day, member_id: colleague! }, page))).toEqual([early])
        expect(ids(yield* within(organization_id, { from: hour(1).starts_at }, page))).toEqual([early, late])
        const first = yield* within(organization_id, {}, { limit: 1, offset: 0 })
        expect(ids(yield* within(organization_id, {}, { limit: 2, offset: 0, after: first.next! }))).toEqual([
          early,
          late
        ])
      })))
  })
}
