/** The values of the variables of a mail to a candidate. */
import type { ApplicationId, OrganizationId, UserId } from "@candor/domain/Id"
import { Messages } from "@candor/domain/mail/Messages"
import type { TemplateValues } from "@candor/domain/mail/TemplateVariables"
import type { Timestamp } from "@candor/domain/Timestamp"
import { MailTransport } from "@candor/mail/MailTransport"
import { Effect } from "effect"
import { References } from "../submission/References.ts"

/**
 * Makes the function that returns the values for a mail of this member. An automatic mail, which may be about an
 * interview, has no member.
 */
export const make = Effect.gen(function*() {
  const messages = yield* Messages
  const references = yield* References
  const { publicUrl } = yield* MailTransport

  return Effect.fnUntraced(
    function*(
      organization_id: OrganizationId,
      application: ApplicationId,
      sender: UserId | null,
      starts_at: Timestamp | null = null
    ) {
      const { submission_id, ...values } = yield* messages.values(organization_id, application, sender, starts_at)
      const reference = submission_id === null ? null : yield* references.format({ organization_id, id: submission_id })
      const page = publicUrl === null || reference === null
        ? ""
        : new URL(`/careers/applications/${reference}`, publicUrl).href
      return { ...values, "application.page": page } satisfies TemplateValues as TemplateValues
    }
  )
})
