/** Asks for the reason of a rejection, for a note on it, and for the mail that follows. */
import type { Rejection } from "@candor/client"
import { type ReactNode, useState } from "react"
import { candor } from "../../api/Client.ts"
import { useLoaded } from "../../api/useLoaded.ts"
import { t } from "../../language/text.tsx"
import { Form, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { Select, TextArea } from "../../parts/Fields.tsx"
import { Empty, Show } from "../../parts/Page.tsx"
import type { useDraft } from "../../session/useDraft.ts"
import { CancelsInterviews } from "../interview/InterviewsToCome.tsx"
import { LetterField, type Rejected } from "./LetterField.tsx"

interface Props {
  readonly title: string
  readonly of: Rejected
  /** The draft of the note. */
  readonly draft?: ReturnType<typeof useDraft>["field"]
  /** Text above the form. */
  readonly notice?: ReactNode
  readonly onReject: (rejection: Rejection, cancelsInterviews: boolean) => Promise<unknown>
  readonly onClose: () => void
}

export const RejectDialog = ({ draft, notice, of, onClose, onReject, title }: Props) => {
  const reasons = useLoaded(["rejection_reason"], (signal) => candor.rejectionReasons.list({ signal }))
  const [chosen, setChosen] = useState<string>()
  const action = useAction((form: FormData) => {
    const note = textOf(form, "note")
    return onReject({
      reason: textOf(form, "reason"),
      ...(note === "" ? {} : { note }),
      // Sends exactly the mail that was previewed.
      ...(form.has("mail_template_id") ? { mail_template_id: textOf(form, "mail_template_id") || null } : {})
    }, form.has("cancels_interviews"))
  })
  return (
    <Dialog title={title} onClose={onClose}>
      {notice}
      <Show of={reasons}>
        {({ rejection_reasons }) =>
          rejection_reasons.length === 0 ?
            <Empty title={t("No rejection reasons yet. An administrator can add them under “Hiring”.")} /> :
            (
              <Form action={action} submit={t("Reject")} look="danger">
                <Select
                  label={t("Reason")}
                  name="reason"
                  required
                  autoFocus
                  onChange={({ target }) => setChosen(target.value)}
                  options={rejection_reasons.map(({ name }) => [name, name])}
                />
                <TextArea label={t("Note")} name="note" hint={t("The candidate never sees this.")} {...draft} />
                {of.length === 1 ? <CancelsInterviews application={of[0].id} /> : null}
                <LetterField
                  of={of}
                  reasons={rejection_reasons}
                  reason={rejection_reasons.find(({ name }) => name === chosen) ?? rejection_reasons[0]}
                />
              </Form>
            )}
      </Show>
    </Dialog>
  )
}
