/** The mail templates of the demo. */
import { MailTemplateId } from "@candor/domain/Id"
import type { TemplateState } from "@candor/domain/mail/MailTemplate"

const subject = "Your application for {{ job.title }}"

const templates: ReadonlyArray<Pick<TemplateState, "name" | "subject" | "body">> = [
  {
    name: "Application received",
    subject,
    body:
      "Dear {{ candidate.first_name }},\n\nThank you for applying. Someone on our team will read your application, and you'll hear from us within five " +
      "business days.\n\nYou can [view or withdraw your application]({{ application.page }}) at any time.\n\nKind regards,\n{{ organization.name }}"
  },
  {
    name: "Invitation to a first interview",
    subject,
    body:
      "Dear {{ candidate.first_name }},\n\nWe enjoyed reading your application and would like to get to know you in a 30-minute video call.\n\n" +
      "Which times work for you in the next few days?\n\nKind regards,\n{{ sender.full_name }}"
  },
  {
    name: "Rejection",
    subject,
    body:
      "Dear {{ candidate.first_name }},\n\nThank you for your time and your interest in working with us. This time we've decided to move forward with " +
      "another candidate. We wish you all the best for your search.\n\nKind regards,\n{{ sender.full_name }}"
  }
]

/** Makes the rows of an organization's templates. Their ids are derived from the organization's id. */
export const mailTemplates = (
  { created_at, id: organization_id }: { readonly id: string; readonly created_at: string }
) =>
  templates.map((template, index) => ({
    organization_id,
    id: MailTemplateId.make(`${organization_id.slice(0, -1)}${index}`),
    ...template,
    created_at,
    updated_at: created_at,
    version: 1
  }))
