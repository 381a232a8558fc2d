import * as TemplateValues from "@candor/background/mail/TemplateValues"
import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import * as MailTemplate from "@candor/domain/mail/MailTemplate"
import { MailTemplates } from "@candor/domain/mail/MailTemplates"
import { exampleValues, templateVariables } from "@candor/domain/mail/TemplateVariables"
import { htmlOf } from "@candor/mail/Markdown"
import { check, fill } from "@candor/mail/Rendering"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"

const variables = Object.entries(templateVariables).map(([name, { description }]) => ({ name, description }))

export const layer = HttpApiBuilder.group(Api, "MailTemplates", Effect.fnUntraced(function*(handlers) {
  const templates = yield* MailTemplates
  const valuesOf = yield* TemplateValues.make
  return handlers.handleAll({
    list: Effect.fnUntraced(function*() {
      const { actor } = yield* Caller
      return { mail_templates: yield* templates.list(actor.organization_id), variables }
    }),
    get: Effect.fnUntraced(function*({ params }) {
      const { actor } = yield* Caller
      return { mail_template: yield* templates.get(actor.organization_id, params.templateId) }
    }, Effect.mapError(toError)),
    create: Effect.fnUntraced(function*({ payload }) {
      const { actor } = yield* Caller
      yield* Effect.fromResult(check(payload))
      return { mail_template: yield* templates.create(actor, payload.name, (naming, context) => MailTemplate.create(payload, naming, context)) }
    }, Effect.mapError(toError)),
    update: Effect.fnUntraced(function*({ params, payload }) {
      const { actor } = yield* Caller
      yield* Effect.fromResult(check({ subject: payload.subject ?? "", body: payload.body ?? "" }))
      const mail_template = yield* templates.modify(actor, params.templateId, payload.name, (template, context) =>
        MailTemplate.update(template, payload, context))
      return { mail_template }
    }, Effect.mapError(toError)),
    delete: Effect.fnUntraced(function*({ params }) {
      const { actor } = yield* Caller
      yield* templates.remove(actor, params.templateId, MailTemplate.remove)
      return { deleted: true }
    }, Effect.mapError(toError)),
    preview: Effect.fnUntraced(function*({ payload: { application_id, body, subject } }) {
      const { actor } = yield* Caller
      const values = application_id === undefined
        ? exampleValues
        : yield* valuesOf(actor.organization_id, application_id, actor.user_id)
      const mail = yield* Effect.fromResult(fill({ subject, body }, values))
      return { mail: { ...mail, html: htmlOf(mail.body) } }
    }, Effect.mapError(toError))
  })
}))
