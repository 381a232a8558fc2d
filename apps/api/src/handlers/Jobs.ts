import { Api } from "@candor/contract/Api"
import { OneJob } from "@candor/contract/Jobs"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { toPageRequestBy } from "@candor/contract/PageQuery"
import type { Actor } from "@candor/domain/access/Actor"
import { Boards } from "@candor/domain/board/Boards"
import { Postings } from "@candor/domain/board/Postings"
import { postingStatus } from "@candor/domain/board/PublicBoard"
import { Criteria } from "@candor/domain/criteria/Criteria"
import { JobForms } from "@candor/domain/form/JobForms"
import { type ExternalId, identified } from "@candor/domain/ExternalId"
import { ExternalIds } from "@candor/domain/ExternalIds"
import { type JobId, StageId } from "@candor/domain/Id"
import * as Job from "@candor/domain/job/Job"
import { JobCopies } from "@candor/domain/job/JobCopies"
import { Jobs } from "@candor/domain/job/Jobs"
import * as Stage from "@candor/domain/job/Stage"
import { Members } from "@candor/domain/organization/Members"
import { join } from "@candor/domain/team/TeamMember"
import { TeamMembers } from "@candor/domain/team/TeamMembers"
import { now } from "@candor/domain/Timestamp"
import { Transactions } from "@candor/domain/Transactions"
import { ofAllJobs } from "@candor/sql/database/Viewer"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SecureRandom } from "effect/crypto"
import { trustedProxies } from "../auth/ClientAddress.ts"
import { ownOrigin } from "../auth/ConsoleRequest.ts"
import { imagesOf, previewOfJob } from "../careers/Preview.ts"
import { asDraft, madeOrChangedResponse, makeOrChange } from "../external/ByExternalId.ts"
import { withNextLink } from "../response/NextLink.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "Jobs",
  Effect.fnUntraced(function*(handlers) {
    const jobs = yield* Jobs
    const copies = yield* JobCopies
    const members = yield* Members
    const teams = yield* TeamMembers
    const transactions = yield* Transactions
    const boards = yield* Boards
    const externalIds = yield* ExternalIds
    const forms = yield* JobForms
    const criteria = yield* Criteria
    const postings = yield* Postings
    const proxies = yield* trustedProxies
    const random = yield* SecureRandom.SecureRandom

    /**
     * Adds a member who makes a job confidential to its team, so that they still see it. Administrators see all jobs
     * anyway.
     */
    const keepVisible = Effect.fnUntraced(function*(actor: Actor, job: JobId) {
      const { role } = yield* members.get(actor.organization_id, actor.user_id)
      if (role === "admin") return
      yield* ofAllJobs(
        teams.put(actor, job, actor.user_id, (joining, context) => join(job, actor.user_id, joining, context))
      )
    })

    /** Changes a job and its team in one transaction. */
    const together = <E, F>(change: Effect.Effect<Job.JobState, E>, joining: (job: JobId) => Effect.Effect<void, F>) =>
      transactions.run(Effect.map(Effect.tap(change, ({ id }) => joining(id)), (value) => ({ value, isKept: true })), {
        isSnapshot: false
      })

    const create = Effect.fnUntraced(function*(actor: Actor, draft: Job.JobDraft, external_id?: ExternalId) {
      const found = yield* jobs.find(actor.organization_id, draft)
      const create = jobs.create(
        actor,
        draft.title,
        (taken, context, language) =>
          identified(draft, external_id, "a job", [], (draft) => Job.create(draft, taken, context, found, language))
      )
      return yield* draft.is_confidential === true
        ? together(create, (id) => Effect.orDie(keepVisible(actor, id)))
        : create
    })

    const update = Effect.fnUntraced(function*(actor: Actor, id: JobId, patch: Job.JobPatch, external_id?: ExternalId) {
      const found = yield* jobs.find(actor.organization_id, patch)
      const update = jobs.modify(
        actor,
        id,
        (job, organization) =>
          identified(
            patch,
            external_id,
            "a job",
            job.external_ids,
            (patch) => Job.update(job, patch, organization, found)
          )
      )
      return yield* patch.is_confidential === true
        ? together(update, (id) => keepVisible(actor, id))
        : update
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(function*({ query, request }) {
        const { actor } = yield* Caller
        const page = yield* jobs.list(
          actor.organization_id,
          query,
          yield* toPageRequestBy(query.updated_since === undefined ? "created_at" : "updated_at", query)
        )
        const next_cursor = yield* withNextLink(request, page)
        return { jobs: page.items, pagination: page.pagination, next_cursor }
      }),
      create: Effect.fnUntraced(function*({ payload }) {
        const { actor } = yield* Caller
        return { job: yield* create(actor, payload) }
      }, Effect.mapError(toError)),
      get: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { job: yield* jobs.get(actor.organization_id, params.jobId) }
      }, Effect.mapError(toError)),
      copy: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        const copy = copies.create(actor, params.jobId, payload)
        return {
          job: yield* payload.is_confidential === true
            ? together(copy, (id) => Effect.orDie(keepVisible(actor, id)))
            : copy
        }
      }, Effect.mapError(toError)),
      posting: Effect.fnUntraced(function*({ params }) {
        const { actor: { organization_id } } = yield* Caller
        const job = yield* jobs.get(organization_id, params.jobId)
        const posting = postingStatus(yield* boards.get(organization_id), job, yield* now)
        return { posting }
      }, Effect.mapError(toError)),
      previewPosting: Effect.fnUntraced(function*({ params: { jobId }, request: { headers } }) {
        const { actor: { organization_id } } = yield* Caller
        const job = yield* jobs.get(organization_id, jobId)
        const form = yield* forms.get(organization_id, jobId)
        const asked = yield* criteria.get(organization_id, jobId)
        const at = yield* now
        const site = yield* postings.site(organization_id, at)
        const images = yield* imagesOf(boards, organization_id)
        const shown = { site, images, origin: ownOrigin(headers, proxies), accepted: headers["accept-language"] }
        return { preview: { html: previewOfJob(shown, job, form, asked, at) } }
      }, Effect.mapError(toError)),
      update: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        return { job: yield* update(actor, params.jobId, payload) }
      }, Effect.mapError(toError)),
      getByExternalId: Effect.fnUntraced(function*({ params: { key: id, system } }) {
        const { actor: { organization_id } } = yield* Caller
        const found = yield* externalIds.find(organization_id, Job.noun, { system, id })
        return {
          job: yield* Option.isSome(found) ? jobs.get(organization_id, found.value) : new Job.JobNotFound({ id })
        }
      }, Effect.mapError(toError)),
      putByExternalId: Effect.fnUntraced(
        function*({ params: { key, system }, payload: { stages, status, ...payload } }) {
          const { actor } = yield* Caller
          const external_id = { system, id: key }
          const request = stages === undefined ? payload : { ...payload, stages }
          const made = Effect.flatMap(asDraft(Job.JobDraft, request), (draft) => create(actor, draft, external_id))
          const { isNew, row } = yield* makeOrChange({
            find: externalIds.find(actor.organization_id, Job.noun, external_id),
            create: status === undefined
              ? made
              : together(Effect.flatMap(made, ({ id }) => update(actor, id, { status })), () => Effect.void),
            update: (id) => update(actor, id, status === undefined ? payload : { ...payload, status }, external_id)
          }).pipe(
            Effect.catchTag(["JobNotFound", "MemberNotFound"], Effect.die),
            Effect.mapError((failure) => "error" in failure ? failure : toError(failure))
          )
          return yield* madeOrChangedResponse(OneJob, { job: row }, isNew)
        }
      ),
      delete: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        yield* jobs.remove(actor, params.jobId)
        return { deleted: true }
      }, Effect.mapError(toError)),
      addStage: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        const id = StageId.make(yield* random.uuidV7())
        const job = yield* jobs.modify(
          actor,
          params.jobId,
          (job) => Job.withStages(job, Stage.add(job.stages, payload, id))
        )
        return {
          stage: job.stages.find((stage) => stage.id === id)!
        }
      }, Effect.mapError(toError)),
      updateStage: Effect.fnUntraced(function*({ params: { jobId, stageId }, payload }) {
        const { actor } = yield* Caller
        const job = yield* jobs.modify(
          actor,
          jobId,
          (job) => Job.withStages(job, Stage.update(job.stages, stageId, payload))
        )
        return {
          stage: job.stages.find((stage) => stage.id === stageId)!
        }
      }, Effect.mapError(toError)),
      deleteStage: Effect.fnUntraced(function*({ params: { jobId, stageId } }) {
        const { actor } = yield* Caller
        yield* jobs.modify(actor, jobId, (job) => Job.withStages(job, Stage.remove(job.stages, stageId)))
        return { deleted: true }
      }, Effect.mapError(toError))
    })
  })
)
