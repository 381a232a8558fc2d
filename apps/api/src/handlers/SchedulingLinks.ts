import { References } from "@candor/background/submission/References"
import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { careersPaths } from "@candor/contract/Careers"
import { toError } from "@candor/contract/Failures"
import { toPageRequest } from "@candor/contract/PageQuery"
import { maxTimes } from "@candor/contract/SchedulingLinks"
import type { OrganizationId, SchedulingLinkId } from "@candor/domain/Id"
import { defaultMinutes } from "@candor/domain/interview/InterviewTime"
import { calendarAges } from "@candor/domain/interview/KnownCalendar"
import { SchedulingLinks } from "@candor/domain/scheduling/SchedulingLinks"
import { create } from "@candor/domain/scheduling/LinkCreation"
import { answer, close, freeTimesOf, timesOf } from "@candor/domain/scheduling/SelfScheduling"
import { localTimeAt } from "@candor/domain/time/LocalTime"
import { timestampOfMinute } from "@candor/domain/time/MinuteSets"
import { CurrentZones } from "@candor/domain/time/Zones"
import { now } from "@candor/domain/Timestamp"
import { MailTransport } from "@candor/mail/MailTransport"
import { Effect } from "effect"
import type { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { trustedProxies } from "../auth/ClientAddress.ts"
import { ownOrigin } from "../auth/ConsoleRequest.ts"
import { withNextLink } from "../response/NextLink.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "SchedulingLinks",
  Effect.fnUntraced(function*(handlers) {
    const links = yield* SchedulingLinks
    const references = yield* References
    const zones = yield* CurrentZones
    const proxies = yield* trustedProxies
    const { publicUrl } = yield* MailTransport

    const urlOf = (
      { headers }: HttpServerRequest.HttpServerRequest,
      organization: OrganizationId,
      id: SchedulingLinkId
    ) =>
      Effect.map(
        references.formatLink({ organization_id: organization, id }),
        (reference) =>
          new URL(careersPaths.schedule.replace(":reference", reference), publicUrl ?? ownOrigin(headers, proxies)).href
      )

    /** The free times of a link that the caller may see. */
    const times = Effect.fnUntraced(function*(id: SchedulingLinkId) {
      const { actor } = yield* Caller
      yield* links.get(actor.organization_id, id)
      const [facts, at] = [yield* links.facts(actor.organization_id, id), yield* now]
      return { ...timesOf(facts, at, zones), calendars: calendarAges(facts, at) }
    })

    const change = Effect.fnUntraced(function*(id: SchedulingLinkId, decide: typeof close) {
      const { actor } = yield* Caller
      yield* links.get(actor.organization_id, id)
      yield* links.change(actor, id, decide)
      return { scheduling_link: yield* links.get(actor.organization_id, id) }
    }, Effect.mapError(toError))

    return handlers.handleAll({
      list: Effect.fnUntraced(function*({ query: { application_id, ...query }, request }) {
        const { actor } = yield* Caller
        const page = yield* links.list(actor.organization_id, { application_id }, toPageRequest(query))
        const next_cursor = yield* withNextLink(request, page)
        return { scheduling_links: page.items, pagination: page.pagination, next_cursor }
      }),
      get: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { scheduling_link: yield* links.get(actor.organization_id, params.linkId) }
      }, Effect.mapError(toError)),
      create: Effect.fnUntraced(function*({ params, payload, request }) {
        const { actor } = yield* Caller
        const members = [...new Set(payload.meetings.flatMap(({ member_ids }) => member_ids))]
        const planned = payload.meetings.flatMap(({ planned_interview_id }) => planned_interview_id ?? [])
        const templates = payload.meetings.flatMap(({ scorecard_template_id }) => scorecard_template_id ?? [])
        const { id } = yield* links.create(
          actor,
          params.id,
          { members, planned, templates },
          (linked, context) => create(params.id, payload, linked, context)
        )
        return {
          scheduling_link: yield* links.get(actor.organization_id, id),
          url: yield* urlOf(request, actor.organization_id, id)
        }
      }, Effect.mapError(toError)),
      address: Effect.fnUntraced(function*({ params, request }) {
        const { actor } = yield* Caller
        const { id } = yield* links.get(actor.organization_id, params.linkId)
        return { url: yield* urlOf(request, actor.organization_id, id) }
      }, Effect.mapError(toError)),
      times: Effect.fnUntraced(function*({ params }) {
        const { calendars, starts: found } = yield* times(params.linkId)
        const starts = yield* found
        return { times: starts.slice(0, maxTimes).map(timestampOfMinute), total: starts.length, calendars }
      }, Effect.mapError(toError)),
      freeTimes: Effect.fnUntraced(function*({ params, query: { member_ids, minutes = defaultMinutes, time_zone } }) {
        const { actor: { organization_id } } = yield* Caller
        const [known, at] = [yield* links.free(organization_id, params.id, member_ids), yield* now]
        const starts = yield* freeTimesOf(known, { minutes, time_zone }, at, zones)
        const zone = zones.zone(time_zone)
        const begun = starts.slice(0, maxTimes).map(timestampOfMinute)
        return {
          times: begun.map((starts_at) => ({ starts_at, local_start: localTimeAt(zone, starts_at) })),
          calendars: calendarAges(known, at)
        }
      }, Effect.mapError(toError)),
      obstacles: Effect.fnUntraced(function*({ params }) {
        const { isComplete, obstacles } = yield* (yield* times(params.linkId)).obstacles
        return {
          obstacles: obstacles.map((obstacle) => ({ ...obstacle, member_id: obstacle.member_id as never })),
          is_complete: isComplete
        }
      }, Effect.mapError(toError)),
      answer: ({ params }) => change(params.linkId, answer),
      close: ({ params }) => change(params.linkId, close)
    })
  })
)
