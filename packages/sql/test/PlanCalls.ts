/** Calls every method of the port for planned interviews, with a job and one of its applications. */
import type { Actor } from "@candor/domain/access/Actor"
import type { ApplicationId, JobId, StageId } from "@candor/domain/Id"
import { create, remove, update } from "@candor/domain/interview/PlannedInterview"
import { PlannedInterviews } from "@candor/domain/interview/PlannedInterviews"
import { Effect } from "effect"

/** Plans an interview with the caller for a stage. */
export const planned = (
  actor: Actor,
  job: JobId,
  stage_id: StageId,
  members = [actor.user_id],
  more: { readonly needed?: number; readonly position?: number } = {}
) =>
  Effect.flatMap(
    PlannedInterviews,
    (plans) =>
      plans.change(actor, job, { stage: stage_id, members }, (planning, context) =>
        create({ stage_id, title: "Talk", member_ids: members, ...more }, planning, context))
  )

export const planCalls = Effect.fn("planCalls")(
  function*(actor: Actor, job: JobId, stage: StageId, application: ApplicationId) {
    const plans = yield* PlannedInterviews
    const { organization_id } = actor
    const { one } = yield* planned(actor, job, stage)
    return {
      ofJob: plans.ofJob(organization_id, job),
      ofApplication: plans.ofApplication(organization_id, application),
      change: Effect.gen(function*() {
        yield* plans.change(
          actor,
          job,
          { stage: { of: one.id } },
          (planning, context) => update(one.id, { title: crypto.randomUUID() }, planning, context)
        )
        const { one: other } = yield* Effect.provideService(planned(actor, job, stage), PlannedInterviews, plans)
        yield* plans.change(
          actor,
          job,
          { stage: { of: other.id } },
          (planning, context) => remove(other.id, planning, context)
        )
      })
    }
  }
)
