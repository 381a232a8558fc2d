import * as TemplateValues from "@candor/background/mail/TemplateValues"
import { Api } from "@candor/contract/Api"
import { Caller } from "@candor/contract/Authorization"
import { toError } from "@candor/contract/Failures"
import { names } from "@candor/contract/MailTemplates"
import { MailTemplates } from "@candor/domain/mail/MailTemplates"
import { exampleValues, templateVariables } from "@candor/domain/mail/TemplateVariables"
import { htmlOf } from "@candor/mail/Markdown"
import { check, fill } from "@candor/mail/Rendering"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { allHandlers } from "../response/ResourceHandlers.ts"

const variables = Object.entries(templateVariables).map(([name, { description }]) => ({ name, description }))

/** Refuses a template with an unknown variable. */
const checked = ({ body = "", subject = "" }: { readonly subject?: string; readonly body?: string }) =>
  Effect.mapError(Effect.fromResult(check({ subject, body })), toError)

export const layer = HttpApiBuilder.group(
  Api,
  "MailTemplates",
  Effect.fnUntraced(function*(handlers) {
    const templates = yield* MailTemplates
    const plain = allHandlers(names, templates)
    const valuesOf = yield* TemplateValues.make
    return handlers.handleAll({
      ...plain,
      list: () => Effect.map(plain.list(), (all) => ({ ...all, variables })),
      create: (request) => Effect.andThen(checked(request.payload), plain.create(request)),
      update: (request) => Effect.andThen(checked(request.payload), plain.update(request)),
      preview: Effect.fnUntraced(function*({ payload: { application_id, body, subject } }) {
        const { actor } = yield* Caller
        const values = application_id === undefined
          ? exampleValues
          : yield* valuesOf(actor.organization_id, application_id, actor.user_id)
        const mail = yield* Effect.fromResult(fill({ subject, body }, values))
        return { mail: { ...mail, html: htmlOf(mail.body) } }
      }, Effect.mapError(toError))
    })
  })
)
