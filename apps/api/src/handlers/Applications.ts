import { Api } from "@candor/contract/Api"
import { type ApplicationsPage, OneApplication } from "@candor/contract/Applications"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { toPageRequest, toPageRequestBy } from "@candor/contract/PageQuery"
import * as Application from "@candor/domain/application/Application"
import type { ApplicationByExternalId } from "@candor/domain/application/ApplicationByExternalId"
import * as ApplicationPatch from "@candor/domain/application/ApplicationPatch"
import * as ApplicationRemoval from "@candor/domain/application/ApplicationRemoval"
import { Applications } from "@candor/domain/application/Applications"
import type { BulkChange } from "@candor/domain/application/BulkChange"
import * as Lifecycle from "@candor/domain/application/Lifecycle"
import * as Submission from "@candor/domain/application/Submission"
import type { CandidateAnonymised } from "@candor/domain/candidate/Anonymised"
import * as Candidate from "@candor/domain/candidate/Candidate"
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

    const move = Effect.fnUntraced(function*(id: ApplicationId, to: Lifecycle.Move) {
      const { actor } = yield* Caller
      return yield* applications.move(
        actor,
        id,
        to.stage_id,
        (application, requested, context) => Lifecycle.move(application, requested, to, context)
      )
    }, Effect.mapError(toError))

    /** Reads what a rejection names, once for all applications, and returns what rejects one. */
    const rejecting = Effect.fnUntraced(function*(rejection: Lifecycle.Rejection) {
      const { actor } = yield* Caller
      yield* Effect.mapError(isTemplate(templates, actor.organization_id, rejection), toError)
      const named = yield* members.named(actor.organization_id, rejection.note ?? "")
      return (id: ApplicationId) =>
        change(id, (application, context) => Lifecycle.reject(application, rejection, context, named))
    })

    /** Returns a request with the ids of the job and of the candidate that it names by external ids. */
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

    const changeTags = Effect.fnUntraced(function*(id: ApplicationId, { add_tags = [], remove_tags }: BulkChange) {
      const { actor } = yield* Caller
      const candidate = yield* applications.candidateOf(actor.organization_id, id)
      yield* candidates.modify(actor, candidate, (candidate, context) =>
        remove_tags === undefined
          ? Candidate.addTags(candidate, add_tags, context)
          : Candidate.removeTags(candidate, remove_tags, context))
    }, Effect.mapError(toError))

    /** Returns what makes the change of a request to one of its applications. */
    const changeOf = Effect.fnUntraced(function*(bulk: BulkChange) {
      const { move: to, reject, reopen } = bulk
      // A rejection that names what there is not fails for each application.
      const rejection = reject === undefined ? undefined : yield* Effect.cached(rejecting(reject))
      return (id: ApplicationId) => {
        if (to !== undefined) return move(id, to)
        if (rejection !== undefined) return Effect.flatMap(rejection, (rejectOne) => rejectOne(id))
        if (reopen === undefined) return changeTags(id, bulk)
        return change(
          id,
          (application, context) =>
            Lifecycle.reopen(application, context, reopen === true ? undefined : reopen.from_status)
        )
      }
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
      reject: ({ params, payload }) => Effect.flatMap(rejecting(payload), (rejectOne) => rejectOne(params.id)),
      changeMany: Effect.fnUntraced(function*({ payload }) {
        const changeOne = yield* changeOf(payload)
        const results = yield* Effect.forEach(
          new Set(payload.application_ids),
          (application_id) =>
            changeOne(application_id).pipe(
              Effect.match({
                onSuccess: () => ({ application_id, error: null }),
                onFailure: ({ error: { code, details = {}, message } }) => ({
                  application_id,
                  error: { code, message, details }
                })
              })
            )
        )
        return { results }
      }),
      withdraw: ({ params }) => change(params.id, Lifecycle.withdraw),
      hire: ({ params }) => change(params.id, Lifecycle.hire),
      reopen: ({ params }) => change(params.id, Lifecycle.reopen)
    })
  })
)
