/** Calls every method of the ports for scheduling links and schedules, with ids of an application. */
import type { Actor } from "@candor/domain/access/Actor"
import type { ApplicationId, PlannedInterviewId, SchedulingLinkId, UserId } from "@candor/domain/Id"
import { defaultSchedule, type Schedule, Schedules } from "@candor/domain/scheduling/Schedule"
import type { LinkDraft } from "@candor/domain/scheduling/SchedulingLink"
import { SchedulingLinks } from "@candor/domain/scheduling/SchedulingLinks"
import { create } from "@candor/domain/scheduling/LinkCreation"
import * as SelfScheduling from "@candor/domain/scheduling/SelfScheduling"
import { timestampOfMinute } from "@candor/domain/time/MinuteSets"
import { ZoneName } from "@candor/domain/time/ZoneName"
import { packZones } from "@candor/domain/time/Zones"
import { now, Timestamp } from "@candor/domain/Timestamp"
import { Effect } from "effect"

/** Makes a link for one meeting of an hour with all of these members, at any time of day. */
export const linkOf = (
  actor: Actor,
  application: ApplicationId,
  member_ids: ReadonlyArray<UserId>,
  more: Partial<LinkDraft> = {},
  planned: ReadonlyArray<PlannedInterviewId> = []
) =>
  Effect.flatMap(
    SchedulingLinks,
    (links) =>
      links.create(actor, application, {
        members: member_ids,
        planned,
        templates: more.meetings?.flatMap(({ scorecard_template_id }) => scorecard_template_id ?? []) ?? []
      }, (linked, context) =>
        create(
          application,
          {
            meetings: [{ title: "Talk", member_ids }],
            time_zone: ZoneName.make("UTC"),
            change_deadline_minutes: 0,
            lead_minutes: 0,
            ...more
          },
          linked,
          context
        ))
  )

/** Makes a member bookable at all hours, within limits. */
export const alwaysFree = ({ organization_id }: Actor, member: UserId, limits: Partial<Schedule> = {}) =>
  Effect.flatMap(Schedules, (schedules) =>
    schedules.put(organization_id, member, {
      ...defaultSchedule(ZoneName.make("UTC")),
      hours: (["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] as const).map((day) => ({
        day,
        from: "00:00",
        to: "24:00"
      })),
      ...limits
    }))

const by = ({ organization_id }: Actor) => ({ organization_id, worker: "applicant", request_id: "test" })

export const bookLink = (actor: Actor, id: SchedulingLinkId, start: Timestamp) =>
  Effect.flatMap(
    SchedulingLinks,
    (links) => links.change(by(actor), id, (facts, context) => SelfScheduling.book(facts, start, packZones, context))
  )
export const cancelLink = (actor: Actor, id: SchedulingLinkId) =>
  Effect.flatMap(
    SchedulingLinks,
    (links) => links.change(by(actor), id, (facts, context) => SelfScheduling.cancel(facts, "Ill.", context))
  )

/** Returns the free times of a link. */
export const timesOfLink = ({ organization_id }: Actor, id: SchedulingLinkId) =>
  Effect.gen(function*() {
    const facts = yield* (yield* SchedulingLinks).facts(organization_id, id)
    return (yield* SelfScheduling.timesOf(facts, yield* now, packZones).starts).map(timestampOfMinute)
  })

export const schedulingLinkCalls = Effect.fn("schedulingLinkCalls")(
  function*(actor: Actor, application_id: ApplicationId) {
    const links = yield* SchedulingLinks
    const { organization_id, user_id } = actor
    const create = linkOf(actor, application_id, [user_id], { max_changes: 20 })
    const { id } = yield* create
    yield* alwaysFree(actor, user_id)
    const page = { limit: 10, offset: 0 }
    const after = { ...page, after: { created_at: Timestamp.make("2040-01-01T00:00:00.000Z"), id } }
    return {
      list: Effect.andThen(
        links.list(organization_id, {}, page),
        Effect.forEach([page, after], (page) => links.list(organization_id, { application_id }, page))
      ),
      get: links.get(organization_id, id),
      facts: links.facts(organization_id, id),
      free: links.free(organization_id, application_id, [actor.user_id]),
      create: Effect.provideService(create, SchedulingLinks, links),
      // One change that books, one that moves, and one that changes no interview.
      change: Effect.gen(function*() {
        for (const at of [10, 20]) yield* bookLink(actor, id, (yield* timesOfLink(actor, id))[at]!)
        yield* cancelLink(actor, id)
        yield* links.change(
          by(actor),
          id,
          (facts, context) => SelfScheduling.propose(facts, crypto.randomUUID(), context)
        )
      }).pipe(Effect.provideService(SchedulingLinks, links))
    }
  }
)

export const scheduleCalls = Effect.fn("scheduleCalls")(function*({ organization_id, user_id }: Actor) {
  const schedules = yield* Schedules
  return {
    get: schedules.get(organization_id, user_id),
    put: schedules.put(organization_id, user_id, defaultSchedule(ZoneName.make("UTC")))
  }
})
