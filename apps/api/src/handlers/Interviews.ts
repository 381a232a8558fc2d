import { CalendarReading } from "@candor/background/calendar/CalendarReading"
import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { toPageRequestBy } from "@candor/contract/PageQuery"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import type { InterviewId, UserId } from "@candor/domain/Id"
import { type Availability, takenTimes } from "@candor/domain/interview/Availability"
import type { InterviewState } from "@candor/domain/interview/Interview"
import { Interviews, type Requested } from "@candor/domain/interview/Interviews"
import { defaultMinutes, type RequestedTime, timeIn, timeOf } from "@candor/domain/interview/InterviewTime"
import { calendarAges } from "@candor/domain/interview/KnownCalendar"
import { movedInterviews } from "@candor/domain/interview/MovedInterviews"
import * as Scheduling from "@candor/domain/interview/Scheduling"
import { respondOrPass } from "@candor/domain/scheduling/Replacement"
import { Replacements } from "@candor/domain/scheduling/Replacements"
import { CurrentZones } from "@candor/domain/time/Zones"
import { now } from "@candor/domain/Timestamp"
import { Effect, Option, Result } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { beforehand } from "../request/Beforehand.ts"
import { withNextLink } from "../response/NextLink.ts"

/** The interviewers of an interview, with its time. */
const ofIts = (interview: InterviewState): Requested => ({
  members: interview.interviewers.map(({ member_id }) => member_id),
  time: timeIn(interview)
})

export const layer = HttpApiBuilder.group(
  Api,
  "Interviews",
  Effect.fnUntraced(function*(handlers) {
    const interviews = yield* Interviews
    const replacements = yield* Replacements
    const zones = yield* CurrentZones
    const calendars = yield* CalendarReading

    /** Reads the calendars of members before they are booked. */
    const refresh = Effect.fnUntraced(function*(members: ReadonlyArray<UserId>) {
      const { actor: { organization_id } } = yield* Caller
      if (members.length > 0) yield* beforehand(calendars.refresh(organization_id, members))
    })

    const requestedTime = (request: RequestedTime, minutes: number) =>
      Effect.fromResult(timeOf(request, minutes, zones.zone))

    const shown = Effect.fnUntraced(function*(id: InterviewId) {
      const { actor } = yield* Caller
      return { interview: yield* interviews.get(actor.organization_id, id) }
    })

    const refreshOf = Effect.fnUntraced(function*(id: InterviewId) {
      const { interview: { interviewers } } = yield* shown(id)
      yield* refresh(interviewers.map(({ member_id }) => member_id))
    })

    const change = Effect.fnUntraced(function*<Failure>(
      id: InterviewId,
      decide: (
        interview: InterviewState,
        availability: Availability,
        context: DecisionContext
      ) => Decision<InterviewState, Failure>,
      requested: (interview: InterviewState) => Requested = ofIts
    ) {
      const { actor } = yield* Caller
      yield* interviews.modify(actor, id, requested, decide)
      return yield* shown(id)
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(
        function*({ query, request }) {
          const { actor: { organization_id } } = yield* Caller
          const page = query.from === undefined && query.to === undefined
            ? yield* interviews.list(organization_id, query, yield* toPageRequestBy("created_at", query))
            : yield* interviews.within(organization_id, query, yield* toPageRequestBy("starts_at", query))
          const next_cursor = yield* withNextLink(request, page)
          return { interviews: page.items, pagination: page.pagination, next_cursor }
        }
      ),
      moved: Effect.fnUntraced(function*({ query: { cursor }, request }) {
        const { actor: { organization_id } } = yield* Caller
        const page = yield* movedInterviews(interviews, organization_id, zones, yield* now, cursor)
        const next_cursor = yield* withNextLink(request, page)
        const shown = page.items.map(({ appointment: { interview }, instant, shown }) => ({
          interview,
          local_start_at: instant,
          shown_start: shown
        }))
        return { interviews: shown, has_more: page.pagination.has_more, next_cursor }
      }),
      busyTimes: Effect.fnUntraced(function*({ query: { from, interview_id, member_ids, to } }) {
        const { actor: { organization_id } } = yield* Caller
        const moved = interview_id === undefined
          ? []
          : Option.toArray(yield* Effect.option(interviews.get(organization_id, interview_id)))
        const span = { starts_at: from, ends_at: to }
        const known = yield* interviews.times(organization_id, member_ids, span, interview_id ?? null)
        const at = yield* now
        return { busy_times: takenTimes(known, span, moved, at), calendars: calendarAges(known, at) }
      }),
      get: Effect.fnUntraced(function*({ params }) {
        return yield* shown(params.interviewId)
      }, Effect.mapError(toError)),
      create: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        const time = yield* requestedTime(payload, payload.minutes ?? defaultMinutes)
        const members = payload.interviewers?.map(({ member_id }) => member_id) ?? []
        yield* refresh(time === null ? [] : members)
        const planned = payload.planned_interview_id == null ? [] : [payload.planned_interview_id]
        const requested = { members, time, planned, template_id: payload.scorecard_template_id }
        const { id } = yield* interviews.create(
          actor,
          params.id,
          requested,
          (application, availability, context) =>
            Scheduling.create(params.id, payload, time, application, availability, context)
        )
        return yield* shown(id)
      }, Effect.mapError(toError)),
      update: Effect.fnUntraced(function*({ params, payload }) {
        yield* refresh(
          payload.interviewers?.map(({ member_id }) => member_id) ?? []
        )
        return yield* change(
          params.interviewId,
          (interview, availability, context) => Scheduling.update(interview, payload, availability, context),
          (interview) => ({
            ...ofIts(interview),
            ...(payload.interviewers === undefined
              ? {}
              : {
                members: payload.interviewers.map(({ member_id }) => member_id)
              }),
            template_id: payload.scorecard_template_id === undefined
              ? interview.scorecard_template_id
              : payload.scorecard_template_id
          })
        )
      }, Effect.mapError(toError)),
      reschedule: Effect.fnUntraced(function*({ params, payload }) {
        // The length is taken from the interview at the time of the change: somebody else may have changed it since.
        yield* refreshOf(params.interviewId)
        const timeFor = ({ minutes }: InterviewState) => timeOf(payload, payload.minutes ?? minutes, zones.zone)
        return yield* change(
          params.interviewId,
          (interview, availability, context) =>
            Result.flatMap(
              timeFor(interview),
              (time) => Scheduling.reschedule(interview, payload, time, availability, context)
            ),
          (interview) => ({
            ...ofIts(interview),
            time: Result.getOrNull(timeFor(interview))
          })
        )
      }, Effect.mapError(toError)),
      cancel: Effect.fnUntraced(function*({ params, payload }) {
        return yield* change(
          params.interviewId,
          (interview, _, context) => Scheduling.cancel(interview, payload, context)
        )
      }, Effect.mapError(toError)),
      complete: Effect.fnUntraced(function*({ params }) {
        return yield* change(params.interviewId, (interview, _, context) => Scheduling.complete(interview, context))
      }, Effect.mapError(toError)),
      miss: Effect.fnUntraced(function*({ params }) {
        return yield* change(params.interviewId, (interview, _, context) => Scheduling.miss(interview, context))
      }, Effect.mapError(toError)),
      reopen: Effect.fnUntraced(function*({ params }) {
        yield* refreshOf(params.interviewId)
        return yield* change(params.interviewId, Scheduling.reopen)
      }, Effect.mapError(toError)),
      declineProposal: Effect.fnUntraced(function*({ params, payload }) {
        return yield* change(
          params.interviewId,
          (interview, _, context) => Scheduling.declineProposal(interview, payload.member_id, context)
        )
      }, Effect.mapError(toError)),
      respond: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        if (payload.response === "declined")
          yield* refresh((yield* replacements.pool(actor.organization_id, params.interviewId)).next)
        yield* replacements.replace(
          actor,
          params.interviewId,
          (pooled, availability, context) => respondOrPass(pooled, actor.user_id, payload, availability, zones, context)
        )
        return yield* shown(params.interviewId)
      }, Effect.mapError(toError))
    })
  })
)
