/** The mail templates of the demo. */
import { MailTemplateId } from "@candor/domain/Id"
import type { TemplateState } from "@candor/domain/mail/MailTemplate"

const subject = "Your application as {{ job.title }}"

const templates: ReadonlyArray<Pick<TemplateState, "name" | "subject" | "body">> = [
  {
    name: "Application received",
    subject,
    body: "Dear {{ candidate.first_name }},\n\nthank you for your application. A person of the team reads it, and you have an answer within five working days." +
      "{% if application.page != blank %}\n\n[What you sent]({{ application.page }}) stays yours: you can see it there, or withdraw it.{% endif %}" +
      "\n\nKind regards\n{{ organization.name }}"
  },
  {
    name: "Invitation to a first talk",
    subject,
    body: "Dear {{ candidate.first_name }},\n\nwe have read your application with pleasure, and would like to get to know you: half an hour, by video.\n\n" +
      "Which of the next days suits you?\n\nKind regards\n{{ sender.full_name }}"
  },
  {
    name: "Rejection",
    subject,
    body: "Dear {{ candidate.first_name }},\n\nthank you for the time that you gave us. We have decided for somebody else this time" +
      "{% if job.department != blank %} in {{ job.department }}{% endif %}, and wish you the best for your search.\n\nKind regards\n{{ sender.full_name }}"
  }
]

/** The rows of an organization's templates, whose ids are made of the organization's. */
export const mailTemplates = ({ created_at, id: organization_id }: { readonly id: string; readonly created_at: string }) =>
  templates.map((template, index) => ({
    organization_id,
    id: MailTemplateId.make(`${organization_id.slice(0, -1)}${index}`),
    ...template,
    created_at,
    updated_at: created_at,
    version: 1
  }))
