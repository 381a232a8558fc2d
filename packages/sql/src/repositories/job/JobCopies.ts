/** Copies jobs: writes a job, its form and its team in one transaction. */
import type { Actor } from "@candor/domain/access/Actor"
import { Criteria } from "@candor/domain/criteria/Criteria"
import { copy as copyCriteria } from "@candor/domain/criteria/JobCriteria"
import { copy as copyForm } from "@candor/domain/form/JobForm"
import { JobForms } from "@candor/domain/form/JobForms"
import type { JobId } from "@candor/domain/Id"
import { copy as copyPlanned, type PlannedInterview } from "@candor/domain/interview/PlannedInterview"
import { PlannedInterviews } from "@candor/domain/interview/PlannedInterviews"
import { JobCopies } from "@candor/domain/job/JobCopies"
import { create, type JobState } from "@candor/domain/job/Job"
import { copyOf, type JobCopyDraft } from "@candor/domain/job/JobCopy"
import { Jobs } from "@candor/domain/job/Jobs"
import { put } from "@candor/domain/team/TeamMember"
import { TeamMembers } from "@candor/domain/team/TeamMembers"
import { now } from "@candor/domain/Timestamp"
import { Transactions } from "@candor/domain/Transactions"
import { Effect, Layer } from "effect"
import { ofAllJobs } from "../../database/Viewer.ts"

const make = Effect.gen(function*() {
  const jobs = yield* Jobs
  const forms = yield* JobForms
  const allCriteria = yield* Criteria
  const plans = yield* PlannedInterviews
  const teams = yield* TeamMembers
  const transactions = yield* Transactions

  /**
   * Copies the planned interviews of the stages. Leaves out members who cannot hold them on the copy, and interviews
   * without any member.
   */
  const copyPlan = Effect.fnUntraced(
    function*(actor: Actor, plan: ReadonlyArray<PlannedInterview>, stages: JobState["stages"], to: JobState) {
      for (const planned of plan) {
        const at = stages.findIndex(({ id }) => id === planned.stage_id)
        const stage = to.stages[at]
        if (stage === undefined) continue
        yield* Effect.catchTags(
          plans.change(actor, to.id, {
            stage: stage.id,
            members: planned.member_ids,
            template_id: planned.scorecard_template_id
          }, (planning, context) => copyPlanned(planned, stage.id, planning, context)),
          {
            InterviewersRefused: () => Effect.void,
            PlannedInterviewNotFound: Effect.die,
            StageNotFound: Effect.die,
            UnknownFocus: Effect.die,
            UnknownScorecardTemplate: Effect.die
          }
        )
      }
    }
  )

  const copied = Effect.fnUntraced(function*(actor: Actor, id: JobId, draft: JobCopyDraft) {
    const job = yield* jobs.get(actor.organization_id, id)
    const form = yield* forms.get(actor.organization_id, id)
    const criteria = yield* allCriteria.get(actor.organization_id, id)
    const plan = yield* plans.ofJob(actor.organization_id, id)
    const team = yield* teams.ofJob(actor.organization_id, id)
    const copy = copyOf(job, draft, yield* now)
    const found = yield* jobs.find(actor.organization_id, copy)
    const made = yield* jobs.create(actor, copy.title, (taken, context) => create(copy, taken, context, found))
    // Only its team sees a confidential copy, and it has no team yet.
    yield* ofAllJobs(
      Effect.gen(function*() {
        yield* forms.modify(actor, made.id, (initial, context) => copyForm(initial, form, context))
        yield* allCriteria.modify(actor, made.id, (initial, context) => copyCriteria(initial, criteria, context))
        for (const { member, role } of team) {
          yield* Effect.catchTags(
            teams.put(
              actor,
              made.id,
              member.id,
              (joining, context) => put(made.id, member.id, { role }, joining, context)
            ),
            {
              MemberDeactivated: () => Effect.void,
              MemberNotFound: () => Effect.void
            }
          )
        }
        yield* copyPlan(actor, plan, job.stages, made)
      })
    )
    return { value: made, isKept: true }
  })

  return JobCopies.of({
    create: (actor, id, draft) =>
      transactions.run(Effect.catchTag(copied(actor, id, draft), "ExternalIdTaken", Effect.die), { isSnapshot: false })
  })
})

export const layer = Layer.effect(JobCopies, make)
