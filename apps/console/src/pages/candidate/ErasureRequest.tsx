/** A person's request to be erased: how long it has waited, with the two possible answers; or why it was declined. */
import type { CandidateDetail as Candidate } from "@candor/client"
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { Rich, t } from "../../language/text.tsx"
import { Button, Form, textOf, useAction } from "../../parts/Action.tsx"
import { Dialog } from "../../parts/Dialog.tsx"
import { TextArea } from "../../parts/Fields.tsx"
import { useNotice } from "../../parts/Notice.tsx"
import { Part } from "../../parts/Part.tsx"
import { Ago } from "../../parts/Time.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import { reloadPeople } from "./changes.ts"
import { EraseDialog } from "./EraseDialog.tsx"

interface OfPerson {
  readonly person: Pick<Candidate, "full_name" | "id">
}

/** The buttons that answer a request. `isNamed` adds the person's name to them, for lists. */
export const ErasureAnswers = ({ isNamed = false, person }: OfPerson & { readonly isNamed?: boolean }) => {
  const [open, setOpen] = useState<"decline" | "erase">()
  const close = () => setOpen(undefined)
  /** The label begins with the visible text, by which voice control finds the button. */
  const labelled = (text: string) => isNamed ? `${text} ${person.full_name}` : undefined
  return (
    <>
      <Button aria-label={labelled(t("Anonymize…"))} onClick={() => setOpen("erase")}>{t("Anonymize…")}</Button>
      <Button look="quiet" aria-label={labelled(t("Decline…"))} onClick={() => setOpen("decline")}>
        {t("Decline…")}
      </Button>
      {open === "erase" ? <EraseDialog candidate={person} how="anonymise" onClose={close} /> : null}
      {open === "decline" ? <DeclineDialog person={person} onClose={close} /> : null}
    </>
  )
}

const DeclineDialog = ({ onClose, person: { full_name: name, id } }: OfPerson & { readonly onClose: () => void }) => {
  const tell = useNotice()
  const action = useAction(async (form: FormData) => {
    await candor.candidates.declineErasure(id, { reason: textOf(form, "reason") })
    await reloadPeople()
    onClose()
    tell(t("{name}'s deletion request was declined.", { name }))
  })
  return (
    <Dialog title={t("Decline {name}'s deletion request?", { name })} onClose={onClose}>
      <Form action={action} submit={t("Decline")}>
        <TextArea
          label={t("Reason")}
          name="reason"
          required
          maxLength={2000}
          autoFocus
          help={t("If the candidate asked on their application page, they see this reason there and can ask again.")}
        />
      </Form>
    </Dialog>
  )
}

/** Renders nothing if the person has never asked. */
export const ErasureRequest = ({ candidate }: { readonly candidate: Candidate }) => {
  const mayErase = useMay("write")
  const { erasure_request: request } = candidate
  if (request === null) return null
  const at = <Ago at={request.requested_at} />
  if (request.declined_at !== null) {
    return (
      <Part title={t("Deletion requests")}>
        <p>
          <Rich
            text="Requested {at}, declined {declined}:"
            values={{ at, declined: <Ago at={request.declined_at} /> }}
          />
        </p>
        <p className="prose">{request.reason}</p>
      </Part>
    )
  }
  return (
    <Part title={t("Deletion requests")}>
      <p>
        {request.submission_id === null
          ? <Rich text="The candidate requested this {at}." values={{ at }} />
          : <Rich text="The candidate requested this {at} on their application page." values={{ at }} />}
      </p>
      {mayErase
        ? (
          <div className="buttons">
            <ErasureAnswers person={candidate} />
          </div>
        )
        : null}
    </Part>
  )
}
