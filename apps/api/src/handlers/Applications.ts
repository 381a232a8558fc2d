import { Api } from "@candor/contract/Api"
import { type ApplicationsPage, OneApplication } from "@candor/contract/Applications"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { notForLimited } from "@candor/contract/ServerErrors"
import { toPageRequest, toPageRequestBy } from "@candor/contract/PageQuery"
import * as Application from "@candor/domain/application/Application"
import type { ApplicationByExternalId } from "@candor/domain/application/ApplicationByExternalId"
import * as ApplicationPatch from "@candor/domain/application/ApplicationPatch"
import * as ApplicationRemoval from "@candor/domain/application/ApplicationRemoval"
import { Applications } from "@candor/domain/application/Applications"
import { BulkApplication } from "@candor/domain/application/BulkApplications"
import type { BulkChange } from "@candor/domain/application/BulkChange"
import * as Lifecycle from "@candor/domain/application/Lifecycle"
import * as Submission from "@candor/domain/application/Submission"
import type { CandidateAnonymised } from "@candor/domain/Anonymised"
import * as Candidate from "@candor/domain/candidate/Candidate"
import type { CandidateState } from "@candor/domain/candidate/Candidate"
import { Candidates } from "@candor/domain/candidate/Candidates"
import type { Decision, DecisionContext } from "@candor/domain/Decision"
import { type ExternalId, identified } from "@candor/domain/ExternalId"
import { ExternalIds } from "@candor/domain/ExternalIds"
import type { ApplicationId, OrganizationId } from "@candor/domain/Id"
import * as Job from "@candor/domain/job/Job"
import type { LimitReached } from "@candor/domain/Limit"
import { MailTemplates } from "@candor/domain/mail/MailTemplates"
import type { NoteRefused } from "@candor/domain/note/Note"
import { Members } from "@candor/domain/organization/Members"
import type { UnknownRejectionReason } from "@candor/domain/rejection/RejectionReason"
import { Effect, Option, Struct } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { decodesItem, named, noticing, type Written, writeEach } from "../external/BulkItems.ts"
import { asDraft, madeOrChangedResponse, makeOrChange } from "../external/ByExternalId.ts"
import { isTemplate } from "../mail/isTemplate.ts"
import { jsonResponse } from "../response/JsonResponse.ts"
import { withNextLink } from "../response/NextLink.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "Applications",
  Effect.fnUntraced(function*(handlers) {
    const applications = yield* Applications
    const candidates = yield* Candidates
    const externalIds = yield* ExternalIds
    const members = yield* Members
    const templates = yield* MailTemplates

    /** Answers with the application as `decide` changes it. */
    const change = Effect.fnUntraced(
      function*(
        id: ApplicationId,
        decide: (
          application: Lifecycle.ApplicationInJob,
          context: DecisionContext
        ) => Decision<
          Lifecycle.ApplicationChange,
          Lifecycle.ApplicationClosed | UnknownRejectionReason | NoteRefused | CandidateAnonymised | LimitReached
        >
      ) {
        const { actor } = yield* Caller
        return jsonResponse<OneApplication>({ application: yield* applications.change(actor, id, decide) })
      },
      Effect.mapError(toError)
    )

    const moving = (to: Lifecycle.Move) =>
    (
      application: Application.ApplicationState,
      requested: Lifecycle.StageOfJob | null,
      context: DecisionContext
    ) => Lifecycle.move(application, requested, to, context)

    const move = Effect.fnUntraced(function*(id: ApplicationId, to: Lifecycle.Move) {
      const { actor } = yield* Caller
      return yield* applications.move(actor, id, to.stage_id, moving(to))
    }, Effect.mapError(toError))

    /**
     * Reads the mail template and the mentioned members of a rejection once, and returns the decision on each
     * application.
     */
    const rejecting = Effect.fnUntraced(function*(rejection: Lifecycle.Rejection) {
      const { actor } = yield* Caller
      yield* Effect.mapError(isTemplate(templates, actor.organization_id, rejection), toError)
      const mentioned = yield* members.named(actor.organization_id, rejection.note ?? "")
      return (application: Lifecycle.ApplicationInJob, context: DecisionContext) =>
        Lifecycle.reject(application, rejection, context, mentioned)
    })

    /** Replaces the external ids of the job and the candidate in a request by their ids. */
    const withIds = Effect.fnUntraced(function*(
      organization: OrganizationId,
      { candidate_external_id, job_external_id, ...request }: ApplicationByExternalId
    ) {
      const job = job_external_id === undefined
        ? undefined
        : yield* externalIds.find(organization, Job.noun, job_external_id)
      const candidate = candidate_external_id === undefined
        ? undefined
        : yield* externalIds.find(organization, Candidate.noun, candidate_external_id)
      return {
        ...request,
        ...(job === undefined
          ? {}
          : { job_id: Option.isSome(job) ? job.value : yield* new Job.JobNotFound({ id: "" }) }),
        ...(candidate === undefined
          ? {}
          : {
            candidate_id: Option.isSome(candidate)
              ? candidate.value
              : yield* new Candidate.CandidateNotFound({ id: "" })
          })
      }
    })

    const submit = Effect.fnUntraced(function*(draft: Application.ApplicationDraft, external_id?: ExternalId) {
      const { actor } = yield* Caller
      return yield* applications.submit(
        actor,
        draft,
        (submission, context) =>
          identified(draft, external_id, "an application", [], (draft) => Submission.submit(draft, submission, context))
      )
    })

    type Change = Pick<BulkChange, "add_tags" | "move" | "reject" | "remove_tags" | "reopen">

    const changeTags = Effect.fnUntraced(function*(id: ApplicationId, { add_tags = [], remove_tags }: Change) {
      const { actor } = yield* Caller
      const candidate = yield* applications.candidateOf(actor.organization_id, id)
      const { decide, outcome } = noticing((candidate: CandidateState, context: DecisionContext) =>
        remove_tags === undefined
          ? Candidate.addTags(candidate, add_tags, context)
          : Candidate.removeTags(candidate, remove_tags, context)
      )
      return yield* Effect.map(candidates.modify(actor, candidate, decide), outcome)
    }, Effect.mapError(toError))

    const timeOf = ({ application }: Lifecycle.ApplicationChange) => application.updated_at

    /** Returns a function that makes a change to one application, and tells whether it changed something. */
    const changeOf = Effect.fnUntraced(function*(requested: Change) {
      const { actor } = yield* Caller
      const { move: to, reject, reopen } = requested
      // Cached with its failure: a rejection that names something unknown fails for each application.
      const rejection = reject === undefined ? undefined : yield* Effect.cached(rejecting(reject))
      const changeNoticing = (id: ApplicationId, decision: Parameters<typeof change>[1]) => {
        const { decide, outcome } = noticing(decision, timeOf)
        return Effect.map(change(id, decide), outcome)
      }
      return (id: ApplicationId) => {
        if (to !== undefined) {
          const { decide, outcome } = noticing(moving(to), timeOf)
          return applications.move(actor, id, to.stage_id, decide).pipe(Effect.map(outcome), Effect.mapError(toError))
        }
        if (rejection !== undefined) return Effect.flatMap(rejection, (decide) => changeNoticing(id, decide))
        if (reopen === undefined) return changeTags(id, requested)
        return changeNoticing(
          id,
          (application, context) =>
            Lifecycle.reopen(application, context, reopen === true ? undefined : reopen.from_status)
        )
      }
    })

    const decodeItem = decodesItem(BulkApplication)

    /** Creates or updates the application of an item. */
    const writeItem = Effect.fnUntraced(function*(item: unknown) {
      const { actor, principal } = yield* Caller
      const { external_id, id, move: to, reject, reopen, ...request } = yield* decodeItem(item)
      const find = named(
        { ...id && { id }, ...external_id && { external_id } },
        (one) => externalIds.find(actor.organization_id, Application.noun, one)
      )
      if (to !== undefined || reject !== undefined || reopen !== undefined) {
        const found = yield* find
        if (Option.isNone(found)) return yield* new Application.ApplicationNotFound({ id: "" })
        const changeOne = yield* changeOf({ ...to && { move: to }, ...reject && { reject }, ...reopen && { reopen } })
        const written: Written<ApplicationId> = { id: found.value, ...yield* changeOne(found.value) }
        return written
      }
      // A member who is limited to their jobs decides on applications, but neither creates nor edits them.
      if (principal.job_access === "team") return yield* Effect.fail(notForLimited)
      const patch: ApplicationPatch.ApplicationPatch = Struct.pick(request, ["external_ids", "source_type"])
      const { row } = yield* makeOrChange({
        find,
        create: withIds(actor.organization_id, request).pipe(
          Effect.flatMap((request) => asDraft(Application.ApplicationDraft, request)),
          Effect.flatMap((draft) => submit(draft, external_id)),
          Effect.map(({ id }): Written<ApplicationId> => ({ id, status: "created" }))
        ),
        update: (id) => {
          const { decide, outcome } = noticing(
            (application: Lifecycle.ApplicationInJob, context: DecisionContext) =>
              identified(
                patch,
                external_id,
                "an application",
                application.application.external_ids,
                (patch) => ApplicationPatch.update(application, patch, context)
              ),
            timeOf
          )
          return Effect.map(change(id, decide), (): Written<ApplicationId> => ({ id, ...outcome() }))
        }
      })
      return row
    }, Effect.mapError((failure) => "error" in failure ? failure : toError(failure)))

    /** Applies the change of a request to each of its applications. */
    const changeAll = Effect.fnUntraced(function*(ids: ReadonlyArray<ApplicationId>, requested: Change) {
      const changeOne = yield* changeOf(requested)
      const once = [...new Set(ids)]
      const results = yield* writeEach(once.map((id) => ({ id })), (_, index) => {
        const id = once[index]!
        return Effect.map(changeOne(id), (outcome): Written<ApplicationId> => ({ id, ...outcome }))
      })
      return results.map((result) => ({ ...result, index: ids.indexOf(once[result.index]!), id: once[result.index]! }))
    })

    return handlers.handleAll({
      list: Effect.fnUntraced(function*({ query, request }) {
        const { actor } = yield* Caller
        const { organization_id } = actor
        const { updated_since } = query
        const page = updated_since === undefined
          ? yield* applications.list(organization_id, query, yield* toPageRequestBy("created_at", query))
          : yield* applications.listChanges(
            organization_id,
            { ...query, updated_since },
            yield* toPageRequestBy("updated_at", query)
          )
        const next_cursor = yield* withNextLink(request, page)
        return jsonResponse<ApplicationsPage>({ applications: page.items, pagination: page.pagination, next_cursor })
      }),
      create: Effect.fnUntraced(function*({ payload }) {
        return { application: yield* submit(payload) }
      }, Effect.mapError(toError)),
      get: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return jsonResponse<OneApplication>({ application: yield* applications.get(actor.organization_id, params.id) })
      }, Effect.mapError(toError)),
      update: ({ params, payload }) =>
        change(params.id, (application, context) => ApplicationPatch.update(application, payload, context)),
      getByExternalId: Effect.fnUntraced(function*({ params: { key: id, system } }) {
        const { actor: { organization_id } } = yield* Caller
        const found = yield* externalIds.find(organization_id, Application.noun, { system, id })
        const application = yield* Option.isSome(found)
          ? applications.get(organization_id, found.value)
          : new Application.ApplicationNotFound({ id })
        return jsonResponse<OneApplication>({ application })
      }, Effect.mapError(toError)),
      putByExternalId: Effect.fnUntraced(function*({ params: { key, system }, payload }) {
        const { actor } = yield* Caller
        const external_id = { system, id: key }
        const patch: ApplicationPatch.ApplicationPatch = Struct.pick(payload, ["external_ids", "source_type"])
        const { row } = yield* makeOrChange({
          find: externalIds.find(actor.organization_id, Application.noun, external_id),
          create: withIds(actor.organization_id, payload).pipe(
            Effect.flatMap((request) => asDraft(Application.ApplicationDraft, request)),
            Effect.flatMap((draft) => submit(draft, external_id)),
            Effect.flatMap((application) => madeOrChangedResponse(OneApplication, { application }, true))
          ),
          update: (id) =>
            change(
              id,
              (application, context) =>
                identified(patch, external_id, "an application", application.application.external_ids, (patch) =>
                  ApplicationPatch.update(application, patch, context))
            )
        }).pipe(Effect.mapError((failure) => "error" in failure ? failure : toError(failure)))
        return row
      }),
      delete: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        yield* applications.remove(actor, params.id, ApplicationRemoval.remove)
        return { deleted: true }
      }, Effect.mapError(toError)),
      history: Effect.fnUntraced(function*({ params, query, request }) {
        const { actor } = yield* Caller
        const page = yield* applications.history(actor.organization_id, params.id, toPageRequest(query))
        const next_cursor = yield* withNextLink(request, page)
        return { history: page.items, pagination: page.pagination, next_cursor }
      }, Effect.mapError(toError)),
      move: ({ params, payload }) =>
        Effect.map(move(params.id, payload), (application) => jsonResponse<OneApplication>({ application })),
      reject: ({ params, payload }) => Effect.flatMap(rejecting(payload), (decide) => change(params.id, decide)),
      changeMany: Effect.fnUntraced(
        function*({ payload: { application_ids = [], applications: items, ...requested } }) {
          const results = items === undefined
            ? yield* changeAll(application_ids, requested)
            : yield* writeEach(items, writeItem)
          return { results: results.map(({ id: application_id, ...result }) => ({ ...result, application_id })) }
        }
      ),
      withdraw: ({ params }) => change(params.id, Lifecycle.withdraw),
      handleWithdrawal: ({ params, payload }) =>
        change(params.id, (application, context) => Lifecycle.handleWithdrawal(application, payload.is_done, context)),
      hire: ({ params }) => change(params.id, Lifecycle.hire),
      reopen: ({ params }) => change(params.id, Lifecycle.reopen)
    })
  })
)
