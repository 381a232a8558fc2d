import { filterFromWords } from "@candor/background/model/FilterFromWords"
import { Model } from "@candor/background/model/Model"
import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { decide } from "@candor/domain/criteria/Assessment"
import { Assessments } from "@candor/domain/screening/Assessments"
import { Criteria } from "@candor/domain/criteria/Criteria"
import { csvOf } from "@candor/domain/criteria/CriteriaAudit"
import { maxChoices } from "@candor/domain/screening/FilterFromWords"
import { replace } from "@candor/domain/criteria/JobCriteria"
import type { ApplicationId } from "@candor/domain/Id"
import { Jobs } from "@candor/domain/job/Jobs"
import { maxLimit } from "@candor/domain/Pagination"
import * as Timestamp from "@candor/domain/Timestamp"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { attachmentNamed } from "../files/ContentDisposition.ts"

const dayMillis = 86_400_000

export const layer = HttpApiBuilder.group(
  Api,
  "Criteria",
  Effect.fnUntraced(function*(handlers) {
    const criteria = yield* Criteria
    const assessments = yield* Assessments
    const jobs = yield* Jobs
    const model = yield* Model

    const shown = Effect.fnUntraced(function*(id: ApplicationId) {
      const { actor } = yield* Caller
      const stored = yield* assessments.get(actor.organization_id, id)
      return { assessment: { ...stored, is_available: model.about !== null } }
    })

    return handlers.handleAll({
      get: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { job_criteria: yield* criteria.get(actor.organization_id, params.jobId) }
      }, Effect.mapError(toError)),
      put: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        return {
          job_criteria: yield* criteria.modify(
            actor,
            params.jobId,
            (stored, context) => replace(stored, payload, context)
          )
        }
      }, Effect.mapError(toError)),
      audit: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return { criteria_audit: yield* criteria.audit(actor.organization_id, params.jobId) }
      }, Effect.mapError(toError)),
      auditFile: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        return HttpServerResponse.text(csvOf(yield* criteria.audit(actor.organization_id, params.jobId)), {
          contentType: "text/csv; charset=utf-8",
          headers: { "content-disposition": attachmentNamed("criteria-audit.csv", "text/plain") }
        })
      }, Effect.mapError(toError)),
      ofApplication: ({ params }) => Effect.mapError(shown(params.id), toError),
      assess: Effect.fnUntraced(function*({ params }) {
        const { actor } = yield* Caller
        if (model.about !== null) yield* assessments.ask(actor, params.id)
        return yield* shown(params.id)
      }, Effect.mapError(toError)),
      decide: Effect.fnUntraced(function*({ params, payload }) {
        const { actor } = yield* Caller
        yield* assessments.decide(
          actor,
          params.id,
          (assessment, context) => decide(assessment, params.criterionId, payload, context)
        )
        return yield* shown(params.id)
      }, Effect.mapError(toError)),
      usage: Effect.fnUntraced(function*() {
        const { actor } = yield* Caller
        const day = (yield* Timestamp.now).slice(0, 10)
        const { about } = model
        return {
          model_usage: {
            is_on: about !== null,
            provider: about?.provider ?? null,
            model: about?.model ?? null,
            daily_tokens: about?.daily_tokens ?? 0,
            used_tokens: yield* model.used(actor.organization_id, day),
            resets_at: Timestamp.fromMillis(Date.parse(day) + dayMillis)
          }
        }
      }),
      filterFromWords: Effect.fnUntraced(function*({ payload }) {
        const { actor } = yield* Caller
        const { items } = yield* jobs.list(actor.organization_id, { status: "published" }, {
          limit: Math.min(maxLimit, maxChoices),
          offset: 0
        })
        return {
          filter_from_words: yield* filterFromWords(actor.organization_id, payload, items).pipe(
            Effect.provideService(Model, model)
          )
        }
      }, Effect.mapError(toError))
    })
  })
)
