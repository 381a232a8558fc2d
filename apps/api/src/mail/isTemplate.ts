/** Refuses a request with the id of a mail template that the organization does not have. */
import type { MailTemplateId, OrganizationId } from "@candor/domain/Id"
import { UnknownTemplate } from "@candor/domain/mail/MailTemplate"
import type { MailTemplates } from "@candor/domain/mail/MailTemplates"
import { Effect } from "effect"

/** Fails if `mail_template_id` is given, but is no template of the organization. */
export const isTemplate = (
  templates: MailTemplates["Service"],
  organization: OrganizationId,
  { mail_template_id: id = null }: { readonly mail_template_id?: MailTemplateId | null }
): Effect.Effect<void, UnknownTemplate> =>
  id === null
    ? Effect.void
    : templates.get(organization, id).pipe(
      Effect.mapError(() => new UnknownTemplate({ field: "mail_template_id" })),
      Effect.asVoid
    )
