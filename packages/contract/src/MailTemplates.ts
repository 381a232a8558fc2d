/** Templates of mails to candidates. */
import { described, named } from "@candor/domain/Described"
import { ApplicationId, MailTemplateId } from "@candor/domain/Id"
import { MailTemplate, MailTemplateDraft, MailTemplatePatch, maxTemplates, noun, RenderedMail } from "@candor/domain/mail/MailTemplate"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { WriteScope } from "./Authorization.ts"
import { bodyErrors, Deleted, documented, noQuery, resourceErrors } from "./Endpoint.ts"
import * as Errors from "./Errors.ts"
import { pathId } from "./PathId.ts"

const OneTemplate = Schema.Struct({ mail_template: MailTemplate })
const params = { templateId: pathId(MailTemplateId) }

const Variable = Schema.Struct({
  name: Schema.String.pipe(described("What a template writes between `{{` and `}}`", "candidate.first_name")),
  description: Schema.String.pipe(described("What stands in its place", "The name up to its first space"))
}).pipe(named("TemplateVariable", "A variable of templates"))

const Preview = Schema.Struct({
  subject: noun.create.fields.subject,
  body: noun.create.fields.body,
  application_id: Schema.optionalKey(ApplicationId).pipe(described("The application whose values stand in the place of variables; an invented one where none is given"))
}).pipe(named("MailTemplatePreview", "A template to be shown as a mail"))

export class MailTemplates extends HttpApiGroup.make("MailTemplates")
  .add(
    HttpApiEndpoint.get("list", "/mail-templates", {
      query: noQuery,
      success: Schema.Struct({
        mail_templates: Schema.Array(MailTemplate).pipe(described("All templates, by name")),
        variables: Schema.Array(Variable).pipe(described("The variables that a template can have"))
      })
    }).annotateMerge(documented("List mail templates", "All of them, by name, and the variables that they can have.")),
    HttpApiEndpoint.get("get", "/mail-templates/:templateId", { params, query: noQuery, success: OneTemplate, error: resourceErrors })
      .annotateMerge(documented("Get a mail template", "Returns a template, with its variables as they are.")),
    HttpApiEndpoint.post("create", "/mail-templates", {
      query: noQuery,
      payload: MailTemplateDraft,
      success: OneTemplate.pipe(HttpApiSchema.status(201)),
      error: bodyErrors
    }).middleware(WriteScope).annotateMerge(documented("Create a mail template",
      "Subject and body can have variables such as `{{ candidate.first_name }}`, and conditions of Liquid; an unknown variable is 400. " +
        `An organization has at most ${maxTemplates.limit} templates; beyond it: 400 with \`details.limit\`. Each name occurs once, in any case of letters.`
    )),
    HttpApiEndpoint.patch("update", "/mail-templates/:templateId", {
      params,
      query: noQuery,
      payload: MailTemplatePatch,
      success: OneTemplate,
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotateMerge(documented("Update a mail template", "Mails that wait keep the text that they have.")),
    HttpApiEndpoint.delete("delete", "/mail-templates/:templateId", { params, query: noQuery, success: Deleted, error: [...resourceErrors, Errors.InvalidRequest] })
      .middleware(WriteScope)
      .annotateMerge(documented("Delete a mail template", "Deletes it permanently. One of which automatic mails are made is 400.")),
    HttpApiEndpoint.post("preview", "/mail-templates/preview", {
      query: noQuery,
      payload: Preview,
      success: Schema.Struct({ mail: RenderedMail }),
      error: [...resourceErrors, ...bodyErrors]
    }).middleware(WriteScope).annotateMerge(documented("Show a template as a mail", "Stores and sends nothing."))
  )
  .annotate(OpenApi.Title, "Mail templates")
  .annotate(OpenApi.Description, "Templates of mails to candidates.")
{}
