/** Chooses the mail that follows a rejection, and previews it with the time at which it is sent. */
import type { RejectionReason } from "@candor/client"
import { Link } from "@tanstack/react-router"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Select } from "../../parts/Fields.tsx"
import { Show } from "../../parts/Page.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { LetterText } from "../mail/LetterText.tsx"
import { delayOf } from "../mail/mailRules.ts"
import { fullAddress, useMailAccount, useTemplates, whyUnsent } from "../mail/mails.ts"

/** The rejected candidates: the preview shows the mail to the first. */
export type Rejected = readonly [
  { readonly id: string; readonly name: string },
  ...ReadonlyArray<{ readonly id: string; readonly name: string }>
]

interface Props {
  readonly of: Rejected
  readonly reason: RejectionReason | undefined
  /** All rejection reasons: their templates are offered. */
  readonly reasons: ReadonlyArray<RejectionReason>
}

export const LetterField = ({ of, reason, reasons }: Props) => {
  const isAdmin = useMay("admin")
  const { value: account } = useMailAccount()
  const { value: { mail_templates: templates } = {} } = useTemplates()
  const [{ id: applicant }] = of
  const { value: usual } = useLoaded(
    ["rejection_letter", applicant, reason?.name ?? ""],
    async (signal) =>
      (await candor.messages.rejectionLetter(applicant, { reason: reason?.name }, { signal })).rejection_letter
  )
  const [chosen, setChosen] = useState<string>()
  if (account === undefined || templates === undefined || usual === undefined) return null
  const why = whyUnsent(account)
  if (why !== undefined)
    return (
      <p className="hint">
        {why} {t("The candidate won't get an email.")}{" "}
        {isAdmin ? <Link to="/mail-account">{t("Set up email")}</Link> : null}
      </p>
    )
  if (templates.length === 0)
    return (
      <p className="hint">
        {t("There are no email templates.")} {t("The candidate won't get an email.")}{" "}
        <Link to="/mail-templates">{t("Email templates")}</Link>
      </p>
    )
  const id = chosen ?? usual.template_id ?? ""
  const named = templates.map(({ id, name }) => [id, name] as const)
  const forRejections = new Set([usual.template_id, ...reasons.map(({ mail_template_id }) => mail_template_id)])
  const others = named.filter(([id]) => !forRejections.has(id))
  return (
    <>
      <Select
        label={t("Email to the candidate")}
        name="mail_template_id"
        value={id}
        onChange={({ target }) => setChosen(target.value)}
        options={[["", t("Don't send an email")], ...named.filter(([id]) => forRejections.has(id))]}
        groups={others.length === 0 ? [] : [[t("Templates for other occasions"), others]]}
      />
      {id === "" ? null : <Letter key={id} of={of} template={id} minutes={usual.delay_minutes} />}
    </>
  )
}

const Letter = (
  { minutes, of: [first, ...others], template }: Pick<Props, "of"> & {
    readonly template: string
    readonly minutes: number
  }
) => {
  const letter = useLoaded(
    ["message", "preview", first.id, template],
    async (signal) =>
      (await candor.messages.preview(first.id, { template_id: template, is_automatic: true }, { signal })).mail
  )
  return (
    <Show of={letter}>
      {({ body, recipient, subject }) =>
        recipient === null && others.length === 0
          ? <p className="hint warning">{t("{name} has no email address and won't get one.", { name: first.name })}</p>
          : (
            <div className="letter">
              <p className="hint">
                {recipient === null
                  ? t("{name} has no email address. Others get this one.", { name: first.name })
                  : others.length === 0
                  ? t("To {address}", { address: fullAddress(recipient) })
                  : t(
                    "To {name} and {count, plural, one {# other} other {# others}}, each with their own name and job",
                    { name: first.name, count: others.length }
                  )}
              </p>
              <LetterText subject={subject} body={body} />
              <p className="hint">
                {t("Sent {delay}. If you undo the rejection first, no email is sent.", {
                  delay: delayOf({ delay_minutes: minutes, trigger: "rejected" })
                })}
              </p>
            </div>
          )}
    </Show>
  )
}
