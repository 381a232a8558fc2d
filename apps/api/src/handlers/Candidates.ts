import { Api } from "@candor/contract/Api"
import { OneCandidate } from "@candor/contract/Candidates"
import type { ApplicationsPage } from "@candor/contract/Applications"
import { searchCursor, toSearchPage } from "@candor/contract/CandidateSearch"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { toPageRequest } from "@candor/contract/PageQuery"
import type { Actor } from "@candor/domain/access/Actor"
import { Applications } from "@candor/domain/application/Applications"
import { AttachmentStore } from "@candor/domain/attachment/AttachmentStore"
import { BulkCandidate } from "@candor/domain/candidate/BulkCandidates"
import * as Candidate from "@candor/domain/candidate/Candidate"
import { type CandidatePosition, Candidates } from "@candor/domain/candidate/Candidates"
import { type ExternalId, identified } from "@candor/domain/ExternalId"
import { ExternalIds } from "@candor/domain/ExternalIds"
import type { DecisionContext } from "@candor/domain/Decision"
import type { CandidateId } from "@candor/domain/Id"
import { CandidateExports } from "@candor/domain/person/CandidateExports"
import * as CandidateMerge from "@candor/domain/person/CandidateMerge"
import { CandidateMerges } from "@candor/domain/person/CandidateMerges"
import { unmerge } from "@candor/domain/person/CandidateUnmerge"
import { relatedErasure } from "@candor/domain/person/RelatedRecords"
import { CandidateSearch } from "@candor/domain/search/CandidateSearch"
import { ofAllJobs } from "@candor/sql/database/Viewer"
import { Effect, Option } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { asDraft, madeOrChangedResponse, makeOrChange } from "../external/ByExternalId.ts"
import { decodesItem, named, noticing, type Written, writeEach } from "../external/BulkItems.ts"
import { encodedResponse, jsonResponse } from "../response/JsonResponse.ts"
import { withNextLink } from "../response/NextLink.ts"
import { withContents } from "../files/ExportedContents.ts"
import { ExportSlots } from "../files/FileSlots.ts"
import { inQueryOnly } from "../request/QueryOnly.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "Candidates",
  Effect.fnUntraced(function*(handlers) {
    const candidates = yield* Candidates
    const merges = yield* CandidateMerges
    const exports = yield* CandidateExports
    const applications = yield* Applications
    const externalIds = yield* ExternalIds
    const relatedRecords = yield* relatedErasure

    /**
     * Erases related records even if the member does not see them: erasing a person whom the member sees leaves
     * nothing. Returns those that the member sees.
     */
    const eraseRelated = Effect.fnUntraced(function*(
      actor: Actor,
      candidate: CandidateId,
      isIncluded: boolean,
      erase: (id: CandidateId) => Effect.Effect<unknown, Candidate.CandidateNotFound | Candidate.CandidateMerged>
    ) {
      const seen = yield* relatedRecords(actor, { candidate }, false, erase)
      if (isIncluded) {
        yield* candidates.get(actor.organization_id, candidate)
        yield* ofAllJobs(relatedRecords(actor, { candidate }, true, erase))
      }
      return seen
    })

    const decodeItem = decodesItem(BulkCandidate)

    /** Creates or updates the candidate of an item. */
    const writeItem = Effect.fnUntraced(function*(actor: Actor, item: unknown) {
      const { external_id, id, ...request } = yield* decodeItem(item)
      const find = (one: ExternalId) => externalIds.find(actor.organization_id, Candidate.noun, one)
      const { row } = yield* makeOrChange({
        find: named({ ...id && { id }, ...external_id && { external_id } }, find),
        create: Effect.flatMap(
          asDraft(Candidate.CandidateDraft, request),
          (draft) =>
            candidates.create(
              actor,
              (context) =>
                identified(draft, external_id, "a candidate", [], (draft) => Candidate.create(draft, context))
            )
        ).pipe(Effect.map(({ id }): Written<CandidateId> => ({ id, status: "created" }))),
        update: (found) => {
          const { decide, outcome } = noticing(
            (candidate: Candidate.CandidateState, context: DecisionContext, currentProfileFailed: boolean) =>
              identified(
                request,
                external_id,
                "a candidate",
                candidate.external_ids,
                (patch) => Candidate.update(candidate, patch, context, currentProfileFailed)
              ),
            ({ candidate }) => candidate.updated_at
          )
          return Effect.map(
            candidates.modify(actor, found, decide),
            ({ id }): Written<CandidateId> => ({ id, ...outcome() })
          )
        }
      })
      return row
    }, Effect.mapError((failure) => "error" in failure ? failure : toError(failure)))
    const search = yield* CandidateSearch
    const store = yield* AttachmentStore
    const slots = yield* ExportSlots
    return handlers.handleAll({
      list: Effect.fnUntraced(function*({ query, request }) {
        const { actor } = yield* Caller
        const page = yield* candidates.list(actor.organization_id, query, toPageRequest<CandidatePosition>(query))
        const next_cursor = yield* withNextLink(request, page)
        return { candidates: page.items, pagination: page.pagination, next_cursor }
      }),
      search: Effect.fnUntraced(function*({ query, request }) {
        const { actor } = yield* Caller
        const page = toSearchPage(query)
        const { items, next } = yield* search.search(actor.organization_id, query.q, query, page)
        const next_cursor = yield* withNextLink(request, { next: next && searchCursor(query, next) })
        return { results: items, pagination: { limit: page.limit, has_more: next !== undefined }, next_cursor }
      }),
      tags: Effect.fnUntraced(function*() {
        const { actor } = yield* Caller
        return { tags: yield* candidates.tags(actor.organization_id) }
      }),
      create: Effect.fnUntraced(function*({ payload }) {
        const { actor } = yield* Caller
        return { candidate: yield* candidates.create(actor, (context) => Candidate.create(payload, context)) }
      }, Effect.mapError(toError)),
      writeMany: Effect.fnUntraced(function*({ payload }) {
        const { actor } = yield* Caller
        const results = yield* writeEach(payload.candidates, (item) => writeItem(actor, item))
        return { results: results.map(({ id: candidate_id, ...result }) => ({ ...result, candidate_id })) }
      }),
      get: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { candidate: yield* candidates.get(actor.organization_id, params.candidateId) }
      }, Effect.mapError(toError)),
      update: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        const candidate = yield* candidates.modify(
          actor,
          params.candidateId,
          (candidate, context, currentProfileFailed) =>
            Candidate.update(candidate, payload, context, currentProfileFailed)
        )
        return { candidate }
      }, Effect.mapError(toError)),
      getByExternalId: Effect.fnUntraced(function*({ params: { key: id, system } }) {
        const { actor: { organization_id } } = yield* Caller
        const found = yield* externalIds.find(organization_id, Candidate.noun, { system, id })
        return {
          candidate: yield* Option.isSome(found)
            ? candidates.get(organization_id, found.value)
            : new Candidate.CandidateNotFound({ id })
        }
      }, Effect.mapError(toError)),
      putByExternalId: Effect.fnUntraced(function*({ params: { key, system }, payload }) {
        const { actor } = yield* Caller
        const external_id = { system, id: key }
        const { isNew, row } = yield* makeOrChange({
          find: externalIds.find(actor.organization_id, Candidate.noun, external_id),
          create: Effect.flatMap(
            asDraft(Candidate.CandidateDraft, payload),
            (draft) =>
              candidates.create(
                actor,
                (context) =>
                  identified(draft, external_id, "a candidate", [], (draft) => Candidate.create(draft, context))
              )
          ),
          update: (id) =>
            candidates.modify(
              actor,
              id,
              (candidate, context, currentProfileFailed) =>
                identified(payload, external_id, "a candidate", candidate.external_ids, (patch) =>
                  Candidate.update(candidate, patch, context, currentProfileFailed))
            )
        }).pipe(
          Effect.catchTag("CandidateNotFound", Effect.die),
          Effect.mapError((failure) => "error" in failure ? failure : toError(failure))
        )
        return yield* madeOrChangedResponse(OneCandidate, { candidate: row }, isNew)
      }),
      anonymise: Effect.fnUntraced(
        function*({ params: { candidateId }, query }) {
          const { actor } = yield* Caller
          const anonymise = (id: CandidateId) => candidates.anonymise(actor, id, Candidate.anonymise)
          const related = yield* eraseRelated(actor, candidateId, query.include_related === "true", anonymise)
          return { candidate: yield* anonymise(candidateId), related }
        },
        Effect.mapError(toError),
        inQueryOnly("include_related")
      ),
      requestErasure: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return {
          candidate: yield* candidates.modify(
            actor,
            params.candidateId,
            (candidate, context) => Candidate.requestErasure(candidate, null, context)
          )
        }
      }, Effect.mapError(toError)),
      declineErasure: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        return {
          candidate: yield* candidates.modify(
            actor,
            params.candidateId,
            (candidate, context) => Candidate.declineErasure(candidate, payload, context)
          )
        }
      }, Effect.mapError(toError)),
      duplicates: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { duplicates: yield* candidates.duplicates(actor.organization_id, params.candidateId) }
      }, Effect.mapError(toError)),
      merges: Effect.fnUntraced(function*({ params, query, request }) {
        const { actor } = yield* Caller
        const page = yield* merges.merges(actor.organization_id, params.candidateId, toPageRequest(query))
        const next_cursor = yield* withNextLink(request, page)
        return { merges: page.items, pagination: page.pagination, next_cursor }
      }, Effect.mapError(toError)),
      merge: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        const merged = yield* merges.merge(actor, params.candidateId, payload.into, CandidateMerge.merge)
        return { candidate: merged.into, merge: CandidateMerge.mergeOf(merged) }
      }, Effect.mapError(toError)),
      unmerge: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { candidate: yield* merges.unmerge(actor, params.mergedCandidateId, unmerge) }
      }, Effect.mapError(toError)),
      delete: Effect.fnUntraced(
        function*({ params: { candidateId }, query }) {
          const { actor } = yield* Caller
          const remove = (id: CandidateId) => candidates.remove(actor, id, Candidate.remove)
          const related = yield* eraseRelated(actor, candidateId, query.include_related === "true", remove)
          yield* remove(candidateId)
          return { deleted: true, related }
        },
        Effect.mapError(toError),
        inQueryOnly("include_related")
      ),
      export: Effect.fnUntraced(function*({ params, query }) {
        const { actor: { organization_id } } = yield* Caller
        const exported = yield* exports.exportOf(organization_id, params.candidateId).pipe(Effect.mapError(toError))
        if (query.files === "false" || exported.files.size === 0) return encodedResponse(exported)
        return yield* withContents(store, yield* slots.take(organization_id), organization_id, exported)
      }),
      applications: Effect.fnUntraced(function*({ params: { candidateId }, query, request }) {
        const { actor: { organization_id } } = yield* Caller
        const { id } = yield* candidates.get(organization_id, candidateId)
        const page = yield* applications.list(organization_id, { candidate_id: id }, toPageRequest(query))
        const next_cursor = yield* withNextLink(request, page)
        return jsonResponse<ApplicationsPage>({ applications: page.items, pagination: page.pagination, next_cursor })
      }, Effect.mapError(toError))
    })
  })
)
