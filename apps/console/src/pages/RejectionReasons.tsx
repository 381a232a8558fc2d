/** The reasons for which the organization rejects applications: added, renamed and removed by an administrator. */
import type { RejectionReason } from "@candor/client"
import { useState } from "react"
import { candor } from "../api/Client.ts"
import { useDeleted, useDeletion } from "../api/useDeletion.ts"
import { useLoaded } from "../api/useLoaded.ts"
import { t } from "../language/text.tsx"
import { Button, textOf, useAction } from "../parts/Action.tsx"
import { TextField } from "../parts/Fields.tsx"
import { Show } from "../parts/Page.tsx"
import { PageForm } from "../parts/PageForm.tsx"
import { Part } from "../parts/Part.tsx"
import { useMay } from "../session/CurrentSession.tsx"

export const RejectionReasons = () => {
  const isAdmin = useMay("admin")
  const loaded = useLoaded(["rejection_reason"], (signal) => candor.rejectionReasons.list({ signal }))
  const deleted = useDeleted()
  const [added, setAdded] = useState(0)
  const add = useAction(async (form: FormData) => {
    await candor.rejectionReasons.create({ name: textOf(form, "name") })
    loaded.reload()
    // A new key empties the field.
    setAdded(added + 1)
  })
  return (
    <Part title={t("Reasons for a rejection")}>
      <Show of={loaded}>
        {({ rejection_reasons }) => (
          <ul className="entries reasons">
            {rejection_reasons.filter(({ id }) => !deleted.has(id)).map((reason) => <OneReason key={reason.id} reason={reason} onChange={loaded.reload} />)}
          </ul>
        )}
      </Show>
      {isAdmin
        ? <PageForm key={added} action={add} submit={t("Add reason")} className="narrow"><TextField label={t("New reason")} name="name" required autoFocus={added > 0} hint={t("Rejected applications keep the reason that they had.")} /></PageForm>
        : null}
    </Part>
  )
}

const OneReason = ({ onChange, reason: { id, name } }: { readonly reason: RejectionReason; readonly onChange: () => void }) => {
  const isAdmin = useMay("admin")
  const [editing, setEditing] = useState(false)
  const deletion = useDeletion()
  const rename = useAction(async (form: FormData) => {
    const renamed = textOf(form, "name")
    if (renamed !== name) await candor.rejectionReasons.update(id, { name: renamed })
    setEditing(false)
    onChange()
  })
  if (editing) {
    return (
      <li className="entry-item">
        <PageForm action={rename} submit={t("Save")} onCancel={() => setEditing(false)}><TextField label={t("Reason")} name="name" required autoFocus defaultValue={name} /></PageForm>
      </li>
    )
  }
  return (
    <li className="file">
      <span className="list-main">{name}</span>
      {isAdmin
        ? (
          <span className="buttons">
            <Button look="quiet" aria-label={t("Rename {name}", { name })} onClick={() => setEditing(true)}>{t("Rename")}</Button>
            <Button look="quiet" aria-label={t("Delete {name}", { name })} onClick={() => deletion({ id, what: `“${name}”`, send: () => candor.rejectionReasons.delete(id), onDeleted: onChange })}>{t("Delete")}</Button>
          </span>
        )
        : null}
    </li>
  )
}
