import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { maxNamed, names } from "@candor/contract/MailRules"
import type { MailTemplateId } from "@candor/domain/Id"
import { isFor } from "@candor/domain/mail/MailRule"
import { MailRules, maxOccurrences } from "@candor/domain/mail/MailRules"
import { MailTemplates } from "@candor/domain/mail/MailTemplates"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { allHandlers } from "../response/ResourceHandlers.ts"

export const layer = HttpApiBuilder.group(
  Api,
  "MailRules",
  Effect.fnUntraced(function*(handlers) {
    const rules = yield* MailRules
    const templates = yield* MailTemplates
    const plain = allHandlers(names, rules)

    /** Refuses a template that the organization does not have. */
    const isTemplate = Effect.fnUntraced(function*(id: MailTemplateId | undefined) {
      const { actor } = yield* Caller
      if (id !== undefined) yield* Effect.mapError(templates.get(actor.organization_id, id), toError)
    })

    return handlers.handleAll({
      ...plain,
      create: (request) => Effect.andThen(isTemplate(request.payload.template_id), plain.create(request)),
      update: (request) => Effect.andThen(isTemplate(request.payload.template_id), plain.update(request)),
      forecast: Effect.fnUntraced(
        function*({ payload: { conditions = [], delay_minutes = 0, job_id = null, trigger } }) {
          const { actor: { organization_id } } = yield* Caller
          const scope = { trigger, job_id, conditions, delay_minutes }
          const all = yield* rules.occurrences(organization_id, scope)
          const found = all.filter((one) => isFor(scope, one))
          const latest = [
            ...new Map(found.map(({ full_name, id, job_title }) => [id, { id, full_name, job_title }])).values()
          ]
          return {
            forecast: {
              count: found.length,
              waiting: yield* rules.waiting(organization_id),
              is_partial: all.length === maxOccurrences,
              applications: latest.slice(0, maxNamed)
            }
          }
        }
      )
    })
  })
)
