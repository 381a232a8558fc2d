/** Templates of mails to candidates. */
import { described, named } from "@candor/domain/Described"
import { ApplicationId, MailTemplateId } from "@candor/domain/Id"
import {
  MailTemplate,
  MailTemplateDraft,
  MailTemplatePatch,
  maxTemplates,
  noun,
  RenderedMail
} from "@candor/domain/mail/MailTemplate"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import { bodyErrors, documented, noQuery, resourceErrors } from "./Endpoint.ts"
import { resourceOperations } from "./ResourceOperations.ts"

/** The names of mail templates in responses and paths. */
export const names = { one: "mail_template", many: "mail_templates", param: "templateId" } as const

const templates = resourceOperations({
  names,
  path: "/mail-templates",
  id: MailTemplateId,
  item: MailTemplate,
  draft: MailTemplateDraft,
  patch: MailTemplatePatch
})

const Variable = Schema.Struct({
  name: Schema.String.pipe(
    described("The name of the variable, as written between `{{` and `}}`", "candidate.first_name")
  ),
  description: Schema.String.pipe(described("What the variable is replaced with", "The name up to its first space"))
}).pipe(named("TemplateVariable", "A variable of templates"))

const Preview = Schema.Struct({
  subject: noun.create.fields.subject,
  body: noun.create.fields.body,
  application_id: Schema.optionalKey(ApplicationId).pipe(
    described("The application whose values replace the variables; by default an invented one")
  )
}).pipe(named("MailTemplatePreview", "A template to preview"))

export class MailTemplates extends HttpApiGroup.make("MailTemplates")
  .add(
    templates.all("by name", {
      variables: Schema.Array(Variable).pipe(described("The variables that a template can have"))
    }).annotateMerge(
      documented("List mail templates", "Returns all templates by name, and the variables that templates can use.")
    ),
    templates.get.annotateMerge(
      documented("Get a mail template", "Returns a template, with its variables not filled in.")
    ),
    templates.create.middleware(WriteScope).annotateMerge(
      documented(
        "Create a mail template",
        "Subject and body can use variables such as `{{ candidate.first_name }}`, and conditions of Liquid; an " +
          `unknown variable is 400. An organization has at most ${maxTemplates.limit} templates; more are 400 ` +
          "with `details.limit`. Names are unique, ignoring case."
      )
    ),
    templates.update.middleware(WriteScope).annotateMerge(
      documented("Update a mail template", "Queued mails keep their text.")
    ),
    templates.delete.middleware(WriteScope)
      .annotateMerge(
        documented(
          "Delete a mail template",
          "Permanently deletes the template. A template that automatic mails use is 400."
        )
      ),
    HttpApiEndpoint.post("preview", "/mail-templates/preview", {
      query: noQuery,
      payload: Preview,
      success: Schema.Struct({ mail: RenderedMail }),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotateMerge(documented("Preview a mail template", "Stores and sends nothing."))
  )
  .annotate(OpenApi.Title, "Mail templates")
  .annotate(OpenApi.Description, "Templates of mails to candidates.")
{}
