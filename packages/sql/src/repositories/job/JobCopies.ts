/** Copies of jobs: the writes of a job, its form and its team in one transaction. */
import type { Actor } from "@candor/domain/access/Actor"
import { copy as copyForm } from "@candor/domain/form/JobForm"
import { JobForms } from "@candor/domain/form/JobForms"
import type { JobId } from "@candor/domain/Id"
import { JobCopies } from "@candor/domain/job/JobCopies"
import { create } from "@candor/domain/job/Job"
import { copyOf, type JobCopyDraft } from "@candor/domain/job/JobCopy"
import { Jobs } from "@candor/domain/job/Jobs"
import { put } from "@candor/domain/team/TeamMember"
import { TeamMembers } from "@candor/domain/team/TeamMembers"
import { now } from "@candor/domain/Timestamp"
import { Transactions } from "@candor/domain/Transactions"
import { Effect, Layer } from "effect"
import { ofAllJobs } from "../../database/Viewer.ts"

const make = Effect.gen(function* () {
  const jobs = yield* Jobs
  const forms = yield* JobForms
  const teams = yield* TeamMembers
  const transactions = yield* Transactions

  const copied = Effect.fnUntraced(function* (actor: Actor, id: JobId, draft: JobCopyDraft) {
    const job = yield* jobs.get(actor.organization_id, id)
    const form = yield* forms.get(actor.organization_id, id)
    const team = yield* teams.ofJob(actor.organization_id, id)
    const copy = copyOf(job, draft, yield* now)
    const found = yield* jobs.find(actor.organization_id, copy)
    const made = yield* jobs.create(actor, copy.title, (taken, context) => create(copy, taken, context, found))
    // A confidential copy is seen by its team alone, which it has yet to get.
    yield* ofAllJobs(
      Effect.gen(function* () {
        yield* forms.modify(actor, made.id, (initial, context) => copyForm(initial, form, context))
        for (const { member, role } of team) {
          yield* Effect.catchTags(
            teams.put(actor, made.id, member.id, (joining, context) =>
              put(made.id, member.id, { role }, joining, context)
            ),
            {
              MemberDeactivated: () => Effect.void,
              MemberNotFound: () => Effect.void
            }
          )
        }
      })
    )
    return { value: made, isKept: true }
  })

  return JobCopies.of({
    create: (actor, id, draft) => transactions.run(Effect.catchTag(copied(actor, id, draft), "ExternalIdTaken", Effect.die), { isSnapshot: false })
  })
})

export const layer = Layer.effect(JobCopies, make)
