/** The organization's reasons for rejecting applications: an administrator adds, renames and removes them. */
import type { RejectionReason } from "@candor/client"
import { useState } from "react"
import { changesOf } from "../api/changesOf.ts"
import { candor } from "../api/Client.ts"
import { useDeleted, useDeletion } from "../api/useDeletion.ts"
import { useLoaded } from "../api/useLoaded.ts"
import { t } from "../language/text.tsx"
import { Button, textOf, useAction } from "../parts/Action.tsx"
import { Select, TextField } from "../parts/Fields.tsx"
import { Page, Show } from "../parts/Page.tsx"
import { PageForm } from "../parts/PageForm.tsx"
import { useMay } from "../session/CurrentSession.tsx"
import { useTemplates } from "./mail/mails.ts"

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
    <Page title={t("Rejection reasons")} lead={t("Each can have its own email, which follows the rejection.")}>
      <Show of={loaded}>
        {({ rejection_reasons }) => (
          <ul className="entries reasons">
            {rejection_reasons.filter(({ id }) => !deleted.has(id)).map((reason) => (
              <OneReason key={reason.id} reason={reason} onChange={loaded.reload} />
            ))}
          </ul>
        )}
      </Show>
      {isAdmin
        ? (
          <PageForm key={added} action={add} submit={t("Add reason")} className="narrow">
            <TextField
              label={t("New reason")}
              name="name"
              required
              autoFocus={added > 0}
              help={t("Applications rejected earlier keep their reason.")}
            />
          </PageForm>
        )
        : null}
    </Page>
  )
}

const OneReason = (
  { onChange, reason: { id, mail_template_id, name } }: {
    readonly reason: RejectionReason
    readonly onChange: () => void
  }
) => {
  const isAdmin = useMay("admin")
  const [editing, setEditing] = useState(false)
  const deletion = useDeletion()
  const { value: { mail_templates: templates } = {} } = useTemplates()
  const rename = useAction(async (form: FormData) => {
    const template = form.has("mail_template_id") ? textOf(form, "mail_template_id") || null : mail_template_id
    const changes = changesOf({ name: textOf(form, "name"), mail_template_id: template }, { name, mail_template_id })
    if (Object.keys(changes).length > 0) await candor.rejectionReasons.update(id, changes)
    setEditing(false)
    onChange()
  })
  if (editing) {
    return (
      <li className="entry-item">
        <PageForm action={rename} submit={t("Save")} onCancel={() => setEditing(false)}>
          <TextField label={t("Reason")} name="name" required autoFocus defaultValue={name} />
          {templates === undefined || templates.length === 0
            ? null
            : (
              <Select
                label={t("Email template")}
                name="mail_template_id"
                defaultValue={mail_template_id ?? ""}
                options={[
                  ["", t("Default rejection email, if there is one")],
                  ...templates.map(({ id, name }) => [id, name] as const)
                ]}
              />
            )}
        </PageForm>
      </li>
    )
  }
  return (
    <li className="file">
      <span className="list-main">
        {name}
        {mail_template_id === null
          ? null
          : (
            <span className="hint">
              {t("Email: {name}", { name: templates?.find(({ id }) => id === mail_template_id)?.name ?? "" })}
            </span>
          )}
      </span>
      {isAdmin
        ? (
          <span className="buttons">
            <Button look="quiet" aria-label={t("Edit {name}", { name })} onClick={() => setEditing(true)}>
              {t("Edit")}
            </Button>
            <Button
              look="quiet"
              aria-label={t("Delete {name}", { name })}
              onClick={() =>
                deletion({
                  id,
                  what: `“${name}”`,
                  send: () => candor.rejectionReasons.delete(id),
                  onDeleted: onChange
                })}
            >
              {t("Delete")}
            </Button>
          </span>
        )
        : null}
    </li>
  )
}
