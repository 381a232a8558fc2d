/** The files of an application: listed, saved, added and deleted. */
import { useState } from "react"
import { candor } from "../../api/Client.ts"
import { saveFile } from "../../api/Files.ts"
import { Button, Form, Problem, textOf, useAction } from "../../parts/Action.tsx"
import { ConfirmButton } from "../../parts/ConfirmButton.tsx"
import { Select, TextField } from "../../parts/Fields.tsx"
import { Icon } from "../../parts/Icon.tsx"
import { Part } from "../../parts/Part.tsx"
import { spelled } from "../../parts/Status.tsx"
import { useMay } from "../../session/CurrentSession.tsx"
import type { PartOfApplication } from "./Application.ts"

const fileTypes = [["resume", "Résumé"], ["cover_letter", "Cover letter"], ["other", "Other"]] as const

export const Files = ({ application: { attachments, id }, onChange }: PartOfApplication) => {
  const mayWrite = useMay("write")
  const [adding, setAdding] = useState(false)
  const save = useAction((attachment: { readonly id: string; readonly name: string }) => saveFile(id, attachment))
  const remove = useAction(async (attachmentId: string) => {
    await candor.attachments.delete(id, attachmentId)
    onChange()
  })
  const add = useAction(async (form: FormData) => {
    const file = form.get("file")
    if (!(file instanceof File) || file.name === "") throw new Error("Choose a file.")
    await candor.attachments.create(id, { file, file_type: textOf(form, "file_type") })
    setAdding(false)
    onChange()
  })
  return (
    <Part title="Files" side={mayWrite && !adding ? <Button look="quiet" onClick={() => setAdding(true)}>Add file</Button> : null}>
      {attachments.length === 0 && !adding ? <p className="hint">There are no files.</p> : null}
      <ul className="entries">
        {attachments.map(({ file_type, id, original_filename: name }) => (
          <li key={id} className="file">
            <span className="list-main"><span>{name}</span><span className="hint">{spelled(file_type)}</span></span>
            <button type="button" className="icon-button" aria-label={`Save ${name}`} onClick={() => save.run({ id, name })}><Icon name="download" /></button>
            {mayWrite
              ? <ConfirmButton label={`Delete ${name}`} question="Delete?" onConfirm={() => remove.run(id)}><Icon name="close" /></ConfirmButton>
              : null}
          </li>
        ))}
      </ul>
      <Problem text={save.error ?? remove.error} />
      {adding
        ? (
          <Form action={add} submit="Upload" onCancel={() => setAdding(false)}>
            <TextField label="File" name="file" type="file" required hint="PDF, DOCX, plain text, PNG or JPEG, up to 20 MiB." />
            <Select label="It is a" name="file_type" options={fileTypes} />
          </Form>
        )
        : null}
    </Part>
  )
}
