/**
 * Scheduling links: candidates book what is free, nobody is booked twice, and limits and buffers hold whoever books
 * meanwhile.
 */
import type { Actor } from "@candor/domain/access/Actor"
import { Applications } from "@candor/domain/application/Applications"
import { withdraw } from "@candor/domain/application/Lifecycle"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import { type ApplicationId, type InterviewId, ScorecardTemplateId, type UserId } from "@candor/domain/Id"
import type { InterviewState } from "@candor/domain/interview/Interview"
import { Interviews } from "@candor/domain/interview/Interviews"
import * as Scheduling from "@candor/domain/interview/Scheduling"
import { SchedulingLinks } from "@candor/domain/scheduling/SchedulingLinks"
import * as SelfScheduling from "@candor/domain/scheduling/SelfScheduling"
import { timeOf } from "@candor/domain/interview/InterviewTime"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { packZones } from "@candor/domain/time/Zones"
import { later, type Timestamp } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import * as Access from "./Access.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { jobWith } from "./LargeJob.ts"
import { meanwhile } from "./Meanwhile.ts"
import { alwaysFree, bookLink, cancelLink, linkOf, timesOfLink } from "./SchedulingLinkCalls.ts"
import { newTemplate } from "./ScorecardCalls.ts"
import * as World from "./World.ts"

/** An organization with members who can be booked at all hours, and a job with applications. */
const world = Effect.fn("world")(
  function*(members: number, applications: number, limits: { readonly max_per_day?: number } = {}) {
    const { actor } = yield* World.organization({ name: "Acme" })
    const interviewers = yield* Effect.forEach(
      Array.from({ length: members }, (_, n) => n),
      (n) => Effect.map(Access.member(actor.organization_id, { email: `interviewer-${n}@example.com` }), ({ id }) => id)
    )
    yield* Effect.forEach(interviewers, (id) => alwaysFree(actor, id, limits))
    return {
      actor,
      interviewers,
      applications: (yield* jobWith(actor, "Engineer", applications)).applications.map(({ id }) => id)
    }
  }
)

const linksOf = (actor: Actor, applications: ReadonlyArray<ApplicationId>, members: ReadonlyArray<UserId>, more = {}) =>
  Effect.forEach(
    applications,
    (application, at) => linkOf(actor, application, at % 2 === 0 ? members : members.toReversed(), more)
  )

/** Pairs of times of a member that are less than so many minutes apart. */
const closerThan = (minutes: number) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql`
    SELECT a.interview_id FROM interviewer_times a JOIN interviewer_times b
      ON b.organization_id = a.organization_id AND b.member_id = a.member_id AND b.interview_id > a.interview_id
        AND tstzrange(lower(b.during) - ${minutes} * interval '1 minute', upper(b.during) + ${minutes} * interval '1 minute') && a.during`)

const bookByHand = (actor: Actor, application: ApplicationId, member_id: UserId, starts_at: Timestamp) => {
  const time = Result.getOrThrow(timeOf({ starts_at, time_zone: ZoneName.make("UTC") }, 60, packZones.zone))
  return Effect.flatMap(
    Interviews,
    (interviews) =>
      interviews.create(
        actor,
        application,
        { members: [member_id], time },
        (known, availability, context) =>
          Scheduling.create(
            application,
            { title: "Talk", interviewers: [{ member_id }] },
            time,
            known,
            availability,
            context
          )
      )
  )
}

const tagOf = <A, E extends { readonly _tag: string }>(result: Result.Result<A, E>): string =>
  Result.match(result, { onSuccess: () => "booked", onFailure: ({ _tag }) => _tag })

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Scheduling links on ${database.name}`, () => {
    test("16 candidates book the last hour of two interviewers at once, who are named in either order: exactly one each time", () =>
      run(Effect.gen(function*() {
        const { actor, applications, interviewers } = yield* world(2, 16)
        for (const round of [3, 6, 9, 12]) {
          const links = yield* linksOf(actor, applications, interviewers, { grid_minutes: 60 })
          const start = (yield* timesOfLink(actor, links[0]!.id))[round]!
          const results = yield* Effect.forEach(links, ({ id }) => Effect.result(bookLink(actor, id, start)), {
            concurrency: "unbounded"
          })
          expect(results.map(tagOf).toSorted()).toEqual(
            [...Array.from({ length: 15 }, () => "TimeGone"), "booked"].toSorted()
          )
        }
        expect(yield* closerThan(0)).toEqual([])
      })))

    test("one candidate books an hour by two links of two applications and by hand at once: exactly one of them", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [first], interviewers } = yield* world(3, 1)
        const { applications: [other] } = yield* jobWith(actor, "Designer", 1)
        const sql = yield* SqlClient.SqlClient
        yield* sql`
          UPDATE applications SET candidate_id = (
            SELECT candidate_id FROM applications WHERE organization_id = ${actor.organization_id} AND id = ${first!}
          )
          WHERE organization_id = ${actor.organization_id} AND id = ${other!.id}`
        for (const round of [3, 6, 9]) {
          const links = yield* Effect.forEach(
            [first!, other!.id],
            (application, at) => linkOf(actor, application, [interviewers[at]!], { grid_minutes: 60 })
          )
          const start = (yield* timesOfLink(actor, links[0]!.id))[round]!
          const results = yield* Effect.all([
            ...links.map(({ id }) => Effect.map(Effect.result(bookLink(actor, id, start)), tagOf)),
            Effect.map(Effect.result(bookByHand(actor, first!, interviewers[2]!, start)), tagOf)
          ], { concurrency: "unbounded" })
          expect(results.filter((tag) => tag === "booked")).toHaveLength(1)
        }
      })))

    test("8 candidates book other hours of a member's day at once, of which the limit leaves 3: exactly 3 do", () =>
      run(Effect.gen(function*() {
        const { actor, applications, interviewers } = yield* world(1, 8, { max_per_day: 3 })
        const links = yield* linksOf(actor, applications, interviewers, { grid_minutes: 60 })
        const times = yield* timesOfLink(actor, links[0]!.id)
        const tomorrow = times.filter((time) =>
          time.slice(0, 10) === times.at(-1)!.slice(0, 10) ||
          time.slice(0, 10) === later(times[0]!, 86_400_000).slice(0, 10)
        ).slice(0, 8)
        const results = yield* Effect.forEach(
          links,
          ({ id }, at) => Effect.result(bookLink(actor, id, tomorrow[at]!)),
          { concurrency: "unbounded" }
        )
        expect(results.map(tagOf).filter((tag) => tag === "booked")).toHaveLength(3)
      })))

    test("a template that is gone at the booking is left out", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [application], interviewers: member_ids } = yield* world(1, 1)
        const { id: scorecard_template_id } = yield* newTemplate(actor)
        const { id } = yield* linkOf(actor, application!, member_ids, {
          meetings: [{
            title: "Talk",
            member_ids,
            scorecard_template_id: ScorecardTemplateId.make(scorecard_template_id)
          }]
        })
        yield* Effect.flatMap(
          SqlClient.SqlClient,
          (sql) => sql`DELETE FROM scorecard_templates WHERE id = ${scorecard_template_id}`
        )
        const { interviews } = yield* bookLink(actor, id, (yield* timesOfLink(actor, id))[0]!)
        expect(interviews).toMatchObject([{ scorecard_template_id: null, focus_attribute_ids: [] }])
      })))

    test("candidates who book neighbouring hours at once keep the buffers", () =>
      run(Effect.gen(function*() {
        const { actor, applications, interviewers } = yield* world(1, 6)
        const links = yield* linksOf(actor, applications, interviewers, {
          grid_minutes: 30,
          buffer_before_minutes: 15,
          buffer_after_minutes: 15
        })
        const times = yield* timesOfLink(actor, links[0]!.id)
        yield* Effect.forEach(links, ({ id }, at) => Effect.result(bookLink(actor, id, times[10 + at]!)), {
          concurrency: "unbounded"
        })
        expect(yield* closerThan(15)).toEqual([])
      })))

    test("events in a row are held by different members, the least loaded first, which the link explains", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [first, second], interviewers: [one, other] } = yield* world(2, 2)
        const members = [one!, other!]
        const meeting = { title: "Talk", minutes: 30, required: 1, member_ids: members }
        const busy = yield* linkOf(actor, first!, [one!])
        yield* bookLink(actor, busy.id, (yield* timesOfLink(actor, busy.id))[0]!)
        const row = yield* linkOf(actor, second!, members, { meetings: [meeting, meeting], pause_minutes: 10 })
        const start = (yield* timesOfLink(actor, row.id))[20]!
        const { interviews, link } = yield* bookLink(actor, row.id, start)
        expect(
          interviews.map(({ interviewers, starts_at }) => [interviewers.map(({ member_id }) => member_id), starts_at])
        )
          .toEqual([[[other!], start], [[one!], later(start, 2_400_000)]])
        expect(link.choices[0]).toEqual([{ member_id: other!, held: 0, is_chosen: true }, {
          member_id: one!,
          held: 1,
          is_chosen: false
        }])
      })))

    test("a move ignores the interview's own time, frees the old one, and counts until only canceling is possible", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [first, second], interviewers } = yield* world(1, 2)
        const mine = yield* linkOf(actor, first!, interviewers, { max_changes: 2 })
        const theirs = yield* linkOf(actor, second!, interviewers)
        const times = yield* timesOfLink(actor, mine.id)
        yield* bookLink(actor, mine.id, times[10]!)
        expect((yield* timesOfLink(actor, theirs.id)).includes(times[10]!)).toBe(false)
        const { interviews: [before] } = yield* bookLink(actor, mine.id, times[11]!)
        const { interviews: [after] } = yield* bookLink(actor, mine.id, times[40]!)
        expect(after).toMatchObject({ id: before!.id, starts_at: times[40]! })
        expect((yield* timesOfLink(actor, theirs.id)).includes(times[10]!)).toBe(true)
        expect(yield* Effect.flip(bookLink(actor, mine.id, times[50]!))).toMatchObject({
          _tag: "NotBookable",
          reason: "too_often"
        })
        // The same time again, as from a second click, changes nothing.
        expect((yield* bookLink(actor, mine.id, times[40]!)).interviews).toEqual([])
        expect((yield* cancelLink(actor, mine.id)).link.status).toBe("open")
        expect(yield* Effect.flip(bookLink(actor, mine.id, times[50]!))).toMatchObject({ reason: "too_often" })
      })))

    test("what was canceled can be booked again, and its hour is free for others", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [first, second], interviewers } = yield* world(1, 2)
        const [mine, theirs] = [yield* linkOf(actor, first!, interviewers), yield* linkOf(actor, second!, interviewers)]
        const start = (yield* timesOfLink(actor, mine.id))[10]!
        yield* bookLink(actor, mine.id, start)
        const { interviews, link } = yield* cancelLink(actor, mine.id)
        expect([link.status, interviews[0]!.status, interviews[0]!.cancel_reason]).toEqual([
          "open",
          "cancelled",
          "Ill."
        ])
        yield* bookLink(actor, theirs.id, start)
        expect(yield* Effect.flip(bookLink(actor, mine.id, start))).toMatchObject({ _tag: "TimeGone" })
      })))

    test("a member who books an interview by hand, or declines, changes what candidates can book at once", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [first, second], interviewers: [member] } = yield* world(1, 2)
        const link = yield* linkOf(actor, first!, [member!])
        const start = (yield* timesOfLink(actor, link.id))[10]!
        const interviews = yield* Interviews
        const { id } = yield* bookByHand(actor, second!, member!, start)
        expect(yield* Effect.flip(bookLink(actor, link.id, start))).toMatchObject({ _tag: "TimeGone" })
        yield* interviews.modify(
          actor,
          id,
          () => ({}),
          (interview, availability, context) =>
            Scheduling.respond(interview, member!, { response: "declined" }, availability, context)
        )
        expect((yield* bookLink(actor, link.id, start)).link.status).toBe("booked")
      })))

    /** What the organization does with an interview that a candidate has booked. */
    const byHand = (
      actor: Actor,
      id: InterviewId,
      decide: (interview: InterviewState, context: DecisionContext) => Decision<InterviewState, unknown>
    ) =>
      Effect.flatMap(
        Interviews,
        (interviews) => interviews.modify(actor, id, () => ({}), (interview, _, context) => decide(interview, context))
      )

    test.each<
      readonly [
        string,
        string,
        (interview: InterviewState, context: DecisionContext) => Decision<InterviewState, unknown>,
        string
      ]
    >([
      ["took place", "over", Scheduling.complete, "booked"],
      ["was missed", "over", Scheduling.miss, "booked"],
      ["was canceled", "revoked", (interview, context) => Scheduling.cancel(interview, {}, context), "revoked"]
    ])(
      "an interview that %s is neither moved nor canceled by its link: %s",
      (_, reason, decide, status) =>
        run(Effect.gen(function*() {
          const { actor, applications: [first], interviewers } = yield* world(1, 1)
          const links = yield* SchedulingLinks
          const link = yield* linkOf(actor, first!, interviewers)
          const times = yield* timesOfLink(actor, link.id)
          const { interviews: [interview] } = yield* bookLink(actor, link.id, times[10]!)
          const before = yield* byHand(actor, interview!.id, decide)
          for (
            const change of [
              bookLink(actor, link.id, times[20]!),
              bookLink(actor, link.id, times[10]!),
              cancelLink(actor, link.id)
            ]
          ) {
            expect(yield* Effect.flip(change)).toMatchObject({ _tag: "NotBookable", reason })
          }
          expect((yield* links.facts(actor.organization_id, link.id)).interviews).toMatchObject([{
            status: before.status,
            version: before.version
          }])
          expect((yield* links.get(actor.organization_id, link.id)).status).toBe(status as never)
        }))
    )

    test("what the organization cancels and reopens is booked as before; what the candidate cancels and the organization reopens is the organization's", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [first], interviewers } = yield* world(1, 1)
        const links = yield* SchedulingLinks
        const link = yield* linkOf(actor, first!, interviewers)
        const times = yield* timesOfLink(actor, link.id)
        const { interviews: [interview] } = yield* bookLink(actor, link.id, times[10]!)
        const reopen = (interview: InterviewState, context: DecisionContext) =>
          Scheduling.reopen(interview, {
            members: [],
            candidate_taken: [],
            taken: [],
            holidays: [],
            calendars: [],
            calendar_failure: "warn",
            attributes: null
          }, context)
        yield* byHand(actor, interview!.id, (interview, context) => Scheduling.cancel(interview, {}, context))
        yield* byHand(actor, interview!.id, reopen)
        expect((yield* links.get(actor.organization_id, link.id)).status).toBe("booked")
        expect((yield* bookLink(actor, link.id, times[20]!)).interviews).toMatchObject([{ starts_at: times[20]! }])
        yield* cancelLink(actor, link.id)
        yield* byHand(actor, interview!.id, reopen)
        for (const change of [bookLink(actor, link.id, times[30]!), cancelLink(actor, link.id)]) {
          expect(yield* Effect.flip(change)).toMatchObject({ _tag: "NotBookable", reason: "arranged" })
        }
      })))

    test("an application that is withdrawn while its candidate books gets no interview", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [first], interviewers } = yield* world(1, 1)
        const link = yield* linkOf(actor, first!, interviewers)
        const start = (yield* timesOfLink(actor, link.id))[10]!
        const withdrawn = Effect.flatMap(Applications, (applications) => applications.change(actor, first!, withdraw))
        expect(yield* Effect.flip(meanwhile(withdrawn, bookLink(actor, link.id, start)))).toMatchObject({
          _tag: "NotBookable",
          reason: "closed"
        })
      })))

    test("20 proposals of a candidate are taken, and no more", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [first], interviewers } = yield* world(1, 1)
        const link = yield* linkOf(actor, first!, interviewers)
        const propose = (n: number) =>
          Effect.flatMap(SchedulingLinks, (links) =>
            links.change(actor, link.id, (facts, context) =>
              SelfScheduling.propose(facts, `After ${n} pm.`, context)))
        for (let n = 1; n <= 20; n++)
          expect((yield* propose(n)).link.proposal).toBe(`After ${n} pm.`)
        expect((yield* propose(20)).link.proposal).toBe("After 20 pm.")
        expect(yield* Effect.flip(propose(21))).toMatchObject({ reason: "proposed_too_often" })
      })))

    /** A booked link with a proposal, and effects that propose other times, and give the interview another time. */
    const proposed = Effect.gen(function*() {
      const { actor, applications: [first], interviewers } = yield* world(1, 1)
      const links = yield* SchedulingLinks
      const { id } = yield* linkOf(actor, first!, interviewers)
      const times = yield* timesOfLink(actor, id)
      const { interviews: [interview] } = yield* bookLink(actor, id, times[10]!)
      const propose = (words: string) =>
        links.change(actor, id, (facts, context) => SelfScheduling.propose(facts, words, context))
      const time = Result.getOrThrow(
        timeOf({ starts_at: times[20]!, time_zone: ZoneName.make("UTC") }, 60, packZones.zone)
      )
      const move = Effect.flatMap(Interviews, (interviews) =>
        interviews.modify(
          actor,
          interview!.id,
          () => ({ time }),
          (interview, availability, context) => Scheduling.reschedule(interview, {}, time, availability, context)
        ))
      yield* propose("After 6 pm.")
      return {
        close: links.change(actor, id, SelfScheduling.close),
        link: Effect.map(links.facts(actor.organization_id, id), ({ link }) => link),
        move,
        propose
      }
    })

    test("a proposal that another time of the interview answers stays answered, also by who closes the link meanwhile", () =>
      run(Effect.gen(function*() {
        const { close, link, move } = yield* proposed
        const before = yield* link
        yield* meanwhile(move, close)
        expect(yield* link).toMatchObject({
          status: "closed",
          answered_at: expect.any(String),
          version: before.version + 2
        })
      })))

    test("a proposal that arrives while the interview gets another time stays unanswered", () =>
      run(Effect.gen(function*() {
        const { link, move, propose } = yield* proposed
        yield* meanwhile(propose("After 8 pm."), move)
        expect(yield* link).toMatchObject({ proposal: "After 8 pm.", answered_at: null })
      })))

    test("a closed link books nothing, and its interviews stay", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [first], interviewers } = yield* world(1, 1)
        const link = yield* linkOf(actor, first!, interviewers)
        const times = yield* timesOfLink(actor, link.id)
        yield* bookLink(actor, link.id, times[10]!)
        const closed = yield* (yield* SchedulingLinks).change(actor, link.id, SelfScheduling.close)
        expect(closed.link.status).toBe("closed")
        expect(yield* Effect.flip(bookLink(actor, link.id, times[20]!))).toMatchObject({
          _tag: "NotBookable",
          reason: "closed"
        })
        expect((yield* (yield* SchedulingLinks).facts(actor.organization_id, link.id)).interviews[0]!.status).toBe(
          "scheduled"
        )
      })))
  })
}
