/** Templates of mails, in Markdown with variables. */
import { Schema } from "effect"
import { described, named } from "../Described.ts"
import * as example from "../Example.ts"
import { id, inLists, labelled, required, time, version } from "../Field.ts"
import { MailTemplateId } from "../Id.ts"
import type { Limit } from "../Limit.ts"
import { declare, Deleted } from "../Noun.ts"
import { resource } from "../Resource.ts"
import { filled, line, Line, shown, ShownLine } from "../Text.ts"
import { Timestamp } from "../Timestamp.ts"

/** The most characters of a subject, and of a body. */
export const [subjectLength, bodyLength] = [300, 50_000]

export const noun = declare({
  subject: "mail_template",
  label: ["Email template", "E-Mail-Vorlage"],
  description: "A template of mails to candidates",
  table: "mail_templates",
  sees: "all",
  fields: {
    id: id(MailTemplateId),
    name: required(ShownLine, Line, {
      description: "The name, unique in the organization",
      example: "Invitation to a first interview",
      privacy: "kept"
    }),
    subject: required(shown(subjectLength), line(subjectLength), {
      description: "The subject, with variables",
      example: "Your application for {{ job.title }}",
      privacy: "kept"
    }).pipe(labelled("Subject", "Betreff")),
    body: required(shown(bodyLength), filled(bodyLength), {
      description: "The text in Markdown, with variables such as `{{ candidate.first_name }}`",
      example: "Dear {{ candidate.first_name }},\n\nwe would like to get to know you.\n\n{{ sender.full_name }}",
      privacy: "kept"
    }).pipe(labelled("Text", "Text")),
    created_at: time(Timestamp, "When the template was created", example.time.webhookCreated).pipe(inLists),
    updated_at: time(Timestamp, "When the template was last changed", example.time.webhookCreated).pipe(inLists),
    version
  },
  events: {
    created: { summary: "A mail template was created", example: { version: 1 } },
    updated: { summary: "A mail template was changed" },
    deleted: { summary: "A mail template was deleted", data: Deleted }
  }
})

/** A template as the interface shows it. */
export const MailTemplate = noun.json
export interface MailTemplate extends Schema.Schema.Type<typeof MailTemplate> {}

export const TemplateState = noun.row
export interface TemplateState extends Schema.Schema.Type<typeof TemplateState> {}

/** A request for a new template. */
export const MailTemplateDraft = noun.create.pipe(named("MailTemplateDraft", "A new mail template"))
export interface MailTemplateDraft extends Schema.Schema.Type<typeof MailTemplateDraft> {}

/** A request to change a template: every field is optional. */
export const MailTemplatePatch = noun.update.pipe(
  named("MailTemplatePatch", "Changes to a template. Omitted fields keep their values", {
    subject: "Your application for {{ job.title }}"
  })
)
export interface MailTemplatePatch extends Schema.Schema.Type<typeof MailTemplatePatch> {}

export const maxTemplates: Limit = { what: "mail templates of an organization", limit: 200 }

/** Mail templates as a resource. Queued mails keep their text when the template changes. */
export const mailTemplates = resource(noun, {
  limit: maxTemplates,
  unique: "name",
  uses: [
    { table: "mail_rules", column: "template_id", constraint: "mail_rules_template" },
    {
      table: "organizations",
      column: "rejection_reasons",
      field: "mail_template_id",
      constraint: "rejection_reasons_template"
    }
  ]
})

/** The organization has no template with this id. */
export class UnknownTemplate
  extends Schema.TaggedError<UnknownTemplate>()("UnknownTemplate", { field: Schema.String })
{}

/** A rendered mail, as it would be sent. */
export const RenderedMail = Schema.Struct({
  subject: Schema.String.pipe(described("The subject", "Your application for Senior Backend Engineer")),
  body: Schema.String.pipe(
    described("The text in Markdown", "Dear Maya,\n\nwe would like to get to know you.\n\nJonas Lindqvist")
  ),
  html: Schema.String.pipe(
    described(
      "The text as HTML",
      "<p>Dear Maya,</p>\n<p>we would like to get to know you.</p>\n<p>Jonas Lindqvist</p>\n"
    )
  )
}).pipe(named("RenderedMail", "A preview of a mail"))
export interface RenderedMail extends Schema.Schema.Type<typeof RenderedMail> {}
