/** Planned interviews: plans of stages, what an application has of them, and who takes the place of an interviewer. */
import type { Actor } from "@candor/domain/access/Actor"
import { HolidayCalendars, HolidayReadings } from "@candor/domain/calendar/HolidayCalendars"
import type { ApplicationId, InterviewId, UserId } from "@candor/domain/Id"
import type { InterviewDraft, InterviewState } from "@candor/domain/interview/Interview"
import { Interviews } from "@candor/domain/interview/Interviews"
import { timeIn, timeOf } from "@candor/domain/interview/InterviewTime"
import * as Planned from "@candor/domain/interview/PlannedInterview"
import { PlannedInterviews, planOf } from "@candor/domain/interview/PlannedInterviews"
import * as Scheduling from "@candor/domain/interview/Scheduling"
import { Overviews } from "@candor/domain/overview/Overviews"
import { replace, replacementsOf, respondOrPass } from "@candor/domain/scheduling/Replacement"
import { Replacements } from "@candor/domain/scheduling/Replacements"
import { Scorecards } from "@candor/domain/scorecard/Scorecards"
import { ScorecardTemplates } from "@candor/domain/template/ScorecardTemplates"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { packZones } from "@candor/domain/time/Zones"
import { fromMillis, later } from "@candor/domain/Timestamp"
import { describe, expect, test } from "bun:test"
import { Effect, Result } from "effect"
import { SqlClient } from "effect/sql"
import * as Access from "./Access.ts"
import { busyAt, calendarOf } from "./BusyCalendarCalls.ts"
import { databases, runOn } from "./Databases.ts"
import { forFile } from "./FileDatabase.ts"
import { jobWith } from "./LargeJob.ts"
import { planned } from "./JobCalls.ts"
import { newTemplate } from "./ScorecardCalls.ts"
import { alwaysFree, bookLink, linkOf, timesOfLink } from "./SchedulingLinkCalls.ts"
import * as World from "./World.ts"

const hour = (hours: number) =>
  Result.getOrThrow(
    timeOf(
      { starts_at: fromMillis(Date.UTC(2040, 0, 2, 9) + hours * 3_600_000), time_zone: ZoneName.make("UTC") },
      60,
      packZones.zone
    )
  )!

/** An organization with members who are free at all hours, within limits, and a job with applications. */
const world = Effect.fn("world")(
  function*(members: number, applications: number, limits: { readonly max_per_day?: number } = {}) {
    const { actor } = yield* World.organization({ name: "Acme" })
    const pool = yield* Effect.forEach(
      Array.from({ length: members }, (_, n) => n),
      (n) => Effect.map(Access.member(actor.organization_id, { email: `interviewer-${n}@example.com` }), ({ id }) => id)
    )
    yield* Effect.forEach(pool, (id) => alwaysFree(actor, id, limits))
    const made = yield* jobWith(actor, "Engineer", applications)
    return {
      actor,
      pool,
      job: made.job,
      stage: made.job.stages[0]!,
      applications: made.applications.map(({ id }) => id)
    }
  }
)

const book = (
  actor: Actor,
  application: ApplicationId,
  members: ReadonlyArray<UserId>,
  at: number,
  planned_interview_id: Planned.PlannedInterview["id"] | null = null,
  more: Partial<InterviewDraft> = {}
) =>
  Effect.flatMap(
    Interviews,
    (interviews) =>
      interviews.create(actor, application, {
        members,
        time: hour(at),
        planned: planned_interview_id === null ? [] : [planned_interview_id],
        template_id: more.scorecard_template_id
      }, (known, availability, context) =>
        Scheduling.create(
          application,
          { title: "Talk", interviewers: members.map((member_id) => ({ member_id })), planned_interview_id, ...more },
          hour(at),
          known,
          availability,
          context
        ))
  )

const decline = (actor: Actor, id: InterviewId, who: UserId) =>
  Effect.flatMap(
    Interviews,
    (interviews) =>
      interviews.modify(actor, id, (interview) => ({ time: timeIn(interview) }), (interview, availability, context) =>
        Scheduling.respond(interview, who, { response: "declined" }, availability, context))
  )

const replaceBy = (actor: Actor, id: InterviewId, member_id: UserId, by: UserId) =>
  Effect.flatMap(
    Replacements,
    (replacements) =>
      replacements.replace(actor, id, (pooled, availability, context) =>
        replace(pooled, { member_id, by }, availability, packZones, context))
  )

/** Declines an interview, whose place goes to the next one. */
const passOn = (actor: Actor, id: InterviewId, who: UserId) =>
  Effect.flatMap(
    Replacements,
    (replacements) =>
      replacements.replace(actor, id, (pooled, availability, context) =>
        respondOrPass(pooled, who, { response: "declined" }, availability, packZones, context))
  )

const holders = ({ interviewers }: InterviewState) =>
  interviewers.map(({ member_id, response }) => [member_id, response])

const offered = ({ organization_id }: Actor, id: InterviewId) =>
  Effect.map(
    Effect.flatMap(Replacements, (replacements) => replacements.pool(organization_id, id)),
    (pooled) => replacementsOf(pooled, hour(-1).starts_at, packZones)
  )

const planFor = ({ organization_id }: Actor, id: ApplicationId) =>
  Effect.map(Effect.flatMap(PlannedInterviews, (plans) => plans.ofApplication(organization_id, id)), planOf)

for (const database of databases) {
  const run = runOn(forFile(database))

  describe(`Planned interviews on ${database.name}`, () => {
    test("16 planned for a stage at once: ten are, each at a position of its own, with an event of each version", () =>
      run(Effect.gen(function*() {
        const { actor, job, stage } = yield* world(0, 0)
        const results = yield* Effect.forEach(
          Array.from({ length: 16 }),
          () => Effect.result(planned(actor, job.id, stage.id, [actor.user_id], { position: 0 })),
          { concurrency: "unbounded" }
        )
        expect(
          results.map((result) => Result.match(result, { onSuccess: () => "planned", onFailure: ({ _tag }) => _tag }))
            .toSorted()
        )
          .toEqual([...Array.from({ length: 6 }, () => "LimitReached"), ...Array.from({ length: 10 }, () => "planned")])
        const plans = yield* PlannedInterviews
        const rows = yield* plans.ofJob(actor.organization_id, job.id)
        expect(rows.map(({ position }) => position)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
        const sql = yield* SqlClient.SqlClient
        const [told] = yield* sql<{ readonly events: number; readonly versions: number }>`
          SELECT count(*)::integer AS events, (SELECT sum(p.version)::integer FROM planned_interviews p WHERE p.organization_id = ${actor.organization_id}) AS versions
          FROM events e WHERE e.organization_id = ${actor.organization_id} AND e.type LIKE 'planned_interview.%'`
        expect(told!.events).toBe(told!.versions)
      })))

    test("the plan of an application is of its stage: open, offered by a link, made by its candidate, and open again once that is cancelled", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [application, other], job, pool, stage } = yield* world(3, 2)
        const [{ one }, { one: second }] = [
          yield* planned(actor, job.id, stage.id, pool, { needed: 1 }),
          yield* planned(actor, job.id, stage.id, pool.slice(0, 1))
        ]
        yield* planned(actor, job.id, job.stages[1]!.id)
        const statuses = Effect.map(
          planFor(actor, application!),
          (plan) => plan.map(({ planned_interview: { id }, status }) => [id, status])
        )
        expect(yield* statuses).toEqual([[one.id, "open"], [second.id, "open"]])
        const { id } = yield* linkOf(actor, application!, pool, {
          meetings: [{ title: "Talk", member_ids: pool, required: 1, planned_interview_id: one.id }]
        }, [one.id])
        expect(yield* statuses).toEqual([[one.id, "offered"], [second.id, "open"]])
        const { interviews: [interview] } = yield* bookLink(actor, id, (yield* timesOfLink(actor, id))[0]!)
        expect(yield* statuses).toEqual([[one.id, "made"], [second.id, "open"]])
        expect((yield* planFor(actor, other!)).map(({ status }) => status)).toEqual(["open", "open"])
        yield* Effect.flatMap(
          Interviews,
          (interviews) =>
            interviews.modify(
              actor,
              interview!.id,
              () => ({}),
              (interview, _, context) => Scheduling.cancel(interview, {}, context)
            )
        )
        expect((yield* statuses)[0]).toEqual([one.id, "open"])
      })))

    test("the scorecard of a plan is owed by whoever holds its interviews, made by hand or booked by a link, and its template is not deleted", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [one, other], job, pool, stage } = yield* world(1, 2)
        const templates = yield* ScorecardTemplates
        const { id: scorecard_template_id, sections: [skills] } = yield* newTemplate(actor)
        const asked = { scorecard_template_id, focus_attribute_ids: [skills!.attributes[1]!.id] }
        const { one: { id } } = yield* planned(actor, job.id, stage.id, pool, asked)
        expect(yield* book(actor, one!, pool, 0, id)).toMatchObject(asked)
        expect(yield* book(actor, one!, pool, 2, id, { scorecard_template_id: null })).toMatchObject({
          scorecard_template_id: null,
          focus_attribute_ids: []
        })
        const meetings = [{ title: "Talk", member_ids: pool, planned_interview_id: id }]
        const link = yield* linkOf(actor, other!, pool, { meetings }, [id])
        const uses = Effect.map(
          templates.uses(actor.organization_id),
          (all) => all.filter((use) => use.scorecard_template_id === scorecard_template_id)
        )
        expect(yield* uses).toEqual([
          { scorecard_template_id, interviews: 1, planned_interviews: 1, scheduling_links: 1 }
        ])
        expect(yield* Effect.flip(templates.remove(actor, scorecard_template_id))).toMatchObject({
          uses: ["interviews", "planned_interviews", "scheduling_links"]
        })
        yield* bookLink(actor, link.id, (yield* timesOfLink(actor, link.id))[0]!)
        const debrief = Effect.flatMap(
          Scorecards,
          (scorecards) => scorecards.debrief(actor.organization_id, other!, actor.user_id)
        )
        expect((yield* debrief).due.map(({ member }) => member.id)).toEqual([pool[0]!])
        expect(yield* uses).toMatchObject([{ interviews: 2, scheduling_links: 0 }])
      })))

    test("suggests as many as are needed of those with the fewest interviews, of those who are active", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [application], job, pool: [ann, bo, cem, gone], stage } = yield* world(4, 1)
        yield* planned(actor, job.id, stage.id, [ann!, bo!, cem!, gone!], { needed: 2 })
        for (const at of [0, 2]) yield* book(actor, application!, [ann!], at)
        yield* book(actor, application!, [bo!], 4)
        const sql = yield* SqlClient.SqlClient
        yield* sql`UPDATE users SET status = 'deactivated' WHERE organization_id = ${actor.organization_id} AND id = ${gone!}`
        const [{ holders } = { holders: [] }] = yield* planFor(actor, application!)
        expect(holders).toEqual([
          { member_id: cem!, held: 0, is_suggested: true },
          { member_id: bo!, held: 1, is_suggested: true },
          { member_id: ann!, held: 2, is_suggested: false }
        ])
      })))

    test("an interview is of a planned one of its own job alone", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [application], pool } = yield* world(1, 1)
        const elsewhere = yield* jobWith(actor, "Architect", 0)
        const { one } = yield* planned(actor, elsewhere.job.id, elsewhere.job.stages[0]!.id)
        expect(yield* Effect.flip(book(actor, application!, pool, 0, one.id))).toMatchObject({
          _tag: "PlannedInterviewNotFound"
        })
        expect(
          yield* Effect.flip(
            linkOf(actor, application!, pool, {
              meetings: [{ title: "Talk", member_ids: pool, planned_interview_id: one.id }]
            }, [one.id])
          )
        )
          .toMatchObject({ _tag: "PlannedInterviewNotFound" })
      })))

    test("one who declined is replaced by the free member with the fewest interviews: the old one is free at the time, the new one is not, the others stay", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [application, other, third], job, pool, stage } = yield* world(5, 3)
        const [ann, bo, cem, dan, eve] = pool as [UserId, UserId, UserId, UserId, UserId]
        const { one } = yield* planned(actor, job.id, stage.id, pool, { needed: 2 })
        const { id } = yield* book(actor, application!, [ann, bo], 0, one.id)
        yield* book(actor, other!, [cem], 0)
        yield* book(actor, application!, [dan], 3)
        yield* decline(actor, id, ann)
        expect(
          (yield* offered(actor, id)).map(({ held_around, is_free, member_id }) => [member_id, held_around, is_free])
        ).toEqual([[eve, 0, true], [dan, 1, true], [cem, 1, false]])
        expect(yield* Effect.flip(replaceBy(actor, id, ann, cem))).toMatchObject({ _tag: "ReplacementRefused" })
        expect(yield* Effect.flip(replaceBy(actor, id, ann, actor.user_id))).toMatchObject({
          _tag: "ReplacementNotFound"
        })
        const { interviewers, sequence } = yield* replaceBy(actor, id, ann, eve)
        expect([interviewers.map(({ member_id }) => member_id), sequence]).toEqual([[eve, bo], 1])
        yield* book(actor, third!, [ann], 0)
        expect(yield* Effect.flip(book(actor, third!, [eve], 0))).toMatchObject({ _tag: "SlotTaken" })
      })))

    test("who accepted and is replaced, by one whose calendar is free, can be booked by a candidate at the same hour", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [one, other], job, pool: [ann, bo, cem], stage } = yield* world(3, 2)
        const { one: plan } = yield* planned(actor, job.id, stage.id, [ann!, bo!, cem!], { needed: 1 })
        const { id: first } = yield* linkOf(actor, one!, [ann!], {
          meetings: [{ title: "Talk", member_ids: [ann!], planned_interview_id: plan.id }]
        }, [plan.id])
        const start = (yield* timesOfLink(actor, first))[4]!
        const { interviews: [interview] } = yield* bookLink(actor, first, start)
        const { id: second } = yield* linkOf(actor, other!, [ann!])
        expect(yield* timesOfLink(actor, second)).not.toContain(start)
        yield* calendarOf({ ...actor, user_id: cem! })
        yield* busyAt(actor, [[start, later(start, 3_600_000)]])
        expect(yield* Effect.flip(replaceBy(actor, interview!.id, ann!, cem!))).toMatchObject({
          _tag: "ReplacementRefused"
        })
        yield* replaceBy(actor, interview!.id, ann!, bo!)
        expect(yield* timesOfLink(actor, second)).toContain(start)
      })))

    test("holidays are those that a member chose, and by default those of the organization, also of who saved working hours, for replacements and by hand", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [application], job, pool: [holder, ...pool], stage } = yield* world(4, 1)
        const { one } = yield* planned(actor, job.id, stage.id, [holder!, ...pool], { needed: 1 })
        const { id } = yield* book(actor, application!, [holder!], 0, one.id)
        const [calendars, readings] = [yield* HolidayCalendars, yield* HolidayReadings]
        const { id: chosen } = yield* calendars.create(actor, {
          name: "Bremen",
          url: "https://calendar.example.com/bremen.ics"
        })
        yield* calendars.create(actor, {
          name: "Hamburg",
          url: "https://calendar.example.com/hamburg.ics",
          is_default: true
        })
        const day = Date.UTC(2040, 0, 2) / 60_000
        const times = {
          busy: [day - 2880, day - 1440, day, day + 1440, day + 7200, day + 8640],
          own: [],
          skipped: 0,
          unknown_zones: []
        }
        for (const calendar of yield* readings.take(actor.organization_id))
          yield* readings.record(calendar, { times, etag: null, known_until: hour(0).starts_at })
        const choices = [null, [], [chosen]]
        yield* Effect.forEach(pool, (id, nth) => alwaysFree(actor, id, { holiday_calendar_ids: choices[nth]! }))
        const free = (yield* offered(actor, id)).filter(({ is_free }) => is_free).map(({ member_id }) => member_id)
        expect(free).toEqual([pool[1]!])
        const [{ starts_at }, interviews] = [hour(0), yield* Interviews]
        const known = yield* interviews.times(
          actor.organization_id,
          pool,
          { starts_at, ends_at: later(starts_at, 1) },
          null
        )
        expect(known.holidays.map(({ member_id }) => member_id).toSorted()).toEqual([pool[0]!, pool[2]!].toSorted())
        const refused = yield* Effect.flip(book(actor, application!, [pool[0]!], 0))
        expect(refused).toMatchObject({ _tag: "SlotTaken", taken: [{ member_id: pool[0]!, by: "holiday" }] })
      })))

    test("the limits that links keep hold for who takes a place, also when a candidate books them meanwhile", () =>
      run(Effect.gen(function*() {
        const { actor, applications, job, pool: [ann, bo], stage } = yield* world(2, 9, { max_per_day: 2 })
        const { one } = yield* planned(actor, job.id, stage.id, [ann!, bo!], { needed: 1 })
        yield* alwaysFree(actor, ann!)
        const interviews = yield* Effect.forEach(
          applications.slice(0, 8),
          (application, at) => book(actor, application, [ann!], at, one.id)
        )
        const results = yield* Effect.forEach(interviews, ({ id }) => Effect.result(replaceBy(actor, id, ann!, bo!)), {
          concurrency: "unbounded"
        })
        expect(results.filter(Result.isSuccess)).toHaveLength(2)
        expect(results.filter(Result.isFailure).map(({ failure }) => failure._tag)).toEqual(
          Array.from({ length: 6 }, () => "ReplacementRefused")
        )
      })))

    test("the place of one who declines goes to the free member with the fewest interviews, nobody is asked twice, and what nobody holds waits for a recruiter", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [application, other, third], job, pool, stage } = yield* world(5, 3)
        const [ann, bo, cem, dan, eve] = pool as [UserId, UserId, UserId, UserId, UserId]
        const { one } = yield* planned(actor, job.id, stage.id, [ann, bo, cem, dan], { needed: 1 })
        const { id } = yield* book(actor, application!, [ann], 0, one.id)
        yield* book(actor, other!, [cem], 0)
        yield* book(actor, application!, [dan], 3)
        const waiting = Effect.flatMap(Overviews, (overviews) => overviews.declined(actor.organization_id, null))
        expect(holders(yield* passOn(actor, id, ann))).toEqual([[bo, "needs_action"]])
        expect(yield* waiting).toEqual([])
        yield* book(actor, third!, [ann], 0)
        expect(holders(yield* passOn(actor, id, bo))).toEqual([[dan, "needs_action"]])
        expect(holders(yield* passOn(actor, id, dan))).toEqual([[dan, "declined"]])
        expect((yield* waiting).map(({ declined_by, interview }) => [interview.id, declined_by])).toEqual([[id, [dan]]])
        expect((yield* offered(actor, id)).map(({ is_free }) => is_free)).toEqual([false, false, false])
        yield* Effect.flatMap(
          Interviews,
          (interviews) =>
            interviews.modify(
              actor,
              id,
              () => ({ members: [eve], time: hour(0) }),
              (interview, availability, context) =>
                Scheduling.update(interview, { interviewers: [{ member_id: eve }] }, availability, context)
            )
        )
        expect(yield* waiting).toEqual([])
        const sql = yield* SqlClient.SqlClient
        const events = yield* sql<
          { readonly type: string }
        >`SELECT e.type FROM events e WHERE e.subject_id = ${id} AND e.type <> 'interview.updated' ORDER BY (e.data ->> 'version')::integer`
        const passed = ["interview.responded", "interview.interviewer_replaced"]
        expect(events.map(({ type }) => type)).toEqual([
          "interview.scheduled",
          ...passed,
          ...passed,
          "interview.responded"
        ])
      })))

    test("one who is the next for four interviews of an hour that are declined at once gets one of them", () =>
      run(Effect.gen(function*() {
        const { actor, applications, job, pool: [bo, ...others], stage } = yield* world(5, 4)
        const ids = yield* Effect.forEach(
          others,
          Effect.fnUntraced(function*(member, at) {
            const { one } = yield* planned(actor, job.id, stage.id, [member, bo!], { needed: 1 })
            return (yield* book(actor, applications[at]!, [member], 0, one.id)).id
          })
        )
        const after = yield* Effect.forEach(ids, (id, at) => passOn(actor, id, others[at]!), {
          concurrency: "unbounded"
        })
        expect(after.filter(({ interviewers }) => interviewers.some(({ member_id }) => member_id === bo))).toHaveLength(
          1
        )
      })))

    test.each([[true, true], [false, false]])(
      "of a link that replaces who declines (%p) the next of its own members is asked (%p), none who holds another interview of it",
      (replaces_declined, isAsked) =>
        run(Effect.gen(function*() {
          const { actor, applications: [application], job, pool: [ann, bo, cem, dan], stage } = yield* world(4, 1)
          const { one } = yield* planned(actor, job.id, stage.id, [ann!, dan!])
          const meetings = [
            { title: "Talk", member_ids: [ann!], planned_interview_id: one.id },
            { title: "Review", member_ids: [ann!, bo!, cem!], required: 1 }
          ]
          const { id } = yield* linkOf(actor, application!, [ann!, bo!, cem!, dan!], { meetings, replaces_declined }, [
            one.id
          ])
          const { interviews: [talk, review] } = yield* bookLink(actor, id, (yield* timesOfLink(actor, id))[4]!)
          const [first] = review!.interviewers.map(({ member_id }) => member_id)
          const other = first === bo ? cem! : bo!
          expect(holders(yield* passOn(actor, review!.id, first!))).toEqual([
            isAsked ? [other, "needs_action"] : [first!, "declined"]
          ])
          expect(holders(yield* passOn(actor, talk!.id, ann!))).toEqual([[ann!, "declined"]])
        }))
    )

    test("goes with its stage, and stays with the interview that was made of it", () =>
      run(Effect.gen(function*() {
        const { actor, applications: [application], job, pool, stage } = yield* world(1, 1)
        const plans = yield* PlannedInterviews
        const { one } = yield* planned(actor, job.id, stage.id, pool)
        const { id, planned_interview_id } = yield* book(actor, application!, pool, 0, one.id)
        yield* plans.change(actor, job.id, { stage: { of: one.id } }, (planning, context) =>
          Planned.remove(one.id, planning, context))
        expect(planned_interview_id).toBe(one.id)
        expect(yield* offered(actor, id)).toEqual([])
        yield* planned(actor, job.id, job.stages[2]!.id, pool)
        const sql = yield* SqlClient.SqlClient
        yield* sql`DELETE FROM stages WHERE organization_id = ${actor.organization_id} AND job_id = ${job.id} AND id = ${
          job.stages[2]!.id
        }`
        expect(yield* plans.ofJob(actor.organization_id, job.id)).toEqual([])
      })))
  })
}
