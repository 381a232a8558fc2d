import { CalendarReading } from "@candor/background/calendar/CalendarReading"
import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import type { JobId, PlannedInterviewId } from "@candor/domain/Id"
import { Interviews } from "@candor/domain/interview/Interviews"
import { create, PlannedInterviewNotFound, remove, update } from "@candor/domain/interview/PlannedInterview"
import { PlannedInterviews, planOf } from "@candor/domain/interview/PlannedInterviews"
import { replace, replacementsOf } from "@candor/domain/scheduling/Replacement"
import { Replacements } from "@candor/domain/scheduling/Replacements"
import { CurrentZones } from "@candor/domain/time/Zones"
import { now } from "@candor/domain/Timestamp"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { beforehand } from "../request/Beforehand.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "PlannedInterviews",
  Effect.fnUntraced(function*(handlers) {
    const planned = yield* PlannedInterviews
    const interviews = yield* Interviews
    const replacements = yield* Replacements
    const calendars = yield* CalendarReading
    const zones = yield* CurrentZones

    const shown = Effect.fnUntraced(function*(job: JobId, id: PlannedInterviewId) {
      const { actor } = yield* Caller
      const one = (yield* planned.ofJob(actor.organization_id, job)).find((one) => one.id === id)
      return { planned_interview: one ?? (yield* new PlannedInterviewNotFound({ id })) }
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { planned_interviews: yield* planned.ofJob(actor.organization_id, params.jobId) }
      }, Effect.mapError(toError)),
      get: Effect.fnUntraced(function*({ params: { jobId, plannedInterviewId } }) {
        return yield* shown(jobId, plannedInterviewId)
      }, Effect.mapError(toError)),
      create: Effect.fnUntraced(function*({ params: { jobId }, payload }) {
        const { actor } = yield* Caller
        const { one } = yield* planned.change(actor, jobId, {
          stage: payload.stage_id,
          members: payload.member_ids,
          template_id: payload.scorecard_template_id
        }, (planning, context) => create(payload, planning, context))
        return yield* shown(jobId, one.id)
      }, Effect.mapError(toError)),
      update: Effect.fnUntraced(function*({ params: { jobId, plannedInterviewId: id }, payload }) {
        const { actor } = yield* Caller
        yield* planned.change(actor, jobId, {
          stage: { of: id },
          members: payload.member_ids,
          template_id: payload.scorecard_template_id
        }, (planning, context) => update(id, payload, planning, context))
        return yield* shown(jobId, id)
      }, Effect.mapError(toError)),
      delete: Effect.fnUntraced(function*({ params: { jobId, plannedInterviewId: id } }) {
        const { actor } = yield* Caller
        yield* planned.change(actor, jobId, { stage: { of: id } }, (planning, context) => remove(id, planning, context))
        return { deleted: true }
      }, Effect.mapError(toError)),
      ofApplication: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { plan: planOf(yield* planned.ofApplication(actor.organization_id, params.id)) }
      }, Effect.mapError(toError)),
      replacements: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        const pooled = yield* replacements.pool(actor.organization_id, params.interviewId)
        return { replacements: replacementsOf(pooled, yield* now, zones) }
      }, Effect.mapError(toError)),
      replace: Effect.fnUntraced(function*({ params: { interviewId }, payload }) {
        const { actor } = yield* Caller
        yield* beforehand(calendars.refresh(actor.organization_id, [payload.by]))
        yield* replacements.replace(
          actor,
          interviewId,
          (pooled, availability, context) => replace(pooled, payload, availability, zones, context)
        )
        return { interview: yield* interviews.get(actor.organization_id, interviewId) }
      }, Effect.mapError(toError))
    })
  })
)
