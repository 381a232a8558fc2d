/** Asks for the reason of a rejection, and for a note on it. */
import type { Rejection } from "@candor/client"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Form, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Select, TextArea } from "../../parts/Fields.tsx"
import { Empty, Show } from "../../parts/Page.tsx"
import { useMailAccount, useTemplates } from "../mail/mails.ts"
import type { useDraft } from "../../session/useDraft.ts"

interface Props {
  readonly title: string
  /** What was written of a note before. */
  readonly draft?: ReturnType<typeof useDraft>["field"]
  readonly onReject: (rejection: Rejection) => Promise<unknown>
  readonly onClose: () => void
}

export const RejectDialog = ({ draft, onClose, onReject, title }: Props) => {
  const reasons = useLoaded(["rejection_reason"], (signal) => candor.rejectionReasons.list({ signal }))
  const action = useAction((form: FormData) => {
    const note = textOf(form, "note")
    return onReject({ reason: textOf(form, "reason"), ...(note === "" ? {} : { note }) })
  })
  return (
    <Dialog title={title} onClose={onClose}>
      <Show of={reasons}>
        {({ rejection_reasons }) => rejection_reasons.length === 0 ? <Empty title={t("The organization has no reasons for a rejection. An administrator can add some.")} /> : (
          <Form action={action} submit={t("Reject")} look="danger">
            <Select label={t("Reason")} name="reason" required autoFocus options={rejection_reasons.map(({ name }) => [name, name])} />
            <TextArea label={t("Note")} name="note" hint={t("For the team.")} {...draft} />
            <AutomaticMail />
          </Form>
        )}
      </Show>
    </Dialog>
  )
}

/** Says which mail the candidate gets by itself, and when. */
const AutomaticMail = () => {
  const { value: account } = useMailAccount()
  const { value: templates } = useTemplates()
  if (account === undefined) return null
  const { rejected_delay_hours: hours, rejected_template_id } = account
  const name = templates?.mail_templates.find(({ id }) => id === rejected_template_id)?.name
  if (rejected_template_id === null) return <p className="hint">{t("The candidate gets nothing from Candor by itself.")}</p>
  return name === undefined ? null : <p className="hint">{t("The candidate gets the mail “{name}” {hours, plural, =0 {in a minute} one {in an hour} other {in # hours}}, unless the rejection is taken back before.", { name, hours })}</p>
}
