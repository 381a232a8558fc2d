/** The mail templates of the demo. */
import { MailTemplateId } from "@candor/domain/Id"
import { firstTemplates } from "@candor/domain/mail/FirstTemplates"

/** Makes the rows of an organization's templates. Their ids are derived from the organization's id. */
export const mailTemplates = (
  { created_at, id: organization_id }: { readonly id: string; readonly created_at: string }
) =>
  firstTemplates.en.map((template, index) => ({
    organization_id,
    id: MailTemplateId.make(`${organization_id.slice(0, -1)}${index}`),
    ...template,
    created_at,
    updated_at: created_at,
    version: 1
  }))
